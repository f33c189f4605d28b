package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// withoutProposals are programs of which no method has a bound, or that have none: maps there have keys whose hashCode is not known without a JDK.
var withoutProposals = []string{"written", "moduleonly", "el2001kotlin", "el2004java7", "el2009"}

// TestSuggestionsAreProved has proposals for every method of some programs written, and checks them: every budget is proved,
// every assumption used. With ENERGYLINT_LONG, it takes all fixtures.
func TestSuggestionsAreProved(t *testing.T) {
	topics := []string{"loops", "callsymbols", "flows", "kotlinsorts", "objects", "streams"}
	if !testing.Short() {
		dirs, err := filepath.Glob("../../testdata/fixtures/*/classes")
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range dirs {
			if topic := filepath.Base(filepath.Dir(d)); !slices.Contains(withoutProposals, topic) {
				all = append(all, topic)
			}
		}
		topics = append(topics, tier.Part(t, all, 6)...)
		slices.Sort(topics)
		topics = slices.Compact(topics)
	}
	proposed := 0
	for _, topic := range topics {
		classes, err := filepath.Abs("../../testdata/fixtures/" + topic + "/classes")
		if err != nil {
			t.Fatal(err)
		}
		t.Run(topic, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var out, errs bytes.Buffer
			args := []string{"suggest", "--jdk", "none", "--method", "**", "--assumptions", "100", "--size", "30", "--call", "50 uJ", "--margin", "0%", "--write", classes}
			if code := Main(args, nil, &out, &errs); code != ExitOK {
				t.Fatalf("suggest ended with %d:\n%s", code, errs.String())
			}
			if !strings.HasPrefix(out.String(), "Added ") {
				t.Fatalf("there are no proposals:\n%s", out.String())
			}
			var report bytes.Buffer
			if code := Main([]string{"check", "--jdk", "none", "--fail-on", "never", "--format", "json", classes}, nil, &report, &errs); code != ExitOK {
				t.Fatalf("check ended with %d:\n%s", code, errs.String())
			}
			var r struct {
				Budgets []struct {
					Budget, Verdict, Origin string
					Missing                 []string
				}
				Findings []struct{ Rule, Message string }
			}
			if err := json.Unmarshal(report.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			for _, b := range r.Budgets {
				if strings.HasPrefix(b.Origin, "energylint.toml") {
					proposed++
					if b.Verdict != "proved" && b.Verdict != "proved-assuming" {
						t.Errorf("the proposal %s (%s) is %s: %q", b.Budget, b.Origin, b.Verdict, b.Missing)
					}
				}
			}
			for _, f := range r.Findings {
				if strings.Contains(f.Message, "[[assume]]") || strings.Contains(f.Message, "[[budget]]") {
					t.Errorf("%s %s", f.Rule, f.Message)
				}
			}
		})
	}
	if proposed < 100 {
		t.Errorf("there are %d proposals only", proposed)
	}
}
