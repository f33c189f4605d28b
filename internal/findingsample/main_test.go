package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/verdicts"
)

// TestDraw: at most three of a rule in a jar, the same for the same seed.
func TestDraw(t *testing.T) {
	var all []verdicts.Finding
	for jar := range 4 {
		for line := range 20 {
			all = append(all, verdicts.Finding{Jar: fmt.Sprintf("%d.jar", jar), Rule: fmt.Sprintf("EL%d", line%2), Line: line})
		}
	}
	drawn := draw(all, 7, 100)
	if len(drawn) != 4*2*perJarAndRule {
		t.Errorf("%d are drawn", len(drawn))
	}
	counts := map[[2]string]int{}
	for _, f := range drawn {
		if counts[[2]string{f.Jar, f.Rule}]++; counts[[2]string{f.Jar, f.Rule}] > perJarAndRule {
			t.Errorf("%s has too many of %s", f.Jar, f.Rule)
		}
	}
	if again := draw(all, 7, 100); !slices.Equal(again, drawn) {
		t.Error("the same seed draws others")
	}
	if few := draw(all, 7, 5); !slices.Equal(few, drawn[:5]) {
		t.Error("a smaller draw is no part of a larger one")
	}
	fewer := slices.DeleteFunc(slices.Clone(all), func(f verdicts.Finding) bool { return f == drawn[2] })
	if again := draw(fewer, 7, 5); !slices.Equal(again[:4], slices.Concat(drawn[:2], drawn[3:5])) {
		t.Error("a finding that is gone changes the draw of the others")
	}
}

// TestDifferent: a jar with two names is one.
func TestDifferent(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for name, text := range map[string]string{"a.jar": "1", "b.jar": "2", "c.jar": "1"} {
		names = append(names, filepath.Join(dir, name))
		if err := os.WriteFile(names[len(names)-1], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	if got, err := different(names); err != nil || !slices.Equal(got, names[:2]) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestRecordings: a table of recorded runs has three columns, and excludes jars.
func TestRecordings(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "runs.tsv")
	if err := os.WriteFile(table, []byte("a.jar\trun.jfr\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := recorded("energylint", table); err == nil || err.Error() != table+":1: expected a jar, a file of samples and what ran, separated by tabs" {
		t.Errorf("a row of two columns: %v", err)
	}
	for _, c := range []struct {
		recordings string
		jars       []string
	}{{"", nil}, {table, []string{"a.jar"}}} {
		if err := run("energylint", filepath.Join(dir, "out.tsv"), "", c.recordings, 1, 1, c.jars); err == nil {
			t.Errorf("%q and jars %v are taken", c.recordings, c.jars)
		}
	}
}

// TestReported runs a program that reports: what is suppressed is left out, and what a run gains is told.
func TestReported(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "energylint")
	script := "#!/bin/sh\n" + `echo '{"findings": [
		{"rule": "EL1001", "message": "a  message", "location": {"class": "p/Q", "name": "m", "descriptor": "()V", "line": 7}, "energy": {"recorded": {"saving_share": 0.0187}}},
		{"rule": "EL1001", "message": "a  message", "location": {"class": "p/Q", "name": "m", "descriptor": "()V", "line": 7}, "energy": {"recorded": {"saving_share": 0.0187}}},
		{"rule": "EL1001", "message": "cold", "location": {"class": "p/Q", "name": "m", "descriptor": "()V", "line": 9}, "suppression": {"by": "profile"}}]}'
exit 1
`
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(dir, "runs.tsv")
	if err := os.WriteFile(table, []byte("/jars/a.jar\trun.jfr\tparsing 1,000 pages\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := recorded(program, table)
	want := []verdicts.Finding{{Jar: "a.jar", Rule: "EL1001", Class: "p/Q", Method: "m()V", Line: 7, Message: "a message: at most 1.9% of the run, parsing 1,000 pages"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}

	// A second draw keeps the verdict of what is reported again, and puts the other judged ones aside.
	read := func(file string) verdicts.Table {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, err := verdicts.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	again, gone := want[0], want[0]
	again.True, again.Useful, again.Why = "yes", "yes", "large pages"
	gone.Line, gone.True, gone.Useful = 9, "yes", "no"
	output, left := filepath.Join(dir, "recorded.tsv"), filepath.Join(dir, "left.tsv")
	if err := os.WriteFile(output, verdicts.Table{again, gone}.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := run(program, output, left, table, 1, 200, nil); err != nil {
			t.Fatal(err)
		}
		if kept, aside := read(output), read(left); !slices.Equal(kept, verdicts.Table{again}) || !slices.Equal(aside, verdicts.Table{gone}) {
			t.Errorf("kept %v, aside %v", kept, aside)
		}
	}
}
