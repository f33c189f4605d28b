// Package samplereport holds a report in which everything occurs that an output has to show, for the tests of the
// outputs.
package samplereport

import (
	"math"
	"path/filepath"
	"runtime"

	"github.com/energylint/energylint/internal/finding"
)

const codec = "src/main/java/com/acme/Codec.java"

// Rules describes the rules that the report's findings name.
func Rules() []finding.RuleInfo {
	page := "https://energylint.github.io/rules/"
	return []finding.RuleInfo{
		{ID: "EL0001", Name: "EnergyBudgetExceeded", Summary: "A method uses more energy than its budget allows",
			Help:    "# EnergyBudgetExceeded\n\nThe critical path of the method exceeds its budget with a probability above `1 - confidence`.\n\n```java\n//+ENERGY@ energy 5 mJ;\n```\n",
			HelpURI: page + "EL0001", Level: finding.Error, Precision: "very-high", Tags: []string{"performance", "energy", "budget"}},
		{ID: "EL0003", Name: "UnboundedLoop", Summary: "A loop under a budget has no bound.",
			Help: "No bound of the loop could be proved. Give one with `loop_bound`.", HelpURI: page + "EL0003", Level: finding.Warning, Tags: []string{"energy"}},
		{ID: "EL1001", Name: "StringConcatenationInLoop", Summary: "A string grows by concatenation in a loop.",
			Help: "Every concatenation copies the whole string. Use a **StringBuilder**.", HelpURI: page + "EL1001", Level: finding.Warning, Tags: []string{"performance", "strings"}},
		{ID: "EL2001", Name: "KeySetThenGet", Summary: "A map is asked for each of its keys.",
			Help: "Iterating over `keySet()` and calling `get` looks every key up again. See [Map](https://docs.oracle.com/).", HelpURI: page + "EL2001", Level: finding.Warning, Tags: []string{"performance", "collections"}},
		{ID: "EL3001", Name: "BoxingRoundTrip", Summary: "A number is boxed and unboxed again.",
			Help: "The box is garbage at once.", HelpURI: page + "EL3001", Level: finding.Note, Tags: []string{"performance", "numbers"}},
	}
}

// Root is the directory that the report's source files are in.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "testdata")
}

func at(method, desc string, line, column int, message string) finding.Location {
	return finding.Location{Class: "com/acme/Codec", Method: method, Desc: desc, File: codec, Source: true,
		Input: "target/classes/com/acme/Codec.class", Line: line, Column: column, Message: message}
}

