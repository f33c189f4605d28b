//go:build linux

package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
)

// methodCost is what the analysis of one method took.
type methodCost struct {
	method         *classfile.Method
	instructions   int
	perInstruction float64 // nanoseconds
}

// rounds is how often a method is analysed that seems to take long: the fastest counts.
const rounds = 5

// limit is how much more than the median an instruction of a method may take.
const limit = 100

// outliers analyses every method of a program by itself, or evaluates it with what it calls, and compares the time per
// instruction.
func outliers(name string, evaluate, list bool, out io.Writer) (row string, err error) {
	jdk, _, err := driver.FindJDK("auto")
	if err != nil {
		return "", err
	}
	a, err := driver.Load(context.Background(), driver.Options{Paths: []string{name}, JDK: jdk, Jobs: 1})
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := a.Close(); err == nil {
			err = cerr
		}
	}()
	an := absint.NewAnalyzer(a.Program.Hierarchy, nil, nil, 1)
	timed := timed
	if evaluate {
		timed = evaluation(an, a.Program.Classes())
	}
	var all []methodCost
	for _, c := range a.Program.Classes() {
		for i := range c.Methods {
			if n := instructions(&c.Methods[i]); n > 0 {
				all = append(all, methodCost{method: &c.Methods[i], instructions: n, perInstruction: timed(an, &c.Methods[i], n)})
			}
		}
	}
	if len(all) == 0 {
		return "", fmt.Errorf("%s has no methods with code", name)
	}
	expensive := func(a, b methodCost) int { return cmp.Compare(b.perInstruction, a.perInstruction) }
	slices.SortFunc(all, expensive)
	median := all[len(all)/2].perInstruction
	// The scheduler and the collector make some seem expensive that are not: look again at those.
	for i := range all {
		if all[i].perInstruction < limit/4*median {
			break
		}
		for range rounds - 1 {
			all[i].perInstruction = min(all[i].perInstruction, timed(an, all[i].method, all[i].instructions))
		}
	}
	slices.SortFunc(all, expensive)
	above := 0
	for _, m := range all {
		if m.perInstruction <= limit*median {
			break
		}
		above++
		if list {
			fmt.Fprintf(out, "%s: %.0f times the median, %d instructions, %.1f ms\n", absint.MethodName(m.method), m.perInstruction/median, m.instructions, m.perInstruction*float64(m.instructions)/1e6)
		}
	}
	return fmt.Sprintf("| %s | %d | %.0f ns | %.0f | %d |", filepath.Base(name), len(all), median, all[0].perInstruction/median, above), nil
}

func instructions(m *classfile.Method) int {
	code, err := m.Code()
	if err != nil || code == nil {
		return 0
	}
	n := 0
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		n++
	}
	return n
}

// evaluation evaluates all methods of a program together, callees first, several times. It returns a function that gives
// the time per instruction of a method's fastest evaluations from above and from below.
func evaluation(an *absint.Analyzer, classes []*classfile.Class) func(*absint.Analyzer, *classfile.Method, int) float64 {
	var roots []*classfile.Method
	for _, c := range classes {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.HasCode() {
				roots = append(roots, m)
			}
		}
	}
	p := an.Reach(roots)
	total := map[*classfile.Method]time.Duration{}
	for _, upper := range []bool{true, false} {
		fastest := map[*classfile.Method]time.Duration{}
		for round := range rounds {
			an.Isolate = func(m *classfile.Method, f func()) bool {
				start := time.Now()
				f()
				if d := time.Since(start); round == 0 || d < fastest[m] {
					fastest[m] = d
				}
				return true
			}
			p.Evaluate(absint.TotalInstructions(upper))
		}
		for m, d := range fastest {
			total[m] += d
		}
	}
	an.Isolate = nil
	return func(_ *absint.Analyzer, m *classfile.Method, n int) float64 {
		return float64(total[m].Nanoseconds()) / float64(n)
	}
}

// timed is the time per instruction of one analysis: loops, sizes, calls, and the cost of the method's own code.
func timed(an *absint.Analyzer, m *classfile.Method, n int) float64 {
	start := time.Now()
	if s := an.Once(m); s.Err() == nil {
		s.Own(absint.OwnInstructions(true))
	}
	return float64(time.Since(start).Nanoseconds()) / float64(n)
}
