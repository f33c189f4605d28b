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
