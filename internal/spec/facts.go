package spec

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Interval is a range of whole numbers [Lo, Hi]; infinite ends are unbounded.
type Interval struct{ Lo, Hi float64 }

// unboundedInterval holds every number.
var unboundedInterval = Interval{math.Inf(-1), math.Inf(1)}

// Linear is the fact that the sum of Coef times symbol is at most Max. Every coefficient is nonzero.
type Linear struct {
	Coef map[string]float64
	Max  float64
}

// String writes the relation with positive terms on either side: "a <= b + c + 3".
func (l Linear) String() string {
	var left, right []string
	for _, s := range slices.Sorted(maps.Keys(l.Coef)) {
		c := l.Coef[s]
		t := s
		if a := math.Abs(c); a != 1 {
			t = strconv.FormatFloat(a, 'g', -1, 64) + " * " + s
		}
		if c > 0 {
			left = append(left, t)
		} else {
			right = append(right, t)
		}
	}
	if len(left) == 0 {
		left = []string{"0"}
	}
	if l.Max != 0 || len(right) == 0 {
		right = append(right, strconv.FormatFloat(l.Max, 'g', -1, 64))
	}
	return strings.Join(left, " + ") + " <= " + strings.Join(right, " + ")
}

// Facts are what a precondition says of sizes, in a form that an analysis can use. Every fact is implied by the
// precondition; not everything that it implies is here.
type Facts struct {
	// Intervals of single symbols. A symbol without any bound is absent.
	Intervals map[string]Interval
	// Relations between two symbols or more, in the order of the clauses.
	Relations []Linear
	// Contradictory says that no values satisfy the precondition.
	Contradictory bool
}

// FactsOf extracts the facts from preconditions that all hold. Symbols are whole numbers, so n < 10 means n <= 9.
func FactsOf(ps ...Predicate) Facts {
	f := Facts{Intervals: map[string]Interval{}}
	for _, p := range ps {
		f.assume(p, true)
	}
	f.propagate()
	return f
}

// Unsatisfiable reports whether no values are known to satisfy preconditions that all hold. Sizes are not negative.
func Unsatisfiable(ps ...Predicate) bool {
	f := FactsOf(ps...)
	for s := range f.Intervals {
		if i := f.of(s); i.Lo > i.Hi {
			return true
		}
	}
	return f.Contradictory
}

// mostRounds bounds how often intervals are propagated: relations such as a < b && b < a narrow them for ever.
const mostRounds = 8

// propagate narrows intervals by relations: k <= n and n <= 50 give k <= 50.
func (f *Facts) propagate() {
	for range mostRounds {
		before := maps.Clone(f.Intervals)
		for _, l := range f.Relations {
			f.narrow(l)
		}
		if f.Contradictory || maps.Equal(before, f.Intervals) {
			return
		}
	}
}

// narrow bounds each symbol of a relation by the least values of the other terms.
func (f *Facts) narrow(l Linear) {
	const exact = 1 << 53
	for s, c := range l.Coef {
		rest := l.Max
		for other, k := range l.Coef {
			if i := f.of(other); other != s && k > 0 {
				rest -= k * i.Lo
			} else if other != s {
				rest -= k * i.Hi
			}
		}
		switch {
		case !(math.Abs(rest) < exact):
		case c > 0:
			f.bound(s, Interval{math.Inf(-1), math.Floor(rest / c)})
		default:
			f.bound(s, Interval{math.Ceil(rest/c) + 0, math.Inf(1)})
		}
	}
}

// of is the interval of a symbol. Sizes are not negative.
func (f *Facts) of(symbol string) Interval {
	i, ok := f.Intervals[symbol]
	if !ok {
		i = unboundedInterval
	}
	if IsSizeName(symbol) {
		i.Lo = math.Max(i.Lo, 0)
	}
	return i
}

// assume adds what follows from p, or from !p where holds is false.
func (f *Facts) assume(p Predicate, holds bool) {
	switch p := p.(type) {
	case Bool:
		if p.Value != holds {
			f.Contradictory = true
		}
	case Not:
		f.assume(p.X, !holds)
	case Logical:
		switch {
		case p.Op == "&&" && holds:
			f.assume(p.X, true)
			f.assume(p.Y, true)
		case p.Op == "&&":
			f.either(p.X, false, p.Y, false)
		case p.Op == "||" && holds:
			f.either(p.X, true, p.Y, true)
		case p.Op == "||":
			f.assume(p.X, false)
			f.assume(p.Y, false)
		case holds: // X ==> Y is !X || Y
			f.either(p.X, false, p.Y, true)
		default:
			f.assume(p.X, true)
			f.assume(p.Y, false)
		}
	case Compare:
		if p.Operands[0].Dim() != Count {
			return
		}
		if holds {
			for i, op := range p.Ops {
				f.relate(p.Operands[i], op, p.Operands[i+1])
			}
		} else if len(p.Ops) == 1 { // the negation of a chain is a disjunction
			f.relate(p.Operands[0], negated[p.Ops[0]], p.Operands[1])
		}
	}
}

var negated = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

