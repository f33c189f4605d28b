package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/tier"
)

// pasted counts what became of formulas that were pasted as budgets.
type pasted struct{ formulas, parsed, proved int }

// few reports whether fewer than a share of the formulas are proved, or not all are parsed.
func (n pasted) few(share float64) bool {
	return n.parsed < n.formulas || float64(n.proved) < share*float64(n.formulas)
}

func (n pasted) String() string {
	return fmt.Sprintf("of %d formulas %d are parsed and %d proved", n.formulas, n.parsed, n.proved)
}

// margins are what formulas are multiplied by before they are pasted.
var margins = []string{"", " * 1.1"}

// A formula that energylint prints is a budget that is proved at the same confidence, under the conditions that it prints with
// it; so is one with a tenth more energy.
func TestPastedFormulas(t *testing.T) {
	root := "../../testdata/fixtures/"
	for _, topic := range []string{"loops", "calls", "programs", "workloads", "arguments", "conditions"} {
		for _, margin := range margins {
			t.Run(topic+margin, func(t *testing.T) {
				if n := paste(t, filepath.Join(root, topic, "classes"), margin); n.few(0.97) {
					t.Error(n)
				}
			})
		}
	}
}

// Where several sizes have one name, of which a cost grows with one and falls with another, the formula says too little as a budget: it is
// not proved, and not exceeded either.
func TestPastedNames(t *testing.T) {
	if n := paste(t, "../../testdata/fixtures/samenames/classes", ""); n.parsed != n.formulas || n.proved != n.formulas-1 {
		t.Error(n)
	}
}

// TestPastedFormulasOfCorpus is TestPastedFormulas for a real program.
func TestPastedFormulasOfCorpus(t *testing.T) {
	jar := corpus.Jar(t, "thealgorithms.jar")
	for _, margin := range tier.Part(t, margins, 2) {
		n := paste(t, jar, margin)
		if n.formulas < 1000 || n.few(0.99) {
			t.Error(n)
		}
		t.Log(n)
	}
}

// paste writes the formula of every method with one, with a margin, as its budget and checks it.
func paste(t *testing.T, path, margin string) (n pasted) {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	var methods struct {
		Methods []struct {
			Class, Name, Descriptor, Formula, Status string
			Conditions                               []string
		}
	}
	decode(t, []string{"methods", "--format", "json", path}, &methods)
	var config strings.Builder
	for _, m := range methods.Methods {
		text := m.Formula
		if text == "" || m.Status != "bounded" && m.Status != "parametric" {
			continue
		}
		when := strings.Join(m.Conditions, " && ")
		if p, err := spec.ParsePredicate(when); err == nil && spec.Unsatisfiable(p) {
			t.Errorf("%s.%s: no values satisfy its conditions, so it has no bound: %s", m.Class, m.Name, when)
			continue
		}
		if margin != "" {
			text = "(" + text + ")" + margin
		}
		n.formulas++
		var params []string
		for _, p := range classfile.Params(m.Descriptor) {
			params = append(params, strings.ReplaceAll(classfile.JavaType(p), "$", "."))
		}
		pattern := strings.NewReplacer("/", ".", "$", ".").Replace(m.Class) + "." + m.Name + "(" + strings.Join(params, ",") + ")"
		fmt.Fprintf(&config, "[[budget]]\nmethod = %q\nenergy = %q\n", pattern, text)
		if when != "" {
			fmt.Fprintf(&config, "when = %q\n", when)
		}
	}
	file := filepath.Join(t.TempDir(), "energylint.toml")
	if err := os.WriteFile(file, []byte(config.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var checked struct {
		Budgets []struct {
			Location        struct{ Class, Method string }
			Energy, Verdict string
			Missing         []string
		}
	}
	decode(t, []string{"check", "--config", file, "--format", "json", path}, &checked)
	n.parsed = len(checked.Budgets)
	for _, b := range checked.Budgets {
		if b.Verdict == string(finding.Proved) {
			n.proved++
			continue
		}
		if b.Verdict == string(finding.Exceeded) || b.Verdict == string(finding.Violated) { // by what it costs at most
			t.Errorf("%s: %s.%s: %s", b.Verdict, b.Location.Class, b.Location.Method, b.Energy)
		}
		t.Logf("%s: %s.%s: %.200s: %.300s", b.Verdict, b.Location.Class, b.Location.Method, b.Energy, strings.Join(b.Missing, "; "))
	}
	return n
}

// decode runs a command and decodes its JSON.
func decode(t *testing.T, args []string, to any) {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(args, strings.NewReader(""), &out, &errs); code != ExitOK && code != ExitFindings {
		t.Fatalf("%q ends with %d: %.3000s", args[0], code, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), to); err != nil {
		t.Fatal(err)
	}
}