// Report returns the report anew.
func Report() *finding.Report {
	encode := at("encode", "([BI)I", 15, 0, "")
	legacy := finding.Location{Class: "com/acme/legacy/Old$Inner", Method: "poll", Desc: "(Ljava/lang/Integer;)V", File: "com/acme/legacy/Old.java",
		Input: "lib/old|er, v1:2.jar", Line: 88}
	unbounded := finding.Distribution{Mean: math.Inf(1), SD: math.NaN(), Upper: math.Inf(1)}
	return &finding.Report{
		Findings: []finding.Finding{
			{
				Rule: "EL1001", Level: finding.Warning, Subject: "joined", Suppressed: "names has at most 3 elements", SuppressedBy: "annotation",
				Location: finding.Location{Class: "com/acme/Cli", Method: "usage", Desc: "()Ljava/lang/String;", File: "com/acme/Cli.java", Line: 7},
				Message:  "The string usage grows by concatenation in a loop.",
			},
			{
				Rule: "EL3001", Level: finding.Note, Location: legacy, Subject: "delay",
				Message: "The Integer delay is boxed by its caller and unboxed at once: 100% of <its> cost | is garbage.\nPass an int.",
				Energy: &finding.Energy{
					Cost: finding.Distribution{Mean: 84.1e-9, SD: 3.2e-9, Upper: 89.4e-9}, Repaired: finding.Distribution{Mean: 4.2e-9, SD: 0.4e-9, Upper: 4.9e-9},
					Saving: finding.Distribution{Mean: 79.9e-9, SD: 3.1e-9, Upper: 85e-9}, SavingLow: 74.8e-9, SavingHigh: 85e-9, Per: "call", DerivedShare: 0.41,
				},
			},
			{
				Rule: "EL0001", Level: finding.Error, Location: at("encode", "([BI)I", 15, 0, ""), Subject: "5 mJ", Baseline: "new",
				Message: "encode(byte[], int) uses 6.21 mJ, more than its budget of 5 mJ, with a probability of 97.3%.",
				Flow: []finding.Location{
					at("encode", "([BI)I", 17, 0, "loop, at most 1000 times: 6.2 mJ"),
					at("encode", "([BI)I", 18, 0, "calls checksum(byte[], int): 6.1 mJ"),
					at("checksum", "([BI)I", 25, 0, "loop, at most 1000 times: 6.05 uJ each call"),
				},
				Related:    []finding.Location{at("encode", "([BI)I", 14, 2, "the budget")},
				Properties: map[string]any{"probability": 0.973, "bound": math.Inf(1), "verdict": "exceeded"},
			},
			{
				Rule: "EL0003", Level: finding.Warning, Location: at("checksum", "([BI)I", 25, 3, ""), Subject: "loop 1",
				Message: "The loop has no bound: data.length is not known (the parameter data comes from a caller outside the analysed classes).",
			},
			{
				Rule: "EL2001", Level: finding.Warning, Location: at("total", "()I", 33, 0, ""), Subject: "dictionary", Baseline: "new",
				Message: "Every key of dictionary is looked up again with get; iterate over entrySet instead.",
				Energy: &finding.Energy{
					Cost:      finding.Distribution{Mean: 412e-9, SD: 21e-9, Upper: 447e-9, Formula: "118 nJ + dictionary.size() * 412 nJ"},
					Repaired:  finding.Distribution{Mean: 236e-9, SD: 12e-9, Upper: 256e-9, Formula: "118 nJ + dictionary.size() * 236 nJ"},
					Saving:    finding.Distribution{Mean: 176e-9, SD: 10e-9, Upper: 192e-9, Formula: "dictionary.size() * 176 nJ"},
					SavingLow: 160e-9, SavingHigh: 192e-9, Per: "iteration", Multiplier: "the loop at line 33, at most 1000 times", DerivedShare: 0.03,
				},
				Fix: &finding.Fix{Description: "Iterate over the entries", StartLine: 33, EndLine: 34,
					Text: "\t\tfor (Map.Entry<String, byte[]> entry : dictionary.entrySet()) {\n\t\t\ttotal += entry.getValue().length;\n"},
			},
			{
				Rule: "EL1001", Level: finding.Warning, Location: at("join", "(Ljava/util/List;)Ljava/lang/String;", 41, 31, ""), Subject: "joined", Baseline: "unchanged",
				Message: "The string joined grows by concatenation in a loop, which copies it every time.",
				Energy: &finding.Energy{
					Cost: unbounded, Repaired: finding.Distribution{Mean: 3.1e-6, SD: 0.2e-6, Upper: 3.5e-6, Formula: "410 nJ + names.size() * 3.1 uJ"},
					Saving: unbounded, SavingLow: 12e-6, SavingHigh: math.Inf(1), Per: "call",
				},
			},
		},
		Budgets: []finding.BudgetResult{
			{Location: at("total", "()I", 31, 0, ""), Budget: "1 mJ", Origin: "energylint.toml:12", Confidence: 0.95, Verdict: finding.ProvedAssuming,
				Worst: finding.Distribution{Mean: 412e-6, SD: 21e-6, Upper: 447e-6}, Best: finding.Distribution{Mean: 118e-9, SD: 9e-9}, Probability: 0,
				Assumptions: []string{"dictionary.size() <= 1000"}, Expected: []string{"java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;"}},
			{Location: encode, Budget: "5 mJ", Origin: "Codec.java:14", Confidence: 0.99, Verdict: finding.Exceeded,
				Worst: finding.Distribution{Mean: 6.21e-3, SD: 0.63e-3, Upper: 7.71e-3}, Best: finding.Distribution{Mean: 82e-9, SD: 4e-9}, Probability: 0.973},
			{Location: at("<init>", "(Ljava/util/Map;)V", 10, 0, ""), Budget: "100 nJ", Origin: "@EnergyBudget", Confidence: 0.95, Verdict: finding.Proved,
				Worst: finding.Distribution{Mean: 61e-9, SD: 4e-9, Upper: 68e-9}, Best: finding.Distribution{Mean: 61e-9, SD: 4e-9}, Probability: 2e-17},
			{Location: at("join", "(Ljava/util/List;)Ljava/lang/String;", 39, 0, ""), Budget: "35 uJ + 120 nJ * n", Origin: "energylint.toml:18", Confidence: 0.95, Verdict: finding.Unknown,
				Worst: unbounded, Best: finding.Distribution{Mean: 40e-9, SD: 2e-9}, Probability: -1,
				Missing: []string{"the length of joined in the loop at line 41 is not known: give it with [[assume]] symbol = \"joined.length()\""}},
			{Location: legacy, Budget: "10 uJ", Origin: "energylint.toml:24", Confidence: 0.95, Verdict: finding.Inconclusive,
				Worst: finding.Distribution{Mean: 8.1e-6, SD: 0.9e-6, Upper: 11.2e-6}, Best: finding.Distribution{Mean: 1.1e-6, SD: 0.1e-6}, Probability: 0.0174},
			{Location: at("checksum", "([BI)I", 23, 0, ""), Budget: "1 nJ", Origin: "energylint.toml:30", Confidence: 0.95, Verdict: finding.Violated,
				Worst: finding.Distribution{Mean: 6.05e-6, SD: 0.6e-6, Upper: 7.1e-6}, Best: finding.Distribution{Mean: 60e-9, SD: 3e-9}, Probability: 1},
		},
		Notifications: []finding.Notification{
			{Level: finding.Error, Path: "lib/broken.jar!/com/acme/Broken.class", Message: "constant pool index 812 of 40 at offset 1033: the class is corrupt; rebuild it"},
			{Level: finding.Warning, Message: "the suppression of EL2001 in com.acme.legacy.** matches nothing"},
		},
		Model: "rpi5-nyholm", Device: "Device 1", Confidence: 0.95, Classes: 2040, Methods: 14312, Root: Root(),
		Rules: Rules(), Version: "0.1.0", Absent: 2, Capped: finding.Capped{Methods: 3, Targets: 2, Steps: 1},
	}
}
