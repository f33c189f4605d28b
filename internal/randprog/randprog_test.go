package randprog

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/observe"
)

// failure is a program with the first call of it that breaks a bound.
type failure struct {
	seed    uint64
	program *Program
	run     Run
	err     error
}

const (
	runsPerMethod = 3
	stepsPerRun   = 4000
)

// attempt generates and checks the program of one seed.
func attempt(seed uint64, tight *Totals) (f *failure) {
	r := rand.New(rand.NewPCG(seed, 1))
	p := Generate(r)
	var run Run
	defer func() {
		if x := recover(); x != nil {
			f = &failure{seed, p, run, fmt.Errorf("panic: %v", x)}
		}
	}()
	s, err := Analyse(p.Listing())
	if err != nil {
		return &failure{seed, p, Run{}, err}
	}
	for i := range p.Methods {
		for k := range runsPerMethod {
			var ok bool
			if run, ok = p.RandomRun(r, i); !ok {
				break
			}
			steps := stepsPerRun
			if r.IntN(20) == 0 { // bounds of thousands show only in long runs
				steps *= 50
			}
			known, err := s.check(run, steps, tight)
			if err != nil {
				return &failure{seed, p, run, err}
			}
			if k == 0 {
				tight.Constructs.Count(p, i, known)
			}
		}
	}
	return nil
}

// minimize shrinks a failure of a bound.
func minimize(f *failure) {
	var v *observe.Violation
	isViolation := errors.As(f.err, &v)
	deadline := time.Now().Add(20 * time.Second)
	breaks := func(p *Program, run Run) (err error) {
		if time.Now().After(deadline) {
			return nil
		}
		defer func() {
			if x := recover(); x != nil && !isViolation {
				err = fmt.Errorf("panic: %v", x)
			}
		}()
		s, err := Analyse(p.Listing())
		if err == nil {
			err = s.Check(run, 50*stepsPerRun, nil)
		}
		if err != nil && errors.As(err, &v) == isViolation {
			return err
		}
		return nil
	}
	f.program = Shrink(f.program, func(p *Program) bool { return breaks(p, f.run) != nil })
	f.run = ShrinkRun(f.run, func(r Run) bool { return breaks(f.program, r) != nil })
	f.program = Shrink(f.program, func(p *Program) bool { return breaks(p, f.run) != nil })
	deadline = time.Now().Add(time.Second)
	if err := breaks(f.program, f.run); err != nil {
		f.err = err
	}
}

// TestNoRunIsOutsideItsBounds is the proof by trying: ENERGYLINT_RANDOM_PROGRAMS says how many programs, and
// ENERGYLINT_RANDOM_SEED where to start (a number; 0 where it is not set).
func TestNoRunIsOutsideItsBounds(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 200
	}
	if s := os.Getenv("ENERGYLINT_RANDOM_PROGRAMS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	start, _ := strconv.ParseUint(os.Getenv("ENERGYLINT_RANDOM_SEED"), 10, 64)
	var next, bad atomic.Int64
	var mu sync.Mutex
	var total Totals
	var wg sync.WaitGroup
	began := time.Now()
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // what lives is tiny: collect rarely
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var tight Totals
			for bad.Load() < 8 {
				i := next.Add(1) - 1
				if i >= int64(n) {
					break
				}
				if f := attempt(start+uint64(i), &tight); f != nil {
					bad.Add(1)
					minimize(f)
					t.Errorf("seed %d: %v\n%s%s\n", f.seed, f.err, f.program.Listing(), f.run)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			total.Merge(&tight)
		})
	}
	wg.Wait()
	t.Logf("%d programs, %d runs (%d stopped after %d instructions) in %v", min(next.Load(), int64(n)), total.Runs, total.Stopped, stepsPerRun, time.Since(began).Round(time.Millisecond))
	t.Logf("loops entered: %d exact, %d with another bound, %d without", len(total.Exact), len(total.Bounded), total.Unbound)
	t.Logf("bound / observed of exact loops: %s", observe.Distribution(total.Exact))
	t.Logf("bound / observed of other loops: %s", observe.Distribution(total.Bounded))
	e := &total.Events
	t.Logf("executed: %d virtual calls, %d of them of lambdas; %d reads of fields; %d exceptions out of calls, %d caught", e.Virtual, e.Lambda, e.Fields, e.Thrown, e.Caught)
	for _, line := range total.Constructs.Lines() {
		t.Log(line)
	}
	if n >= 1000 {
		for i, c := range total.Constructs {
			if c.Methods < n/100 || c.Bounded < c.Own/8 {
				t.Errorf("%d of %d methods with %s have a bound: too few to show anything", c.Bounded, c.Methods, constructNames[i])
			}
		}
		if least := min(e.Virtual, e.Lambda, e.Fields, e.Thrown, e.Caught); least < n/10 {
			t.Errorf("too little is executed: %+v", *e)
		}
	}
	if m := observe.Median(total.Exact); m != 1 {
		t.Errorf("the median of the exact loops is %v", m)
	}
}
