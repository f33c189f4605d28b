package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestLongestFirst: packages that take long come first, and the order of the others stays.
func TestLongestFirst(t *testing.T) {
	got := longestFirst([]string{module + "absint", module + "examples", module + "internal/cli", module + "internal/budget", "other/internal/cli"})
	want := []string{module + "internal/cli", module + "examples", module + "absint", module + "internal/budget", "other/internal/cli"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLongest: a package that is no more has no place in the order.
func TestLongest(t *testing.T) {
	for _, p := range longest {
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(p))); err != nil {
			t.Error(err)
		}
	}
}

// TestOrdered: only ./... as the last argument stands for all packages.
func TestOrdered(t *testing.T) {
	for _, args := range [][]string{nil, {"-short"}, {"./absint"}, {"./...", "-short"}} {
		if got, err := ordered(args); err != nil || !slices.Equal(got, args) {
			t.Errorf("%q: %q, %v", args, got, err)
		}
	}
	if got, err := ordered([]string{"-short", "./..."}); err != nil || len(got) < 2 || got[0] != "-short" || got[1] != module+"internal/testsummary" {
		t.Errorf("%q, %v", got, err)
	}
}
