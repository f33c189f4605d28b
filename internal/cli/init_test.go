package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/tier"
)

// The annotations that init writes compile, and what they say is understood.
func TestAnnotationsCompile(t *testing.T) {
	tier.Slow(t, tier.JVM)
	javac := tier.Program(t, "javac")
	dir := t.TempDir()
	source := filepath.Join(dir, "src", "main", "java", "com", "acme", "energy")
	if code := Main([]string{"init", "--annotations", source, dir}, nil, discard{}, os.Stderr); code != ExitOK {
		t.Fatalf("init ended with %d", code)
	}
	use := `package com.acme;
import com.acme.energy.*;
@SuppressEnergyWarnings
class Use {
    @EnergyBudget("5 mJ")
    @EnergyBudget(value = "35 uJ + 120 nJ * n", when = "n <= 10000", confidence = 0.99)
    @LoopBound("64")
    @SuppressEnergyWarnings(value = {"EL2001", "KeySetThenGet"}, reason = "small")
    int encode(int n) { return n; }

    @LoopBound(value = "n", order = 2)
    @LoopBound(value = "n - 1", line = 14)
    Use(int n) {}
}
`
	file := filepath.Join(dir, "src", "main", "java", "com", "acme", "Use.java")
	if err := os.WriteFile(file, []byte(use), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(source, "*.java"))
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "classes")
	if b, err := exec.Command(javac, append([]string{"-Xlint:all", "-Werror", "-d", out, file}, sources...)...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, b)
	}
	entries, problems := archive.List([]string{filepath.Join(out, "com", "acme", "Use.class")}, archive.Options{})
	if len(problems) > 0 || len(entries) != 1 {
		t.Fatalf("%d entries, problems %v", len(entries), problems)
	}
	data, err := entries[0].Read()
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	budgets, loops, suppressions := 0, 0, 0
	for i := range c.Methods {
		m, problems := spec.FromMethod(&c.Methods[i])
		if len(problems) > 0 {
			t.Errorf("%s: %v", c.Methods[i].Name, problems)
		}
		budgets, loops, suppressions = budgets+len(m.Budgets), loops+len(m.Loops), suppressions+len(m.Suppressions)
	}
	if budgets != 2 || loops != 3 || suppressions != 1 {
		t.Errorf("%d budgets, %d loop bounds, %d suppressions are understood", budgets, loops, suppressions)
	}
}

// TestWorkflows holds the workflows of the example, which the documentation shows and actionlint reads, against those that
// init writes for a Maven project.
func TestWorkflows(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte("<project/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := Main([]string{"init", dir}, nil, discard{}, os.Stderr); code != ExitOK {
		t.Fatalf("init ended with %d", code)
	}
	for _, name := range []string{"energylint.yml", "energylint-comment.yml"} {
		got, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../../examples/pull-request/workflows", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("examples/pull-request/workflows/%s is not what init writes:\n%s", name, got)
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

func TestRepository(t *testing.T) {
	root := t.TempDir()
	sub := filepath.Join(root, "service", "src")
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	if got := repository(sub); got != sub {
		t.Errorf("outside a repository: %s", got)
	}
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := repository(sub); got != root {
		t.Errorf("inside a repository: %s, want %s", got, root)
	}
	t.Chdir(sub)
	if got, want := repository("."), filepath.Join("..", ".."); got != want {
		t.Errorf("from below: %s, want %s", got, want)
	}
}
