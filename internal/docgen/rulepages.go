package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// rulesDir holds the rules' pages, the address of each being its rule's help address.
const rulesDir = "docs/rules"

// ruleInfo is a rule as "energylint rules --format json" lists it.
type ruleInfo struct {
	ID, Name, Level, Summary, Fix string
	Tags                          []string
}

// rulePages returns what the files in rulesDir should be, by name: a page for each rule, and an index.
func rulePages(run runner) (map[string]string, error) {
	listing, err := run("energylint rules --format json")
	if err != nil {
		return nil, err
	}
	var list struct{ Rules []ruleInfo }
	if err := json.Unmarshal([]byte(listing), &list); err != nil {
		return nil, fmt.Errorf("energylint rules --format json: %w", err)
	}
	if len(list.Rules) == 0 {
		return nil, nil
	}
	out := map[string]string{"README.md": ruleIndex(list.Rules)}
	for name, page := range map[string]func() (string, error){"declined.md": declinedPage, "heldout.md": heldOutPage} {
		if out[name], err = page(); err != nil {
			return nil, err
		}
	}
	for _, r := range list.Rules {
		text, err := run("energylint explain " + r.ID)
		if err != nil {
			return nil, fmt.Errorf("the page of %s: %w", r.ID, err)
		}
		section, err := evidenceSection(r.ID)
		if err != nil {
			return nil, err
		}
		out[r.ID+".md"] = rulePage(r, text) + section
		drawing, err := evidencePlot(r.ID)
		if err != nil {
			return nil, err
		}
		if drawing != nil {
			out[evidenceDir+r.ID+".svg"] = string(drawing)
		}
	}
	return out, nil
}

// evidenceDir holds the plots of the rules' evidence, below rulesDir.
const evidenceDir = "evidence/"

// rulePage puts what the registry says of a rule under the title of its text.
func rulePage(r ruleInfo, text string) string {
	title, body, _ := strings.Cut(strings.TrimSpace(text), "\n")
	level := "Level: " + r.Level
	if r.Level == "off" {
		level = "Off by default"
	}
	if len(r.Tags) > 0 {
		level += " · " + strings.Join(r.Tags, ", ")
	}
	if r.Fix != "" {
		level += " · [energylint fix](../fix.md): " + r.Fix
	}
	return fmt.Sprintf("<!-- Written by make docs from rules/doc/%s.md: change that. -->\n\n%s\n\n%s\n\n%s · [all rules](README.md)\n\n%s\n",
		r.ID, title, sentenceEnd(r.Summary), level, strings.TrimSpace(body))
}

// families are the groups of rules, by the digit behind EL.
var families = []struct{ digit, name string }{
	{"0", "Budgets and the analysis itself"}, {"1", "Strings"}, {"2", "Collections and streams"}, {"3", "Boxing and numbers"},
	{"4", "Input and output, databases, network"}, {"5", "Loops and repeated work"}, {"6", "Threads"}, {"7", "Objects, regular expressions, reflection"},
	{"8", "Logging"}, {"9", "Android"},
}

func ruleIndex(rules []ruleInfo) string {
	var b strings.Builder
	b.WriteString("<!-- Written by make docs from the rules themselves. -->\n\n# Rules\n\n" +
		"Each finding says what the pattern costs where it stands, what the repaired code would cost, and what that saves. A finding\n" +
		"whose saving is not significant at the configured confidence is not reported, nor one below `min-saving`.\n" +
		"[configuration.md](../configuration.md) says how to change levels, and how to suppress.\n\n" +
		"Many rules look at what runs *again and again*: in a loop, in a lambda or method reference that is called for every element of a\n" +
		"stream or collection, in `compare` of a comparator or `compareTo`, or in a method that a loop of the program, or a lambda of that\n" +
		"kind, calls. Silent where only loops repeat it and run it once or twice in all, and in a loop that runs it only while a field or\n" +
		"variable is null that is then set.\n\n" +
		"In compiled code, which is the default, a page's pattern is reported only where its repair saves enough: the tables of the pages say which\n" +
		"repairs do not pay, and [evidence.md](../evidence.md#modes) what is too little, such as 50 ns in a call of a method that only a loop elsewhere\n" +
		"repeats. `--verbose` lists what is left out with the reason, `--mode interpreter` reports it.\n\n" +
		"[Advice that became no rule](declined.md) lists what other linters report and measurements do not confirm;\n" +
		"[how well the evidence predicts](heldout.md) compares the tables with code that they were not made with;\n" +
		"[how many findings are true](sample.md) counts a reader's verdicts on a sample of real jars,\n" +
		"[what comes first](first.md) on the first ten findings of some programs,\n" +
		"[findings that recorded runs would gain from](recorded.md) on those of `check --profile`;\n" +
		"[what the rules find of other linters' cases](recall.md) compares them with five other linters.\n")
	for _, family := range families {
		header := false
		for _, r := range rules {
			if !strings.HasPrefix(r.ID, "EL"+family.digit) {
				continue
			}
			if !header {
				fmt.Fprintf(&b, "\n## %s\n\n| rule | level | finds |\n| --- | --- | --- |\n", family.name)
				header = true
			}
			fmt.Fprintf(&b, "| [%s %s](%s.md) | %s | %s |\n", r.ID, r.Name, r.ID, r.Level, cell(sentenceEnd(r.Summary)))
		}
	}
	return b.String()
}

// sentenceEnd gives a sentence its full stop.
func sentenceEnd(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// eachRulePage calls f with every file of rulesDir as it is and as it should be; a file that should not be there has
// an empty text.
func eachRulePage(root string, run runner, f func(name, old, new string) error) error {
	want, err := rulePages(run)
	if err != nil {
		return err
	}
	for _, j := range judgedPages {
		page, err := judgedPage(root, j.table, j.text)
		if err != nil {
			return err
		}
		if page != "" {
			want[j.page] = page
		}
	}
	recall, err := recallPage(root, run)
	if err != nil {
		return err
	}
	if recall != "" {
		want["recall.md"] = recall
	}
	dir := filepath.Join(root, filepath.FromSlash(rulesDir))
	var names []string
	for name := range want {
		names = append(names, name)
	}
	there, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return err
	}
	for _, file := range there {
		names = append(names, filepath.Base(file))
	}
	plots, err := filepath.Glob(filepath.Join(dir, evidenceDir, "*.svg"))
	if err != nil {
		return err
	}
	for _, file := range plots {
		names = append(names, evidenceDir+filepath.Base(file))
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		old, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if err := f(file, string(old), want[name]); err != nil {
			return err
		}
	}
	return nil
}
