package difference

import (
	"math"

	"github.com/energylint/energylint/internal/energy/result"
)

// direction is a set of symbols that grow together, by their numbers; all others are fixed.
type direction map[int]bool

// scale computes how fast an expression grows along a direction. Sound because every order is an upper bound: what is taken
// away counts as nothing, and a quotient counts as its dividend unless its divisor surely grows.
type scale struct {
	number map[string]int // of symbols, by identity
	along  direction
}

// expression returns the order of a cost.
func (s scale) expression(x *result.Expression) order {
	var sum order
	for i := range x.Terms {
		sum = sum.larger(s.term(&x.Terms[i]))
	}
	return sum
}

func (s scale) term(t *result.ExpressionTerm) order {
	positive := false
	for _, n := range t.Counts {
		positive = positive || n > 0
	}
	for _, n := range t.Calls { // a call costs what it costs: one more of them is dearer, and no growth
		positive = positive || n > 0
	}
	if !positive {
		return order{}
	}
	return s.product(t.Factors)
}

func (s scale) product(fs []result.Factor) order {
	var p order
	for i := range fs {
		p = p.times(s.factor(&fs[i]))
	}
	return p
}

// size returns the order of a size.
func (s scale) size(sum []result.SizeProduct) order {
	var most order
	for i := range sum {
		if sum[i].Coefficient > 0 {
			most = most.larger(s.product(sum[i].Factors))
		}
	}
	return most
}

func (s scale) symbol(identity string) order {
	if n, ok := s.number[identity]; ok && s.along[n] {
		return order{degree: 1}
	}
	return order{}
}

func (s scale) factor(f *result.Factor) order {
	arg := func(i int) order {
		if i < len(f.Args) {
			return s.size(f.Args[i])
		}
		return order{}
	}
	switch f.Kind {
	case result.FactorSymbol, result.FactorIndex:
		return s.symbol(identity(f))
	case result.FactorMax:
		var most order
		for i := range f.Args {
			most = most.larger(arg(i))
		}
		return most
	case result.FactorMin:
		least := arg(0)
		for i := range f.Args {
			least = least.lesser(arg(i))
		}
		return least
	case result.FactorDivision:
		return arg(0)
	case result.FactorLog:
		return arg(0).logarithm()
	case result.FactorRoot:
		return arg(0).root()
	case result.FactorQuotient:
		return s.quotient(f)
	case result.FactorPower:
		return s.power(f)
	}
	return order{}
}

// quotient returns the order of Args[0] / Args[1]. The divisor's order is taken away where it is exact: a sum of products
// that are all added.
func (s scale) quotient(f *result.Factor) order {
	if len(f.Args) != 2 {
		return order{}
	}
	dividend, divisor := s.size(f.Args[0]), s.size(f.Args[1])
	for _, p := range f.Args[1] {
		if p.Coefficient < 0 || !plain(p.Factors) {
			return dividend
		}
	}
	if divisor.exp > 0 || dividend.exp > 0 {
		return dividend
	}
	out := order{degree: dividend.degree - divisor.degree, log: dividend.log - divisor.log}
	return out.larger(order{})
}

// plain reports whether factors are symbols only.
func plain(fs []result.Factor) bool {
	for i := range fs {
		if fs[i].Kind != result.FactorSymbol {
			return false
		}
	}
	return true
}

// power returns the order of Args[0] ^ Args[1].
func (s scale) power(f *result.Factor) order {
	if len(f.Args) != 2 {
		return order{}
	}
	base, exponent := s.size(f.Args[0]), s.size(f.Args[1])
	b, numeric := constantSize(f.Args[0])
	rate := 1.0
	if numeric {
		if b <= 1 {
			return order{}
		}
		rate = math.Log2(b)
	}
	switch k, fixed := constantSize(f.Args[1]); {
	case fixed:
		return base.raised(max(k, 0))
	case exponent.constant() && base.constant():
		return order{}
	case exponent.constant():
		return order{degree: symbolicDegree}
	case exponent.degree > 0:
		out := order{exp: exponent.degree, rate: rate * s.leading(f.Args[1], exponent)}
		if !base.constant() { // t^t is above all a^t
			out.exp += 1e-3
		}
		return out
	case numeric && exponent.log == 1 && exponent.exp == 0:
		return order{degree: rate * s.logarithms(f.Args[1])}
	case exponent.exp > 0:
		return order{exp: symbolicDegree, rate: rate}
	}
	return order{degree: symbolicDegree}
}

// leading returns the largest coefficient of the products of a size that have its order.
func (s scale) leading(sum []result.SizeProduct, of order) float64 {
	most := 0.0
	for i := range sum {
		if p := &sum[i]; s.product(p.Factors).compare(of) == 0 {
			most = max(most, float64(p.Coefficient))
		}
	}
	return max(most, 1)
}

// logarithms returns the largest c * d / log2(K) of the products c * log_K(t^d) of a size: 2^(c * log_K(t^d)) is
// t^(c * d / log2(K)).
func (s scale) logarithms(sum []result.SizeProduct) float64 {
	most := 0.0
	for i := range sum {
		p := &sum[i]
		for j := range p.Factors {
			f := &p.Factors[j]
			if s.factor(f).constant() {
				continue
			}
			if f.Kind != result.FactorLog || len(p.Factors) > 1 || f.K < 2 || len(f.Args) != 1 {
				return symbolicDegree
			}
			most = max(most, float64(p.Coefficient)*s.size(f.Args[0]).degree/math.Log2(float64(f.K)))
		}
	}
	return most
}

// constantSize returns the value of a size without factors.
func constantSize(sum []result.SizeProduct) (float64, bool) {
	total := 0.0
	for i := range sum {
		if len(sum[i].Factors) > 0 {
			return 0, false
		}
		total += float64(sum[i].Coefficient)
	}
	return total, true
}

// compareGrowth returns the directions in which two expressions grow differently: single sizes first, then several
// together in which neither of the parts shows it.
func compareGrowth(base, head *result.Expression, t *symbols) (grown, shrunk []Growth) {
	b, h := scale{number: t.base}, scale{number: t.head}
	told := map[int][]direction{}
	for _, d := range t.directions() {
		b.along, h.along = d, d
		x, y := b.expression(base), h.expression(head)
		c := y.compare(x)
		if c == 0 || containsPart(told[c], d) {
			continue
		}
		told[c] = append(told[c], d)
		g := Growth{In: t.names(d), Base: x.String(), Head: y.String()}
		if c > 0 {
			grown = append(grown, g)
		} else {
			shrunk = append(shrunk, g)
		}
	}
	return grown, shrunk
}

// containsPart reports whether one of the directions is a part of d.
func containsPart(parts []direction, d direction) bool {
	for _, p := range parts {
		inside := true
		for n := range p {
			inside = inside && d[n]
		}
		if inside {
			return true
		}
	}
	return false
}
