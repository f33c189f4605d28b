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

// With returns the part of the domain in which a symbol has a value.
func (d Domain) With(sym expr.Symbol, v float64) Domain {
	d.Ranges = expr.Env{Symbols: maps.Clone(d.Ranges.Symbols)}
	d.Ranges.Symbols[sym.Path] = expr.Interval{Lo: v, Hi: v}
	return d
}
