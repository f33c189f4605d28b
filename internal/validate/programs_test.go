package validate

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/pattern"
)

// java finds a Java virtual machine of version 17 or later, for which the programs are compiled.
func java(t testing.TB) string {
	t.Helper()
	var candidates []string
	if h := os.Getenv("JAVA_HOME"); h != "" {
		candidates = append(candidates, filepath.Join(h, "bin", "java"))
	}
	found, _ := filepath.Glob("/usr/lib/jvm/*/bin/java")
	slices.Sort(found)
	for _, c := range append(candidates, found...) {
		release, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(c)), "release"))
		if err != nil {
			continue
		}
		_, v, _ := strings.Cut(string(release), `JAVA_VERSION="`)
		major, _, _ := strings.Cut(v, ".")
		if n, _ := strconv.Atoi(major); n >= 17 {
			return c
		}
	}
	t.Skip("no JDK of version 17 or later in JAVA_HOME or /usr/lib/jvm: programs are not run on a Java virtual machine")
	return ""
}

// Every program gives the same result when counted as on a Java virtual machine.
func TestResults(t *testing.T) {
	jvm := java(t)
	s, err := start(t.Context(), []string{jvm, "-cp", filepath.FromSlash(classesDir), "Runner"}, "", none{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Cases() {
		x, err := Execute(c)
		if err != nil {
			t.Error(err)
			continue
		}
		_, result, err := s.run(c, 2)
		if err != nil {
			t.Fatal(err)
		}
		if result != x.Result {
			t.Errorf("%s returns %d, counted was %d", c, result, x.Result)
		}
		t.Logf("%s: %d instructions, %.0f patterns", c, x.Instructions, x.Counts.Total())
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// none measures nothing.
type none struct{}

func (none) Name() string                { return "none" }
func (none) Unit() string                { return "J" }
func (none) Wrap(argv []string) []string { return argv }
func (none) Start(int) error             { return nil }
func (none) Begin() error                { return nil }
func (none) End() (float64, error)       { return 0, nil }
func (none) Shortest() time.Duration     { return 0 }

// Counted by hand from javap -c: per repetition, the loop of Fibonacci.run executes n additions of longs.
func TestCountsByHand(t *testing.T) {
	x, err := Execute(Case{"Fibonacci", 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		id pattern.ID
		n  float64
	}{
		{pattern.Of(pattern.Addition, pattern.Long, pattern.Load), 100},
		{pattern.Of(pattern.VariableDeclaration, pattern.Long, pattern.Load), 200},
		{pattern.Of(pattern.VariableDeclaration, pattern.Long, pattern.Constant), 2},
		{pattern.Of(pattern.Increase, pattern.Int, pattern.Constant), 101}, // one is that of repeat
	} {
		if got := x.Counts.Of(w.id); got != w.n {
			t.Errorf("%s: %v times, want %v", w.id, got, w.n)
		}
	}
	// 6 before the loop, 13 per iteration, the condition once more and 3 at the end; 17 in repeat.
	if x.Instructions < 1300 || x.Instructions > 1360 {
		t.Errorf("%d instructions", x.Instructions)
	}
	y, err := Execute(Case{"Fibonacci", 200})
	if err != nil {
		t.Fatal(err)
	}
	if d := y.Instructions - x.Instructions; d != 1300 {
		t.Errorf("%d instructions for 100 iterations, want 1300", d)
	}
}
