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
)

// pasted counts what became of formulas that were pasted as budgets.
type pasted struct{ formulas, parsed, proved int }

// A formula that energylint prints is a budget, under the conditions that it prints with it; with a tenth more energy it is
// proved. Formulas are of means, so the budgets are held at a confidence of 50%.
func TestPastedFormulas(t *testing.T) {
	root := "../../testdata/fixtures/"
	for _, topic := range []string{"loops", "calls", "programs", "workloads", "arguments", "conditions"} {
		t.Run(topic, func(t *testing.T) {
			n := paste(t, filepath.Join(root, topic, "classes"))
			if n.parsed < n.formulas || float64(n.proved) < 0.97*float64(n.formulas) {
				t.Errorf("of %d formulas %d are parsed and %d proved", n.formulas, n.parsed, n.proved)
			}
		})
	}
}

// The same for a real program.
func TestPastedFormulasOfCorpus(t *testing.T) {
	jar := corpus.Jar(t, "thealgorithms.jar")
	n := paste(t, jar)
	if n.formulas < 1000 || n.parsed < n.formulas || float64(n.proved) < 0.99*float64(n.formulas) {
		t.Errorf("of %d formulas %d are parsed and %d proved", n.formulas, n.parsed, n.proved)
	}
	t.Logf("of %d formulas %d are parsed and %d proved", n.formulas, n.parsed, n.proved)
}

// paste writes the formula of every method with one as its budget and checks it.
func paste(t *testing.T, path string) (n pasted) {
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
	decode(t, []string{"methods", "--confidence", "0.5", "--format", "json", path}, &methods)
	var config strings.Builder
	config.WriteString("[model]\nconfidence = 0.5\n")
	for _, m := range methods.Methods {
		text := m.Formula
		if text == "" || m.Status != "bounded" && m.Status != "parametric" {
			continue
		}
		n.formulas++
		var params []string
		for _, p := range classfile.Params(m.Descriptor) {
			params = append(params, strings.ReplaceAll(classfile.JavaType(p), "$", "."))
		}
		pattern := strings.NewReplacer("/", ".", "$", ".").Replace(m.Class) + "." + m.Name + "(" + strings.Join(params, ",") + ")"
		fmt.Fprintf(&config, "[[budget]]\nmethod = %q\nenergy = %q\n", pattern, "("+text+") * 1.1")
		if len(m.Conditions) > 0 {
			fmt.Fprintf(&config, "when = %q\n", strings.Join(m.Conditions, " && "))
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
