package cost

import (
	"maps"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/stated"
	"github.com/energylint/energylint/internal/spec"
)

// Predicates on the sizes of a call: the condition of a budget and the preconditions of its method.

// restrict narrows the domain of an outcome to calls that satisfy predicates. What a predicate says of a name that several
// symbols have, it says of each of them.
func (d *Domain) restrict(o Outcome, when []spec.Predicate) {
	if len(when) == 0 {
		return
	}
	names := d.S.Names(o).Precondition()
	for name, iv := range spec.FactsOf(when...).Intervals {
		for _, sym := range names.each(name) {
			d.Ranges.Symbols[sym.Path] = expr.Intersect(d.Ranges.Symbol(sym), expr.Interval{Lo: iv.Lo, Hi: iv.Hi})
		}
	}
	for _, p := range when {
		d.know(names, p)
	}
}

// each returns the symbols that have a name: a condition says the same of each.
func (n *Names) each(name string) []expr.Symbol {
	if syms := n.symbols[name]; len(syms) > 0 {
		return syms
	}
	if n.s.Failure != nil {
		return nil
	}
	if sym, ok := stated.NamedSymbol(n.s.M, name); ok {
		return []expr.Symbol{sym}
	}
	return n.members[name]
}

// know adds the comparisons of a conjunction.
func (d *Domain) know(names *Names, p spec.Predicate) {
	switch p := p.(type) {
	case spec.Logical:
		if p.Op == "&&" {
			d.know(names, p.X)
			d.know(names, p.Y)
		}
	case spec.Compare:
		if p.Operands[0].Dim() != spec.Count {
			return
		}
		for i, op := range p.Ops {
			for _, n := range names.readings(p.Operands[i], p.Operands[i+1]) {
				x, ok := n.Size(p.Operands[i], undeclared)
				y, also := n.Size(p.Operands[i+1], undeclared)
				if !ok || !also {
					continue
				}
				if op == "<=" || op == "<" || op == "==" {
					d.atMost(x, y, op == "<")
				}
				if op == ">=" || op == ">" || op == "==" {
					d.atMost(y, x, op == ">")
				}
			}
		}
	}
}

// maxKnown bounds the comparisons that proofs use.
const maxKnown = 64

// atMost adds x <= y, or x < y.
func (d *Domain) atMost(x, y expr.Size, strict bool) {
	k := y.Sub(x)
	if strict {
		k = k.AddInt(-1)
	}
	if !k.Top && len(d.Known) < maxKnown {
		d.Known = append(d.Known, d.Ranges.Settle(k))
	}
}

func undeclared(string) bool { return false }

// maxReadings bounds the combinations of symbols that the names of a comparison are read as.
const maxReadings = 32

// readings returns names in which each name of the expressions has one symbol, for all combinations.
func (n *Names) readings(es ...spec.Expr) []*Names {
	out := []*Names{n}
	for _, e := range es {
		for _, s := range spec.Symbols(e) {
			var next []*Names
			for _, r := range out {
				for _, sym := range r.each(s.Name) {
					one := *r
					one.symbols = maps.Clone(r.symbols)
					one.symbols[s.Name] = []expr.Symbol{sym}
					next = append(next, &one)
				}
			}
			if len(next) > maxReadings {
				return nil
			}
			if len(next) > 0 {
				out = next
			}
		}
	}
	return out
}

// holds reports whether what is known of the calls proves a condition.
func (d *Domain) holds(c expr.Condition) bool {
	if c.Size.Top || len(d.Known) == 0 {
		return false
	}
	p := expr.Prover{Ranges: d.Ranges, Known: d.Known}
	c.Size = d.Ranges.Settle(c.Size)
	low := expr.Condition{Size: c.Size, Lo: c.Lo, Hi: math.Inf(1)}
	high := expr.Condition{Size: c.Size, Lo: math.Inf(-1), Hi: c.Hi}
	return (p.Holds(low) || d.given(c.Size, -1, -c.Lo)) && (p.Holds(high) || d.given(c.Size, 1, c.Hi))
}

// given reports whether k * s <= limit is known as it stands: intervals round beyond 2^53.
func (d *Domain) given(s expr.Size, k int64, limit float64) bool {
	if math.Abs(limit) > 1<<62 {
		return false
	}
	want := expr.Const(int64(limit)).AddScaled(s, -k)
	return slices.ContainsFunc(d.Known, func(known expr.Size) bool { return known.Equal(want) })
}
