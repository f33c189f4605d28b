package fit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

func TestRunIsDeterministic(t *testing.T) {
	obs := readReference(t)
	opts := Options{Structure: Pooled, Seed: 42, Draws: 60, Warmup: 20}
	a, err := Run(context.Background(), obs, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b, err := Run(context.Background(), obs, opts)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a.draws, b.draws) || !reflect.DeepEqual(a.Warnings(), b.Warnings()) {
		t.Error("the number of processors changes the result")
	}
	opts.Seed++
	c, err := Run(context.Background(), obs, opts)
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(a.draws, c.draws) {
		t.Error("the seed does not change the result")
	}
}

func TestRunErrors(t *testing.T) {
	good := Observations{Unit: "J", List: []Observation{{Pattern: Pattern{Operation: "Throw"}, Energy: 1e-8}}}
	for _, c := range []struct {
		name string
		obs  Observations
		opts Options
		want string
	}{
		{"nothing", Observations{}, Options{}, "no observations"},
		{"one chain", good, Options{Chains: 1}, "1 chains: at least 2"},
		{"few draws", good, Options{Draws: 4}, "4 draws: at least 8"},
		{"structure", good, Options{Structure: 7}, "unknown structure"},
		{"NaN", Observations{List: []Observation{{Pattern: Pattern{Operation: "Throw"}, Energy: math.NaN(), Line: 9}}}, Options{}, "line 9"},
		{"no operation", Observations{List: []Observation{{Energy: 1}}}, Options{}, "needs an operation"},
	} {
		if _, err := Run(context.Background(), c.obs, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestRunCancelAndProgress(t *testing.T) {
	obs := readReference(t)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Run(ctx, obs, Options{Draws: 1 << 20, Warmup: 1, Chains: 2, Progress: func(done, total int) {
		if done >= 100 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	var most atomic.Int64
	if _, err := Run(context.Background(), obs, Options{Draws: 123, Warmup: 10, Progress: func(done, total int) {
		if total != 4*133 {
			t.Errorf("total %d", total)
		}
		for {
			old := most.Load()
			if int64(done) <= old || most.CompareAndSwap(old, int64(done)) {
				return
			}
		}
	}}); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 4*133 {
		t.Errorf("the last progress is %d of %d", most.Load(), 4*133)
	}
}

// TestSmallestData: one observation, equal observations and zeros give a result, not a failure.
func TestSmallestData(t *testing.T) {
	one := Observation{Pattern: Pattern{"Addition", "int", "Load"}, Device: "pi", Energy: 3e-8}
	zero := one
	zero.Energy = 0
	for name, list := range map[string][]Observation{
		"one": {one}, "equal": {one, one, one}, "one is zero": {zero, one},
	} {
		for _, s := range []Structure{Additive, Pooled} {
			r, err := Run(context.Background(), Observations{Unit: "J", List: list}, Options{Structure: s, Draws: 500})
			if err != nil {
				t.Errorf("%s, %s: %v", name, s, err)
				continue
			}
			for _, p := range r.Parameters {
				if math.IsNaN(p.Mean) || math.IsInf(p.Mean, 0) {
					t.Errorf("%s, %s: %s is %g", name, s, p.Key(), p.Mean)
				}
			}
			r.Warnings()
		}
	}
}

// counted are noiseless counts of instructions, one device, effects that add up only nearly.
func counted() (Observations, map[Pattern]float64) {
	rng := rand.New(rand.NewPCG(1, 1))
	obs := Observations{Unit: "instruction"}
	want := map[Pattern]float64{}
	for i, op := range []string{"Addition", "Division", "Modulo", "Negation", "Throw", "Monitor"} {
		for j, ty := range []string{"int", "long", "double"} {
			for k, size := range []string{"Load", "Constant"} {
				p := Pattern{op, ty, size}
				want[p] = float64(20*(i+1)+7*j+3*k) + 2*rng.NormFloat64()
				for range 3 {
					obs.List = append(obs.List, Observation{Pattern: p, Energy: want[p]})
				}
			}
		}
	}
	return obs, want
}

// TestNoiselessCounts: a meter that gives the same number every time. The pooled structure must
// reproduce every pattern, and put all that does not add up into the pattern effects.
func TestNoiselessCounts(t *testing.T) {
	obs, want := counted()
	r, err := Run(context.Background(), obs, Options{Structure: Pooled, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Diagnostics())
	for _, c := range r.Predictive.Cells {
		if math.Abs(c.Fitted-want[c.Pattern]) > 1e-2 {
			t.Errorf("%s: fitted %g, measured %g", c.Pattern, c.Fitted, want[c.Pattern])
		}
	}
	if omega, _ := r.Parameter("omega"); omega.Q025 > 2 || omega.Q975 < 2 {
		t.Errorf("omega %g to %g does not hold 2", omega.Q025, omega.Q975)
	}
	for _, p := range r.Parameters {
		if p.Category != CategorySigma && (p.RHat > 1.02 || p.BulkESS < 400) {
			t.Errorf("%s: R-hat %.3f, bulk ESS %.0f", p.Key(), p.RHat, p.BulkESS)
		}
	}
	if w := strings.Join(r.Warnings(), "\n"); !strings.Contains(w, "no noise that can be estimated") {
		t.Errorf("warnings: %s", w)
	}
	if n := strings.Join(r.Notes(), "\n"); n != "" && !strings.Contains(n, "instruction") {
		t.Errorf("notes: %s", n)
	}
}

func TestWarnings(t *testing.T) {
	tier.Slow(t, tier.Long)
	for _, c := range []struct {
		name   string
		change func(*Observations)
		want   string
		not    string
	}{
		{"as simulated", func(*Observations) {}, "", "does not fit"},
		{"outlier", func(o *Observations) { o.List[1234].Energy += 50e-9 }, "line 1236", ""},
		{"scatter", func(o *Observations) {
			for i := 200; i < 210; i++ { // one cell
				o.List[i].Energy += float64(i%2*2-1) * 12e-9
			}
		}, "scatter more than the common noise", ""},
		{"interaction", func(o *Observations) {
			for i := 200; i < 210; i++ {
				o.List[i].Energy += 10e-9
			}
		}, "fit the devices separately", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			obs, _ := realistic(t, 3, 2, 4)
			c.change(&obs)
			r, err := Run(context.Background(), obs, Options{Structure: Pooled, Seed: 1, Draws: 500})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(r.Warnings(), "\n")
			if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("want %q, not %q; got:\n%s", c.want, c.not, got)
			}
		})
	}
}

// TestWarnsOfConfounding: in the reference data, data size Reference occurs with method calls only.
func TestWarnsOfConfounding(t *testing.T) {
	tier.Slow(t, tier.Long)
	r, err := Run(context.Background(), readReference(t), Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w := r.Warnings()
	if len(w) != 1 || !strings.Contains(w[0], "data size Reference is not known apart from operation Static method call, operation Non-static method call") {
		t.Errorf("got %q", w)
	}
}

func TestInternalScale(t *testing.T) {
	for _, c := range []struct {
		unit  string
		value float64
		want  float64
		note  bool
	}{
		{"J", 4e-8, 1e-9, false}, {"J", 9e-7, 1e-9, false}, {"J", 5e-6, 1e-7, true}, {"J", 3e-12, 1e-13, true},
		{"instruction", 42, 1, true}, {"instruction", -420, 10, true},
	} {
		got, note := internalScale(Observations{Unit: c.unit, List: []Observation{{Energy: c.value}}})
		if math.Abs(got/c.want-1) > 1e-12 || (note != "") != c.note {
			t.Errorf("%g %s: scale %g (%s), want %g", c.value, c.unit, got, note, c.want)
		}
	}
}

// TestShippedObservationsMix: where effects of types and devices may be zero as far as the data can tell, and their tau
// with them, the chains keep the limits with the default number of draws.
func TestShippedObservationsMix(t *testing.T) {
	if !tier.Whole() {
		t.Skip("make test-all fits the shipped observations, for half a minute: other tests fit simulated ones")
	}
	f, err := os.Open("../shipped/observations/hotspot-xint-instructions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	obs, err := Read(f, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Structure{Pooled, Additive} {
		r, err := Run(context.Background(), obs, Options{Structure: s, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if d := r.Diagnostics(); !d.Converged() {
			t.Errorf("%s: %s", s, d)
		}
	}
}
