package calibrate

import (
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/models/fit"
)

// ticks is a meter that counts runs.
type ticks struct {
	bare
	n float64
}

func (m *ticks) Name() string            { return "ticks" }
func (m *ticks) Unit() string            { return "tick" }
func (m *ticks) Shortest() time.Duration { return 0 }
func (m *ticks) Begin() error            { m.n++; return nil }
func (m *ticks) End() (float64, error)   { return m.n, nil }

func javaOf(t *testing.T) string {
	t.Helper()
	if home := os.Getenv("JAVA_HOME"); home != "" {
		return filepath.Join(home, "bin", "java")
	}
	java, err := exec.LookPath("java")
	if err != nil {
		t.Skip("no java: the microbenchmarks are not run")
	}
	return java
}

// TestRunAndResume runs every microbenchmark on the real virtual machine, which verifies the classes, stops in the
// middle, and goes on.
func TestRunAndResume(t *testing.T) {
	tier.Slow(t, tier.JVM)
	path := filepath.Join(t.TempDir(), "observations.tsv")
	m := &ticks{}
	o := Options{Java: javaOf(t), Meter: m, Device: "d", Replicates: 2, Output: path, Now: time.Unix(0, 0).UTC()}
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(done, _ int) {
		if done == 100 {
			cancel()
		}
	}
	if err := Run(ctx, o); err == nil {
		t.Fatal("a cancelled run succeeds")
	}
	cells := float64(2 * len(plan(len(benchmarks()), o.Seed, 1)))
	if m.n < 100 || m.n >= cells {
		t.Fatalf("%v measurements when stopped after 100 of %v", m.n, cells)
	}
	o.Progress = nil
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if m.n > cells+1 {
		t.Errorf("%v measurements in all, want %v: what was measured is measured again", m.n, cells)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if m.n > cells+1 {
		t.Errorf("a complete calibration measures again")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	obs, err := fit.Read(f, fit.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if obs.Unit != "tick" || len(obs.List) < 2*len(Patterns()) {
		t.Errorf("%d observations in %s", len(obs.List), obs.Unit)
	}
	if _, err := os.Stat(JournalOf(path)); err == nil {
		t.Error("the journal is still there")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if made := fit.ReadProvenance(data); made.Meter != "ticks" || !strings.Contains(made.JVM, "amd64") && !strings.Contains(made.JVM, "aarch64") ||
		!strings.Contains(made.Flags, "-Xint") || made.Date != "1970-01-01" {
		t.Errorf("a fit learns %+v of how the observations were made", made)
	}
	o.Meter = &joules{}
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), `in the unit "tick", and this meter's is "J"`) {
		t.Error("another unit is appended:", err)
	}
}

type joules struct{ ticks }

func (*joules) Unit() string { return "J" }

func TestPlanIsSeeded(t *testing.T) {
	a, b, c, d := plan(50, 7, 1), plan(50, 7, 1), plan(50, 7, 2), plan(50, 8, 1)
	same := func(x, y []cell) bool {
		for i := range x {
			if x[i] != y[i] {
				return false
			}
		}
		return len(x) == len(y)
	}
	if !same(a, b) || same(a, c) || same(a, d) {
		t.Error("the order must depend on the seed and the replicate, and on nothing else")
	}
	seen := make(map[cell]bool)
	for _, x := range a {
		seen[x] = true
	}
	if len(seen) != 50+baselines-1 {
		t.Errorf("%d different cells", len(seen))
	}
}

// TestEvaluate gives every microbenchmark the reading that known costs of its parts make, and expects those costs.
func TestEvaluate(t *testing.T) {
	list := benchmarks()
	want := make(map[string]float64)
	readings := make(map[string]measurement)
	for i := range list {
		b := &list[i]
		n := 50 + i%3*20
		snippet := 0.0
		if b.shape != baseline {
			want[b.key()] = float64(10 + i%17)
			snippet = want[b.key()] * b.perSnippet()
			for _, m := range b.terms() {
				snippet += m.n * want[m.key]
			}
		}
		readings[b.key()] = measurement{iterations: n, reading: float64(n) * (3 + unroll*snippet)}
	}
	for _, k := range []string{" 1", " 2"} {
		readings[baseline+k] = measurement{iterations: 70, reading: 210}
	}
	got, err := evaluate(list, readings)
	if err != nil {
		t.Fatal(err)
	}
	for k, w := range want {
		if math.Abs(got[k]-w) > 1e-6 {
			t.Errorf("%s: %v, want %v", k, got[k], w)
		}
	}
}

// TestStatementsAreOneTile checks with the engine's tiler that a statement is its pattern and its parts.
func TestStatementsAreOneTile(t *testing.T) {
	list := benchmarks()
	files, err := program(list)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		b := &list[i]
		if !strings.HasSuffix(b.shape, statement) || len(b.minus) > 0 {
			continue
		}
		want := pattern.Single(b.target, unroll*b.perSnippet())
		switch op := b.target.Operation(); op {
		case pattern.StaticMethodCall, pattern.VoidReturn:
			want = pattern.Single(pattern.Of(pattern.StaticMethodCall, pattern.NoType, pattern.SizeReference), unroll)
		case pattern.MultiArrayAllocation:
			want = want.Scale(0.5) // the inner array is counted where its length is known
		}
		want = want.Add(b.parts().Scale(unroll))
		got := tilesOfLoop(t, files[className(i)])
		if len(got.AddScaled(want, -1)) > 0 {
			t.Errorf("%s: the tiles are %v, want %v", b.key(), describe(got), describe(want))
		}
	}
}

func describe(c pattern.Counts) map[string]float64 {
	m := make(map[string]float64)
	for _, n := range c {
		m[n.ID.String()] = n.N
	}
	return m
}

// tilesOfLoop counts the tiles of the body of a microbenchmark's loop.
func tilesOfLoop(t *testing.T, file []byte) pattern.Counts {
	t.Helper()
	k, err := classfile.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.Methods {
		m := &k.Methods[i]
		if m.Name != "loop" {
			continue
		}
		code, err := m.Code()
		if err != nil {
			t.Fatal(err)
		}
		g, err := cfg.Build(code)
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := cfg.TileParts(g)
		if err != nil {
			t.Fatal(err)
		}
		// The body is every block but the first, of the variables, and the last two, of the loop.
		var sum pattern.Counts
		for b := 1; b < len(g.Blocks)-2; b++ {
			sum = sum.Add(tiling.Counts(b))
		}
		// The loop's counter is decreased in the body's last block.
		return sum.Add(pattern.Single(pattern.Of(pattern.Increase, pattern.Int, pattern.Constant), -1))
	}
	t.Fatal("no loop")
	return nil
}