// either adds what follows from both sides of a disjunction: the hull of their intervals.
func (f *Facts) either(x Predicate, xHolds bool, y Predicate, yHolds bool) {
	a, b := Facts{Intervals: map[string]Interval{}}, Facts{Intervals: map[string]Interval{}}
	a.assume(x, xHolds)
	b.assume(y, yHolds)
	switch {
	case a.Contradictory && b.Contradictory:
		f.Contradictory = true
		return
	case a.Contradictory:
		a = b
	case b.Contradictory:
		b = a
	}
	for _, s := range slices.Sorted(maps.Keys(a.Intervals)) {
		if j, ok := b.Intervals[s]; ok {
			i := a.Intervals[s]
			f.bound(s, Interval{math.Min(i.Lo, j.Lo), math.Max(i.Hi, j.Hi)})
		}
	}
	for _, l := range a.Relations {
		if slices.ContainsFunc(b.Relations, func(m Linear) bool { return m.Max == l.Max && maps.Equal(m.Coef, l.Coef) }) {
			f.Relations = append(f.Relations, l)
		}
	}
}

// bound intersects the symbol's interval with i.
func (f *Facts) bound(symbol string, i Interval) {
	old, ok := f.Intervals[symbol]
	if !ok {
		old = unboundedInterval
	}
	i = Interval{math.Max(old.Lo, i.Lo), math.Min(old.Hi, i.Hi)}
	if i == unboundedInterval {
		return
	}
	f.Intervals[symbol] = i
	if i.Lo > i.Hi {
		f.Contradictory = true
	}
}

func (f *Facts) relate(x Expr, op string, y Expr) {
	switch op {
	case "<=":
		f.atMost(x, y, false)
	case "<":
		f.atMost(x, y, true)
	case ">=":
		f.atMost(y, x, false)
	case ">":
		f.atMost(y, x, true)
	case "==":
		f.atMost(x, y, false)
		f.atMost(y, x, false)
	}
}

// atMost adds x <= y, or x < y where strict. A maximum on the left and a minimum on the right are several facts.
func (f *Facts) atMost(x, y Expr, strict bool) {
	if c, ok := x.(Call); ok && c.Func == "max" {
		for _, a := range c.Args {
			f.atMost(a, y, strict)
		}
		return
	}
	if c, ok := y.(Call); ok && c.Func == "min" {
		for _, a := range c.Args {
			f.atMost(x, a, strict)
		}
		return
	}
	l := linear{coef: map[string]float64{}}
	if !l.add(x, 1) || !l.add(y, -1) {
		return
	}
	whole := true
	for s, c := range l.coef {
		if c == 0 {
			delete(l.coef, s)
		}
		whole = whole && c == math.Trunc(c)
	}
	limit := 0 - l.constant
	if whole { // a sum of whole numbers below 4.5 is at most 4, below 4 at most 3
		if strict && limit == math.Trunc(limit) {
			limit--
		} else {
			limit = math.Floor(limit)
		}
		strict = false
	}
	switch len(l.coef) {
	case 0:
		if 0 > limit || strict && limit == 0 {
			f.Contradictory = true
		}
	case 1:
		for s, c := range l.coef {
			b := limit / c
			if c > 0 {
				i := math.Floor(b)
				if strict && i == b {
					i--
				}
				f.bound(s, Interval{math.Inf(-1), i})
			} else {
				i := math.Ceil(b)
				if strict && i == b {
					i++
				}
				f.bound(s, Interval{i + 0, math.Inf(1)})
			}
		}
	default:
		f.Relations = append(f.Relations, Linear{l.coef, limit})
	}
}

// linear is a sum of multiples of symbols and a constant.
type linear struct {
	coef     map[string]float64
	constant float64
}

// add adds factor times e; false where e is not linear. Beyond 2^53 float64 is no longer exact for whole numbers,
// and an inexact fact could be a wrong one, so such constants are not linear either.
func (l *linear) add(e Expr, factor float64) bool {
	const exact = 1 << 53
	switch e := e.(type) {
	case Number:
		v := factor * e.Value
		l.constant += v
		return (!e.Real || e.Value == math.Trunc(e.Value) || factor == 1 || factor == -1) && math.Abs(v) < exact && math.Abs(l.constant) < exact
	case Symbol:
		l.coef[e.Name] += factor
		return math.Abs(l.coef[e.Name]) < exact
	case Neg:
		return l.add(e.X, -factor)
	case Binary:
		switch e.Op {
		case '+':
			return l.add(e.X, factor) && l.add(e.Y, factor)
		case '-':
			return l.add(e.X, factor) && l.add(e.Y, -factor)
		case '*':
			if c, ok := constant(e.X); ok {
				return l.add(e.Y, factor*c)
			}
			if c, ok := constant(e.Y); ok {
				return l.add(e.X, factor*c)
			}
		}
		if c, ok := constant(e); ok {
			l.constant += factor * c
			return math.Abs(l.constant) < exact
		}
	}
	return false
}

// constant evaluates an expression without symbols.
func constant(e Expr) (float64, bool) {
	v, err := Evaluate(e, func(string) (float64, bool) { return 0, false })
	return v, err == nil && math.Abs(v) < 1<<53
}
