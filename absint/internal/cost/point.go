package cost

import (
	"maps"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Points of a domain, for counterexamples.

// Variables returns the symbols of an outcome and a limit, sorted by path.
func (d Domain) Variables(o Outcome, limit []WeightedSize) []expr.Symbol {
	syms := d.S.Symbols(o)
	for _, t := range limit {
		syms = append(syms, t.Size.Symbols()...)
	}
	return expr.SortSymbols(syms)
}

// Has reports whether a symbol may have a value in the domain.
func (d Domain) Has(sym expr.Symbol, v float64) bool {
	x := d.Ranges.Symbol(sym)
	return x.Lo <= v && v <= x.Hi
}

// Least returns the value of a symbol in the domain that is nearest to 0.
func (d Domain) Least(sym expr.Symbol) float64 {
	x := d.Ranges.Symbol(sym)
	return max(x.Lo, min(0, x.Hi))
}

// Where returns the domain without calls for which a condition on a single symbol does not hold. Sound for what is said only together
// with the conditions.
func (d Domain) Where(conds []expr.Condition) Domain {
	cloned := false
	for _, c := range conds {
		a, ok := c.Size.SingleAtom()
		if !ok || a.Kind != expr.SymbolAtom {
			continue
		}
		have := d.Ranges.Symbol(a.Symbol)
		x := expr.Intersect(have, expr.Interval{Lo: c.Lo, Hi: c.Hi})
		if x == have || x.Lo > x.Hi {
			continue
		}
		if !cloned { // other domains may have the map
			d.Ranges, cloned = expr.Env{Symbols: maps.Clone(d.Ranges.Symbols)}, true
		}
		d.Ranges.Symbols[a.Symbol.Path] = x
	}
	return d
}

// With returns the part of the domain in which a symbol has a value.
func (d Domain) With(sym expr.Symbol, v float64) Domain {
	d.Ranges = expr.Env{Symbols: maps.Clone(d.Ranges.Symbols)}
	d.Ranges.Symbols[sym.Path] = expr.Interval{Lo: v, Hi: v}
	return d
}
