package symval

import (
	"maps"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Ranges of symbols at one place: what the comparisons that dominate a block prove, as in the code after
// `if (n < 0 || n > 50) throw`. Constraint propagation of intervals over linear inequalities (Davis, AI 32, 1987). Sound
// because every execution of the block has passed the comparisons, a symbol has one value in a call and an index one in an
// iteration, and only values that equal their Size without conditions take part.

// maxGuards bounds the comparisons that are propagated: the innermost of those that dominate a block.
const maxGuards = 24

// guards are the inequalities that hold in a block, and the ranges that follow from them.
type guards struct {
	env   expr.Env
	known []inequality
}

// inequality states that Size is at least 0 or, if nonzero is set, that it is not 0.
type inequality struct {
	size    expr.Size
	nonzero bool
}

// guardsAt returns what holds whenever block b is executed.
func (m *Func) guardsAt(b int32) *guards {
	m.StartIntervals()
	if g, ok := m.intervals.guards[b]; ok {
		return g
	}
	g := &guards{env: m.Env}
	m.intervals.guards[b] = g // a query within is answered without the guards of this block
	facts := m.FactsAt(b)
	known := m.caseInequalities(b)
	ensured, also := m.sizes.Ensured(m, b, false)
	for _, s := range ensured {
		known = append(known, inequality{size: s})
	}
	for _, f := range slices.Concat(facts[:min(len(facts), maxGuards)], also) {
		known = append(known, m.inequalitiesOf(f, b)...)
	}
	g.known = known
	if len(known) == 0 {
		return g
	}
	g.env.Symbols, g.env.Indices = maps.Clone(m.Env.Symbols), maps.Clone(m.Env.Indices)
	if g.env.Symbols == nil {
		g.env.Symbols = map[string]expr.Interval{}
	}
	if g.env.Indices == nil {
		g.env.Indices = map[int]expr.Interval{}
	}
	for range 2 { // the second pass uses what the first one found
		for _, k := range known {
			g.narrow(k)
		}
	}
	m.Spend(len(known))
	return g
}

// inequalitiesOf returns the inequalities that a comparison states, over values that stay the same in block b.
func (m *Func) inequalitiesOf(f code.Comparison, b int32) (out []inequality) {
	if text := m.NotEmpty(f); text != 0 {
		if q := m.StringLength(text); q.Ok() && m.steadyIn(q, b) {
			out = append(out, inequality{size: q.Size.AddInt(-1)})
		}
	}
	x, y := m.SteadySize(f.A, b), m.SteadySize(f.B, b)
	if x.Top && y.Top {
		return nil
	}
	atMost := func(a, b ssa.ID, x, y expr.Size, extra int64) { // a <= b + extra
		switch {
		case x.Top:
			x = m.endOf(a, false)
		case y.Top:
			y = m.endOf(b, true)
		}
		if d := y.Sub(x).AddInt(extra); !d.Top {
			out = append(out, inequality{size: d})
		}
	}
	switch f.Op {
	case classfile.OpIfIcmplt:
		atMost(f.A, f.B, x, y, -1)
	case classfile.OpIfIcmple:
		atMost(f.A, f.B, x, y, 0)
	case classfile.OpIfIcmpgt:
		atMost(f.B, f.A, y, x, -1)
	case classfile.OpIfIcmpge:
		atMost(f.B, f.A, y, x, 0)
	case classfile.OpIfIcmpeq:
		atMost(f.A, f.B, x, y, 0)
		atMost(f.B, f.A, y, x, 0)
	case classfile.OpIfIcmpne:
		if d := x.Sub(y); !d.Top {
			out = append(out, inequality{d, true})
		}
	}
	return out
}

// caseInequalities returns the ranges of the values of switches one of whose cases leads to block b.
func (m *Func) caseInequalities(b int32) (out []inequality) {
	for n := 0; n < maxGuards; n++ {
		p := int32(m.CFG.Dominators.Parent(int(b)))
		if p < 0 || p == b {
			break
		}
		if lo, hi, ok := m.casesInto(b, p); ok {
			if s := m.SteadySize(m.Fn.Args(m.Fn.At(m.CFG.Blocks[p].Last))[0], b); !s.Top {
				out = append(out, inequality{size: s.AddInt(-lo)}, inequality{size: expr.Const(hi).Sub(s)})
			}
		}
		b = p
	}
	return out
}

// casesInto returns the smallest and the largest case of the switch that ends block p and from which alone block b is entered.
func (m *Func) casesInto(b, p int32) (lo, hi int64, ok bool) {
	lo, hi = math.MaxInt32, math.MinInt32
	for _, i := range m.CFG.Blocks[b].Preds {
		e := &m.CFG.Edges[i]
		if e.Kind != cfg.Case || e.From != p {
			return 0, 0, false
		}
		lo, hi = min(lo, int64(e.Case)), max(hi, int64(e.Case))
	}
	return lo, hi, lo <= hi && m.Fn.At(m.CFG.Blocks[p].Last) != 0
}

// SteadySize returns the Size that v equals, TopSize if there is none or if it is not the same in block b.
func (m *Func) SteadySize(v ssa.ID, b int32) expr.Size {
	if v == 0 {
		return expr.Size{}
	}
	q := m.ValueOf(v)
	if !q.Ok() {
		s, known := m.steady[v]
		if !known {
			if m.steady == nil {
				m.steady = map[ssa.ID]expr.Size{}
			}
			s = m.sizes.Steady(m, v)
			m.steady[v] = s
		}
		return s
	}
	if !m.steadyIn(q, b) {
		return expr.TopSize
	}
	return q.Size
}

// steadyIn reports whether a value has no conditions and is the same in block b.
func (m *Func) steadyIn(q Guarded, b int32) bool {
	return len(q.Conds) == 0 && !q.Size.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom && !m.CFG.InLoop(int(b), a.Loop) || a.Kind == expr.SymbolAtom && IsLargest(a.Symbol)
	})
}

