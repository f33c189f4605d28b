package energy

import (
	"math"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/energy/result"
)

// factorKinds are the names of the kinds of atoms.
var factorKinds = map[absint.AtomKind]result.FactorKind{
	absint.SymbolAtom: result.FactorSymbol, absint.IndexAtom: result.FactorIndex, absint.MaxAtom: result.FactorMax,
	absint.MinAtom: result.FactorMin, absint.DivAtom: result.FactorDivision, absint.LogAtom: result.FactorLog,
	absint.SqrtAtom: result.FactorRoot, absint.QuotAtom: result.FactorQuotient, absint.PowerAtom: result.FactorPower,
}

// expression returns the sum of terms by its structure, nil where a count is not known.
func (e *Engine) expression(terms []absint.Term) *result.Expression {
	x := &result.Expression{Terms: make([]result.ExpressionTerm, len(terms))}
	for i, t := range terms {
		to := &x.Terms[i]
		to.Factors = factors(t.Mono)
		if len(t.Counts) > 0 {
			to.Counts = make(map[string]float64, len(t.Counts))
		}
		for _, c := range t.Counts {
			to.Counts[e.Model.PatternName(c.ID)] += c.N
			if math.IsNaN(c.N) || math.IsInf(c.N, 0) {
				return nil
			}
		}
		if len(t.Calls) > 0 {
			to.Calls = make(map[string]float64, len(t.Calls))
		}
		for _, c := range t.Calls {
			to.Calls[c.Name] += c.N
			if math.IsNaN(c.N) || math.IsInf(c.N, 0) {
				return nil
			}
		}
	}
	return x
}

// factors returns the atoms of a product. An atom that occurs twice is two factors.
func factors(m absint.Mono) []result.Factor {
	out := make([]result.Factor, len(m))
	for i, a := range m {
		f := result.Factor{Kind: factorKinds[a.Kind], K: a.K}
		switch a.Kind {
		case absint.SymbolAtom:
			f.Name, f.Path = a.Symbol.Name, a.Symbol.Path
		case absint.IndexAtom:
			f.Name = a.String()
		}
		for _, arg := range a.Args {
			f.Args = append(f.Args, products(arg))
		}
		out[i] = f
	}
	return out
}

// products returns the summands of a size.
func products(s absint.Size) []result.SizeProduct {
	out := make([]result.SizeProduct, len(s.Terms))
	for i, t := range s.Terms {
		out[i] = result.SizeProduct{Coefficient: t.Coef, Factors: factors(t.Mono)}
	}
	return out
}
