//go:build linux

package main

import (
	"archive/zip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/driver"
)

// A jar and its twin are two programs that each know their own classes only, and cost the same.
func TestTwin(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "fixtures", "calls", "classes", "calls", "*.class"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no classes in testdata/fixtures/calls: run script/fixtures (%v)", err)
	}
	jar, twin := filepath.Join(t.TempDir(), "calls.jar"), filepath.Join(t.TempDir(), "twin.jar")
	out, err := os.Create(jar)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(out)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, err := w.Create("calls/" + filepath.Base(f))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := writeTwin(jar, twin); err != nil {
		t.Fatal(err)
	}
	a, err := driver.Load(context.Background(), driver.Options{Paths: []string{jar, twin}, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if ns := a.Notifications(); len(ns) > 0 {
		t.Errorf("%v", ns)
	}
	classes := a.Program.Classes()
	if len(classes) != 2*len(files) {
		t.Fatalf("%d classes of %d files", len(classes), len(files))
	}
	an := absint.NewAnalyzer(a.Program.Hierarchy, nil, nil, 1)
	p := an.Reach(nil)
	for _, c := range classes {
		for i := range c.Methods {
			if c.Methods[i].HasCode() {
				p = an.Reach(append(p.Methods(), &c.Methods[i]))
			}
		}
	}
	outcomes := p.Evaluate(absint.TotalInstructions(true))
	for _, m := range p.Methods() {
		if !strings.HasPrefix(m.Class.Name, "calls/") {
			continue
		}
		other := a.Program.Lookup("_" + m.Class.Name[1:])
		if other == nil {
			t.Fatalf("%s has no twin", m.Class.Name)
		}
		for i := range other.Methods {
			n := &other.Methods[i]
			if n.Name == m.Name && strings.ReplaceAll(n.Desc, "L_alls/", "Lcalls/") == m.Desc {
				x, y := outcomes[p.Index(m)], outcomes[p.Index(n)]
				if x.Constant() != y.Constant() || len(an.Terms(x)) != len(an.Terms(y)) || len(x.Reasons) != len(y.Reasons) {
					t.Errorf("%s: %v and its twin %v", absint.MethodName(m), an.Terms(x), an.Terms(y))
				}
			}
		}
	}
}

func TestClassName(t *testing.T) {
	for entry, want := range map[string][2]string{
		"a/B.class":                             {"", "a/B"},
		"META-INF/versions/11/a/B$1.class":      {"META-INF/versions/11/", "a/B$1"},
		"META-INF/versions/x/B.class":           {"", "META-INF/versions/x/B"},
		"module-info.class":                     {},
		"META-INF/versions/9/module-info.class": {},
		"META-INF/MANIFEST.MF":                  {},
	} {
		version, name, ok := className(entry)
		if ok != (want[1] != "") || ok && (version != want[0] || name != want[1]) {
			t.Errorf("%s: %q, %q, %v", entry, version, name, ok)
		}
	}
}