// endOf returns the upper (up) or lower end of the interval of v, TopSize if it is too large to be exact.
func (m *Func) endOf(v ssa.ID, up bool) expr.Size {
	r := m.RangeOf(v)
	end := r.Lo
	if up {
		end = r.Hi
	}
	if math.Abs(end) >= expr.ExactWhole {
		return expr.TopSize
	}
	return expr.Const(int64(end))
}

// narrow intersects the range of each symbol and index that is a term of an inequality with what the other terms leave.
func (g *guards) narrow(k inequality) {
	for i, t := range k.size.Terms {
		if len(t.Mono) != 1 {
			continue
		}
		a := t.Mono[0]
		if a.Kind != expr.SymbolAtom && a.Kind != expr.IndexAtom {
			continue
		}
		rest := expr.Size{Terms: slices.Delete(slices.Clone(k.size.Terms), i, i+1)}
		others, old := g.env.Size(rest), g.env.Atom(a)
		end := -others.Hi / float64(t.Coef)
		to := old
		switch {
		case math.Abs(end) >= expr.ExactWhole || math.IsNaN(end):
			continue
		case k.nonzero:
			if others.Lo != others.Hi {
				continue
			}
			if old.Lo == end {
				to.Lo++
			}
			if old.Hi == end {
				to.Hi--
			}
		case t.Coef > 0: // coef * a >= -others
			to.Lo = math.Max(old.Lo, math.Ceil(end))
		default:
			to.Hi = math.Min(old.Hi, math.Floor(end))
		}
		if to == old || to.Lo > to.Hi { // an empty range is that of a block that is never executed
			continue
		}
		if a.Kind == expr.IndexAtom {
			g.env.Indices[a.Loop] = to
		} else {
			g.env.Symbols[a.Symbol.Path] = to
		}
	}
}

// KnownAt returns sizes that are not negative whenever block b has run to its end.
func (m *Func) KnownAt(b int32) (out []expr.Size) {
	g := m.guardsAt(b)
	out, _ = m.sizes.Ensured(m, b, true)
	for _, k := range g.known {
		if !k.nonzero {
			out = append(out, k.size)
		} else if r := g.env.Size(k.size); r.Lo > m.Env.Size(k.size).Lo && r.Lo > 0 { // a boolean that is true
			out = append(out, k.size.AddInt(-1))
		}
	}
	return out
}

// prover proves inequalities that hold whenever the block is executed.
func (g *guards) prover() *expr.Prover {
	p := &expr.Prover{Ranges: g.env}
	for _, k := range g.known {
		if !k.nonzero && len(k.size.Terms) > 1 {
			p.Known = append(p.Known, k.size)
		}
	}
	return p
}

// LimitedAt returns s, or its minimum with the number that the comparisons that dominate block b limit it to, if the ranges
// of its symbols alone do not: the two are equal whenever the block is executed.
func (m *Func) LimitedAt(s expr.Size, b int32) expr.Size {
	if _, number := s.Int(); s.Top || number {
		return s
	}
	g := m.guardsAt(b)
	if len(g.known) == 0 {
		return s
	}
	p := g.prover()
	before := m.Env.Size(m.Eliminate(s, true, b)).Hi
	most := math.Floor(p.Most(s))
	if !(most < before && math.Abs(most) < Uninformative) || most > before/2 && s.Contains(isLog) || most > before/4 && before > 1<<24 {
		return s // the bits of the type limit a logarithm, and any size, well enough
	}
	if m.NonNegative(s, b) { // less than 0 shows that the block is never executed
		most = math.Max(most, 0)
	}
	limit := expr.Const(int64(most))
	if p.Least(s) >= most {
		return limit
	}
	if x, ok := s.Unclamped(); ok {
		return expr.Max(expr.Size{}, expr.Min(x, limit))
	}
	return expr.Min(s, limit)
}

// isLog reports whether an atom is a logarithm.
func isLog(a *expr.Atom) bool { return a.Kind == expr.LogAtom }

// holdsAt reports whether a condition holds whenever block b is executed, by the comparisons that dominate it.
func (m *Func) holdsAt(c expr.Condition, b int32) bool {
	g := m.guardsAt(b)
	return len(g.known) > 0 && g.prover().Holds(c)
}

// At returns the analysis of calls in which symbols have known values, by path. Bounds stay the same, ranges are narrower;
// what is computed from these is not shared with m.
func (m *Func) At(values map[string]float64) *Func {
	out := *m
	out.intervals, out.grows = intervalCache{}, nil
	out.Env.Symbols = maps.Clone(m.Env.Symbols)
	if out.Env.Symbols == nil {
		out.Env.Symbols = map[string]expr.Interval{}
	}
	for path, v := range values {
		r, ok := out.Env.Symbols[path]
		if !ok {
			r = expr.Everything
		}
		out.Env.Symbols[path] = expr.Intersect(r, expr.Interval{Lo: v, Hi: v})
	}
	return &out
}
