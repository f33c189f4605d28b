package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
)

// alignClamp substitutes n - r for a symbol s in the cost p of one iteration of a loop that runs n = max(0, s + r) times.
// The sum over the iterations is then a polynomial in n. Sound because s = n - r whenever there is an iteration.
func (e *Evaluator) alignClamp(p expr.Poly, n expr.Size) expr.Poly {
	if len(n.Terms) != 1 || n.Terms[0].Coef != 1 || len(n.Terms[0].Mono) != 1 {
		return p
	}
	c := n.Terms[0].Mono[0]
	if c.Kind != expr.MaxAtom || len(c.Args) != 2 {
		return p
	}
	s := c.Args[0]
	if v, ok := s.Int(); ok && v == 0 {
		s = c.Args[1]
	} else if v, ok := c.Args[1].Int(); !ok || v != 0 {
		return p
	}
	for _, t := range s.Terms {
		if t.Coef == 1 && len(t.Mono) == 1 && t.Mono[0].Kind == expr.SymbolAtom {
			rest := s.Sub(expr.AtomSize(t.Mono[0]))
			if rest.Has(t.Mono[0].Key) {
				continue
			}
			q, bad := p.Substitute(func(a *expr.Atom) (expr.Size, bool) {
				if a.Key == t.Mono[0].Key {
					return n.Sub(rest), true
				}
				return expr.Size{}, false
			})
			if !bad {
				return q
			}
		}
	}
	return p
}
