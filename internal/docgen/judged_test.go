package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/verdicts"
)

func TestPart(t *testing.T) {
	for want, c := range map[string][2]int{"100%": {200, 200}, "99.5%": {199, 200}, "76%": {152, 200}, "0%": {0, 3}} {
		if got := part(c[0], c[1]); got != want {
			t.Errorf("%d of %d: got %s, want %s", c[0], c[1], got, want)
		}
	}
}

// Findings without a run are divided by the names of their methods.
func TestByName(t *testing.T) {
	finding := func(method, useful string) verdicts.Finding {
		return verdicts.Finding{Jar: "a.jar", Rule: "EL1001", Method: method, True: "yes", Useful: useful}
	}
	var got []string
	for _, b := range byName(verdicts.Table{finding("escape(Ljava/lang/String;)V", "yes"), finding("dumpAll()V", "no"), finding("nextToken()V", "no"), finding("setName()V", "no")}) {
		c := b.Counts()[""]
		got = append(got, fmt.Sprintf("%s: %d of %d", b.name, c.Useful, c.Judged))
	}
	if want := "16% and more: 1 of 2; less than 8%: 0 of 2"; strings.Join(got, "; ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
	if bands := byName(verdicts.Table{{Method: "next()V"}}); len(bands) > 0 {
		t.Errorf("findings without a verdict are in %d bands", len(bands))
	}
}

// Findings of recorded runs are divided by what they save; those without a verdict, and tables without runs, have no bands.
func TestSavings(t *testing.T) {
	finding := func(saves, useful string) verdicts.Finding {
		return verdicts.Finding{Jar: "a.jar", Rule: "EL1001", Message: "use a StringBuilder" + saves, True: "yes", Useful: useful}
	}
	recorded := verdicts.Table{
		finding(": at most 1.0% of the run, a parser", "yes"), finding(": at most 53.6% of the run, a parser", "no"),
		finding(": at most 0.3% of the run, a parser", "yes"), finding(": at most 0.1% of the run, a parser", "no"),
		finding("", "no"),
	}
	var got []string
	for _, b := range savings(recorded) {
		c := b.Counts()[""]
		got = append(got, fmt.Sprintf("%s: %d of %d", b.name, c.Useful, c.Judged))
	}
	if want := "1% and more: 1 of 2; 0.3% to 1%: 1 of 1; less than 0.3%: 0 of 1; not weighed by samples: 0 of 1"; strings.Join(got, "; ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
	for name, table := range map[string]verdicts.Table{
		"without runs": {finding("", "yes")}, "not judged": {{Message: ": at most 0.1% of the run, a parser"}}, "empty": nil,
	} {
		if bands := savings(table); len(bands) > 0 {
			t.Errorf("%s: got %v", name, bands)
		}
	}
}
