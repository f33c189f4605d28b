package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// remainders bounds a loop that goes on while b is not 0 (or positive, or while a % b is not 0), and in which b becomes
// a remainder of a division by b: that is smaller than b, without their signs (JVMS 6.5 irem: the sign is that of the
// dividend).
//
// Where a becomes b and b becomes a % b, it is Euclid's algorithm: with n divisions, b is at least the Fibonacci number
// F(n+1), where F(1) = F(2) = 1 (Lamé 1844; Knuth, The Art of Computer Programming 2, section 4.5.3, corollary L). Since
// F(n+1) >= phi^(n-1), n is at most log2(b) / log2(phi) + 1, and 1/log2(phi) = 1.4404... < 13/9. With the logarithm
// rounded down, that is at most floor(13/9 * floor(log2(b))) + 2, which TestEuclid checks for every power of two.
//
// Any other test will do as well: a division by 0 ends the loop by an exception, in one iteration more.
func (m *method) remainders(l int, c fact) (testBound, bool) {
	zero := m.isConstant(c.b, 0) && (c.op == classfile.OpIfIcmpne || c.op == classfile.OpIfIcmpgt)
	for _, b := range m.f.Body[m.g.Loops[l].Header] {
		if x := &m.f.Values[b]; x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		n, ok := m.divisions(l, b, zero && c.a == b && c.op == classfile.OpIfIcmpgt)
		if !ok {
			continue
		}
		_, divisor := m.remainder(c.a)
		switch {
		case zero && c.a == b:
		case zero && divisor == b && m.isNext(l, b, c.a): // what is tested is what b is next
			n.upper = n.upper.AddInt(-1)
		default:
			n.upper = n.upper.AddInt(1)
		}
		n.upper = m.clamp(n.upper, m.g.Loops[l].Header)
		return n, !n.upper.bad
	}
	return testBound{}, false
}

// remainder is a and b where v is a % b, 0 otherwise.
func (m *method) remainder(v ssa.ID) (a, b ssa.ID) {
	x := &m.f.Values[v]
	if v == 0 || x.Kind != ssa.Instr || x.Op != classfile.OpIrem && x.Op != classfile.OpLrem {
		return 0, 0
	}
	return m.f.Args(v)[0], m.f.Args(v)[1]
}

// isNext says whether the variable b of loop l is v after every iteration.
func (m *method) isNext(l int, b, v ssa.ID) bool {
	t, ok := m.turnOf(l, b)
	return ok && !slices.ContainsFunc(t.backs, func(a ssa.ID) bool { return a != v })
}

// divisions bounds how many iterations of loop l make b the remainder of a division by b; positive says that only a
// positive b matters.
func (m *method) divisions(l int, b ssa.ID, positive bool) (testBound, bool) {
	bt, ok := m.turnOf(l, b)
	if !ok {
		return testBound{}, false
	}
	ways := m.jointly(l, bt.backs, bt.backs)
	if len(ways) == 0 {
		return testBound{}, false
	}
	a, _ := m.remainder(ways[0][0])
	for _, p := range ways {
		dividend, divisor := m.remainder(p[0])
		if divisor != b {
			return testBound{}, false
		}
		if dividend != a {
			a = 0
		}
	}
	sign := 0
	if positive {
		sign = 1
	}
	start, _ := m.magnitudeOf(l, bt.init, sign)
	if !start.ok() {
		return testBound{}, false
	}
	if x := &m.f.Values[a]; a != 0 && a != b && x.Kind == ssa.Phi && m.loopHeadedBy(int(x.Block)) == l {
		if at, ok := m.turnOf(l, a); ok && m.isEuclid(l, at, bt, b, a) {
			return testBound{upper: euclidSteps(start.size), conds: start.conds}, true
		}
	}
	return testBound{upper: start.size, conds: start.conds}, true
}

// euclidSteps is how many divisions Euclid's algorithm takes at most, of any number by b first.
func euclidSteps(b Size) Size { return b.Log2().Scale(13).FloorDiv(9).AddInt(2) }

// isEuclid says whether, on every way to the next iteration, a becomes b where b becomes a % b.
func (m *method) isEuclid(l int, at, bt turn, b, a ssa.ID) bool {
	pairs := m.jointly(l, at.backs, bt.backs)
	return len(at.backs) == len(bt.backs) && pairs != nil && !slices.ContainsFunc(pairs, func(p [2]ssa.ID) bool {
		x := &m.f.Values[p[1]]
		return p[0] != b || x.Op != classfile.OpIrem && x.Op != classfile.OpLrem || m.f.Args(p[1])[0] != a
	})
}

// magnitudeOf is the absolute value of a value on entry to loop l, or a bound of it from above; sign says that it matters
// only where the value is positive (1) or negative (-1).
func (m *method) magnitudeOf(l int, v ssa.ID, sign int) (q quantity, bound bool) {
	high, bound := m.limitOf(l, v, sign >= 0)
	switch {
	case !high.ok() || sign > 0:
		return high, bound
	case sign < 0:
		high.size = high.size.Scale(-1)
		return high, bound
	case !bound:
		high.size = m.magnitude(high.size)
		return high, false
	}
	low, _ := m.limitOf(l, v, false)
	if !low.ok() || m.leastOf(low.size) >= 0 {
		high.why, high.conds = low.why, slices.Concat(high.conds, low.conds)
		return high, true
	}
	return quantity{size: Max(high.size, low.size.Scale(-1)), conds: slices.Concat(high.conds, low.conds)}, true
}

// magnitude is the absolute value of a size.
func (m *method) magnitude(s Size) Size {
	switch r := m.ranges.size(s); {
	case math.IsNaN(r.Lo):
		return badSize
	case r.Lo >= 0:
		return s
	case r.Hi <= 0:
		return s.Scale(-1)
	}
	return Max(s, s.Scale(-1))
}

// euclid bounds a method that calls itself with b for a, and a % b for b, on every way on which it does: as often as the
// loop divides. Where b is 0, the division throws.
func (r *recursion) euclid(fan int64) (n nesting, ok bool) {
	if len(r.members) != 1 || fan != 1 {
		return nesting{}, false
	}
	m := r.p.sums[r.members[0]].m
	divisor := -1
	for _, c := range r.edges {
		i := slices.IndexFunc(m.f.Params, func(p ssa.ID) bool {
			k := slices.Index(m.f.Params, p)
			v, known := c.site.arg(k)
			a, b := m.remainder(v)
			if !known || b != p {
				return false
			}
			k = slices.Index(m.f.Params, a)
			before, known := c.site.arg(k)
			return known && k >= 0 && a != b && before == b
		})
		if i < 0 || divisor >= 0 && i != divisor {
			return nesting{}, false
		}
		divisor = i
	}
	b := m.valueOf(m.f.Params[divisor])
	if !b.ok() {
		return nesting{}, false
	}
	steps := euclidSteps(m.magnitude(b.size))
	n = nesting{depth: steps, calls: steps, most: steps, leaves: Const(1), levels: steps.AddInt(1), fan: 1, conds: b.conds}
	return n, !steps.bad
}
