// Package observe holds what was counted while programs ran against what the analysis says of them. It is for
// tests: a count outside of its bounds is a defect of the analysis.
package observe

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint"
)

// Calls is what was counted in one or more calls of a method that a bound speaks of together.
type Calls struct {
	Own, Total       int64 // the most executed JVM instructions in a call
	OwnMin, TotalMin int64 // the least in a call that returned normally; -1 where none did
	Loops            []Loop
}

// Loop is what was counted of one loop, by its index in the control flow graph.
type Loop struct {
	Header    int64 // the most executions of its header in a call
	HeaderMin int64 // the least, in a call that returned normally; -1 for none
	Most      int64 // back edges taken between entering and leaving; -1 where it was never entered
	Least     int64 // the least, in a call that returned normally; -1 for none
}

// Shape says where the loops of a method are: by pc, the loop whose header starts there or -1; and by loop and pc,
// whether the pc is in the loop.
type Shape struct {
	Header []int32
	Member [][]bool
}

// ShapeOf returns the shape of a method's loops.
func ShapeOf(s *absint.Summary) Shape {
	g := s.Graph()
	n := len(g.Code.Bytes)
	sh := Shape{Header: make([]int32, n)}
	for i := range sh.Header {
		sh.Header[i] = -1
	}
	for l := range g.Loops {
		sh.Header[g.Blocks[g.Loops[l].Header].Start] = int32(l)
		in := make([]bool, n)
		for b := range g.Blocks {
			if g.InLoop(b, l) {
				for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc++ {
					in[pc] = true
				}
			}
		}
		sh.Member = append(sh.Member, in)
	}
	return sh
}

// Method is one analysed method with its outcomes.
type Method struct {
	Name            string
	Summary         *absint.Summary
	own, ownLow     absint.Outcome
	total, totalLow absint.Outcome
	Always          Bounds // for all arguments
	ownUp, ownDown  absint.Objective
	allUp, allDown  absint.Objective
}

// NewMethod takes the outcomes of a method's total instructions, from the evaluation of its program.
func NewMethod(s *absint.Summary, total, totalLow absint.Outcome) *Method {
	m := &Method{
		Name: absint.MethodName(s.Method), Summary: s, total: total, totalLow: totalLow,
		ownUp: absint.OwnInstructions(true), ownDown: absint.OwnInstructions(false),
		allUp: absint.TotalInstructions(true), allDown: absint.TotalInstructions(false),
	}
	m.own, m.ownLow = s.Own(m.ownUp), s.Own(m.ownDown)
	m.Always = m.bounds(s)
	return m
}

// Bounds are the numbers of one method.
type Bounds struct {
	Own, Total       absint.Numbers
	OwnLow, TotalLow absint.Numbers
	Loops            []absint.Loop // as the graph has them
}

func (m *Method) bounds(s *absint.Summary) Bounds {
	return Bounds{
		Own:      s.Range(m.own, m.ownUp, nil),
		Total:    s.Range(m.total, m.allUp, nil),
		OwnLow:   s.Range(m.ownLow, m.ownDown, nil),
		TotalLow: s.Range(m.totalLow, m.allDown, nil),
		Loops:    byHeader(s),
	}
}

// At returns the bounds for calls in which symbols have known values, by path.
func (m *Method) At(pins map[string]float64) Bounds { return m.bounds(m.Summary.At(pins)) }

func byHeader(s *absint.Summary) []absint.Loop {
	g := s.Graph()
	out := make([]absint.Loop, len(g.Loops))
	for _, x := range s.Loops(nil) {
		for l := range g.Loops {
			if g.Blocks[g.Loops[l].Header].Start == x.Offset {
				out[l] = x
			}
		}
	}
	return out
}

// Violation is a bound that does not hold.
type Violation struct{ Text string }

func (v *Violation) Error() string { return v.Text }

// Compare returns the first bound that does not hold, nil where all do. how says which calls were meant.
func (m *Method) Compare(b *Bounds, how string, c *Calls) error {
	above := func(what string, observed int64, bound float64) error {
		if float64(observed) <= bound {
			return nil
		}
		return &Violation{fmt.Sprintf("%s of %s: observed %d, at most %s by its bound %s", what, m.Name, observed, strconv.FormatFloat(bound, 'f', -1, 64), how)}
	}
	below := func(what string, observed int64, bound float64) error {
		if observed < 0 || float64(observed) >= bound {
			return nil
		}
		return &Violation{fmt.Sprintf("%s of %s: observed %d, at least %s by its bound %s", what, m.Name, observed, strconv.FormatFloat(bound, 'f', -1, 64), how)}
	}
	var errs []error
	if b.Own.Known {
		errs = append(errs, above("own instructions", c.Own, b.Own.Own))
	}
	if b.Total.Known {
		errs = append(errs, above("total instructions", c.Total, b.Total.Total))
	}
	errs = append(errs, below("own instructions", c.OwnMin, b.OwnLow.Own), below("total instructions", c.TotalMin, b.TotalLow.Total))
	for l := range b.Loops {
		x, k := &b.Loops[l], &c.Loops[l]
		where := fmt.Sprintf(" of the loop at %d (line %d)", x.Offset, x.Line)
		errs = append(errs, above("iterations"+where, k.Most, x.Max), above("header executions"+where, k.Header, x.HeaderMax),
			below("iterations"+where, k.Least, x.Min), below("header executions"+where, k.HeaderMin, x.HeaderMin))
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Tightness collects how close the bounds of loops are: the bound of the iterations for the arguments of a call,
// divided by the most that were observed.
type Tightness struct {
	Exact   []float64 // of loops whose number is proved exact
	Bounded []float64 // of all other loops with a bound
	Unbound int       // loops without one
}

// Add takes the loops of calls in: at are the bounds for them.
func (t *Tightness) Add(always, at *Bounds, c *Calls) {
	for l := range at.Loops {
		bound, most := at.Loops[l].Max, c.Loops[l].Most
		switch {
		case most < 0:
		case math.IsInf(bound, 1):
			t.Unbound++
		case always.Loops[l].Status == absint.Exact:
			t.Exact = append(t.Exact, ratio(bound, most))
		default:
			t.Bounded = append(t.Bounded, ratio(bound, most))
		}
	}
}

// Merge takes over what another one collected.
func (t *Tightness) Merge(u *Tightness) {
	t.Exact, t.Bounded = append(t.Exact, u.Exact...), append(t.Bounded, u.Bounded...)
	t.Unbound += u.Unbound
}

// ratio counts executions of the header, so that no iterations at all are no division by zero.
func ratio(bound float64, observed int64) float64 { return (bound + 1) / float64(observed+1) }

// Median is the middle of ratios, 1 where there are none.
func Median(xs []float64) float64 {
	if len(xs) == 0 {
		return 1
	}
	slices.Sort(xs)
	return xs[len(xs)/2]
}

// Distribution describes ratios by their quantiles.
func Distribution(xs []float64) string {
	if len(xs) == 0 {
		return "none"
	}
	slices.Sort(xs)
	one, _ := slices.BinarySearch(xs, 1.0000001)
	s := fmt.Sprintf("%.1f%% are 1", 100*float64(one)/float64(len(xs)))
	for _, q := range []int{50, 75, 90, 95, 99} {
		s += fmt.Sprintf(", p%d %.4g", q, xs[min(len(xs)-1, len(xs)*q/100)])
	}
	return s
}
