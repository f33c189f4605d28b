package finding

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestRanked(t *testing.T) {
	f := func(name string, level Level, file, per string, saving float64, m *Measured) Finding {
		return Finding{Message: name, Level: level, Location: Location{File: file}, Energy: &Energy{Per: per, Saving: Distribution{Mean: saving}, Measured: m}}
	}
	fs := []Finding{
		f("small", Warning, "a", "call", 1, nil),
		f("large", Warning, "b", "call", 50, nil),
		f("per iteration", Warning, "a", "iteration", 2, nil),
		f("without evidence", Warning, "c", "iteration", 1000, &Measured{Missing: true}),
		f("measured", Warning, "b", "100 iterations", 60, &Measured{}),
		f("note", Note, "a", "call", 1e6, nil),
		{Message: "budget", Level: Error, Location: Location{File: "c"}},
		{Message: "no energy", Level: Warning, Location: Location{File: "d"}},
	}
	text := func(fs []Finding) string {
		var out []string
		for _, f := range fs {
			out = append(out, fmt.Sprint(f.Location.File, ":", f.Message))
		}
		return strings.Join(out, ", ")
	}
	if got, want := text(Ranked(fs)), "c:budget, a:per iteration, b:measured, b:large, a:small, d:no energy, c:without evidence, a:note"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := text(RankedByFile(fs)), "c:budget, c:without evidence, a:per iteration, a:small, a:note, b:measured, b:large, d:no energy"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPlaces: findings keep their order, and each has its place among the ranked ones.
func TestPlaces(t *testing.T) {
	f := func(level Level, line int, saving float64) Finding {
		return Finding{Level: level, Location: Location{Line: line}, Energy: &Energy{Per: "call", Saving: Distribution{Mean: saving}}}
	}
	fs := []Finding{f(Warning, 1, 1e-6), f(Note, 2, 1), f(Warning, 3, 2e-6), f(Error, 4, 0), f(Warning, 5, 1e-6)}
	if got, want := fmt.Sprint(Places(fs)), "[3 5 2 1 4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTurns: of one rule three findings come before those of other rules, each of another class where there are several.
func TestTurns(t *testing.T) {
	f := func(rule, class string, line int, saving float64) Finding {
		return Finding{Rule: rule, Level: Warning, Location: Location{Class: class, Line: line}, Energy: &Energy{Per: "call", Saving: Distribution{Mean: saving}}}
	}
	var fs []Finding
	for i := range 5 {
		fs = append(fs, f("EL4001", "Store", 10+i, 100))
	}
	suppressed := f("EL4001", "Other", 1, 1000)
	suppressed.SuppressedBy = "source"
	budget := f("EL0002", "Store", 40, 0)
	fs = append(fs, f("EL4001", "Users", 20, 50), f("EL2001", "Words", 30, 1), suppressed, budget)
	for i := range 4 {
		fs = append(fs, f("EL0001", "Budgets", 50+i, 0))
	}
	var got []string
	for _, f := range Ranked(fs) {
		got = append(got, fmt.Sprint(f.Location.Class, ":", f.Location.Line))
	}
	want := "Other:1, Store:10, Store:11, Users:20, Words:30, Store:40, Budgets:50, Budgets:51, Budgets:52, Budgets:53, Store:12, Store:13, Store:14"
	if strings.Join(got, ", ") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, ", "), want)
	}
}

// TestNamesRank: what is in a method whose name tells of much work comes before larger savings elsewhere.
func TestNamesRank(t *testing.T) {
	f := func(name string, takesTime, saving float64) Finding {
		return Finding{Message: name, Rule: "EL" + name, Level: Warning, Energy: &Energy{Per: "call", Saving: Distribution{Mean: saving}, TakesTime: takesTime}}
	}
	fs := []Finding{f("large", 0.05, 10), f("parsed", 0.2, 1), f("larger parsed", 0.2, 2), {Message: "no energy", Rule: "EL1", Level: Warning}}
	var got []string
	for _, x := range Ranked(fs) {
		got = append(got, x.Message)
	}
	if want := "larger parsed, parsed, large, no energy"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// TestRecordedRank: what saves more of a recorded run comes first, whatever else is known of it, and what is left out last.
func TestRecordedRank(t *testing.T) {
	f := func(name string, level Level, saving, recorded float64, m *Measured) Finding {
		return Finding{Message: name, Level: level, Energy: &Energy{Saving: Distribution{Mean: saving}, Measured: m, Recorded: &Recorded{Saving: recorded}}}
	}
	fs := []Finding{
		f("large", Warning, 50, 0.01, &Measured{}),
		f("often", Warning, 1, 0.2, &Measured{Missing: true}),
		f("never", Warning, 1e3, 0, &Measured{}),
		f("note", Note, 1, 0.9, &Measured{}),
		{Message: "budget", Level: Error},
	}
	var got []string
	for _, f := range Ranked(fs) {
		got = append(got, f.Message)
	}
	if want := "budget, often, large, never, note"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestSavedShare(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Energy
		want float64
	}{
		{"model", Energy{Cost: Distribution{Mean: 4}, Saving: Distribution{Mean: 3}}, 0.75},
		{"measured", Energy{Cost: Distribution{Mean: 4}, Saving: Distribution{Mean: 3}, Measured: &Measured{Share: 0.5}}, 0.5},
		{"not measured", Energy{Cost: Distribution{Mean: 4}, Saving: Distribution{Mean: 3}, Measured: &Measured{Missing: true}}, 0.75},
		{"unbounded", Energy{Cost: Distribution{Mean: math.Inf(1)}, Saving: Distribution{Mean: math.Inf(1)}}, 1},
		{"unknown", Energy{}, 1},
	} {
		if got := c.e.SavedShare(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
