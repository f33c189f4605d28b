package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// remainders is the prover of loops that continue while b is not 0 (or positive, or while a % b is not 0), and in
// which b becomes the remainder of a division by b. Sound because the magnitude of the remainder is below that of b
// (JVMS 6.5 irem: the sign is that of the dividend).
//
// If a becomes b and b becomes a % b, it is Euclid's algorithm: with n divisions, b is at least the Fibonacci number
// F(n+1), where F(1) = F(2) = 1 (Lamé 1844; Knuth, The Art of Computer Programming 2, section 4.5.3, corollary L).
// Since F(n+1) >= phi^(n-1), n is at most log2(b) / log2(phi) + 1, and 1/log2(phi) = 1.4404... < 13/9. With the
// logarithm rounded down, that is at most floor(13/9 * floor(log2(b))) + 2, which TestEuclid checks for every power of
// two.
//
// With any other test, a division by 0 ends the loop by an exception, after one more iteration.
func remainders(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	l, c := t.loop, t.cmp
	zero := m.IsConstant(c.B, 0) && (c.Op == classfile.OpIfIcmpne || c.Op == classfile.OpIfIcmpgt)
	for _, b := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[b]; x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		n, ok := remainderSteps(m, l, b, zero && c.A == b && c.Op == classfile.OpIfIcmpgt)
		if !ok {
			continue
		}
		_, divisor := Remainder(m, c.A)
		switch {
		case zero && c.A == b:
		case zero && divisor == b && becomes(m, l, b, c.A): // the tested value is the next b
			n.Upper = n.Upper.AddInt(-1)
		default:
			n.Upper = n.Upper.AddInt(1)
		}
		n.Upper = m.Clamp(n.Upper, m.CFG.Loops[l].Header)
		return n, !n.Upper.Top
	}
	return symval.Bound{}, false
}

// Remainder returns a and b if v is a % b, else 0.
func Remainder(m *symval.Func, v ssa.ID) (a, b ssa.ID) {
	x := &m.Fn.Values[v]
	if v == 0 || x.Kind != ssa.Instr || x.Op != classfile.OpIrem && x.Op != classfile.OpLrem {
		return 0, 0
	}
	return m.Fn.Args(v)[0], m.Fn.Args(v)[1]
}

// becomes reports whether the variable b of loop l is v after every iteration.
func becomes(m *symval.Func, l int, b, v ssa.ID) bool {
	t, ok := phiUpdateOf(m, l, b)
	return ok && !slices.ContainsFunc(t.backs, func(a ssa.ID) bool { return a != v })
}

// remainderSteps bounds how many iterations of loop l replace b by the remainder of a division by b. With positive,
// only positive b count.
func remainderSteps(m *symval.Func, l int, b ssa.ID, positive bool) (symval.Bound, bool) {
	bt, ok := phiUpdateOf(m, l, b)
	if !ok {
		return symval.Bound{}, false
	}
	paths := joint.Pairs(m, l, bt.backs, bt.backs)
	if len(paths) == 0 {
		return symval.Bound{}, false
	}
	a, least := Remainder(m, paths[0][0])
	for _, p := range paths {
		dividend, divisor := Remainder(m, p[0])
		if divisor != least || !shrinksFrom(m, l, b, divisor) {
			return symval.Bound{}, false
		}
		if dividend != a {
			a = 0
		}
	}
	sign := 0
	if positive {
		sign = 1
	}
	start, _ := magnitudeOf(m, l, bt.init, sign)
	if !start.Ok() {
		return symval.Bound{}, false
	}
	if x := &m.Fn.Values[a]; a != 0 && a != b && x.Kind == ssa.Phi && m.LoopHeadedBy(int(x.Block)) == l {
		if at, ok := phiUpdateOf(m, l, a); ok && isEuclid(m, l, at, bt, least, a) {
			return symval.Bound{Upper: EuclidSteps(start.Size), Conds: start.Conds}, true
		}
	}
	return symval.Bound{Upper: start.Size, Conds: start.Conds}, true
}

// EuclidSteps bounds the number of divisions of Euclid's algorithm for any dividend and the divisor b.
func EuclidSteps(b expr.Size) expr.Size { return b.Log2().Scale(13).FloorDiv(9).AddInt(2) }

// shrinksFrom reports whether v is b, or what a loop inside l leaves of it that divides it by constants: no number of a larger magnitude.
func shrinksFrom(m *symval.Func, l int, b, v ssa.ID) bool {
	if v == b {
		return true
	}
	x := &m.Fn.Values[v]
	if v == 0 || x.Kind != ssa.Phi || !m.CFG.InLoop(int(x.Block), l) {
		return false
	}
	inner := m.LoopHeadedBy(int(x.Block))
	if inner < 0 || inner == l {
		return false
	}
	u, ok := phiUpdateOf(m, inner, v)
	return ok && u.init == b && !slices.ContainsFunc(u.backs, func(w ssa.ID) bool {
		if !isResult(m, w, classfile.OpIdiv, classfile.OpLdiv, classfile.OpIshr, classfile.OpLshr) {
			return true
		}
		args := m.Fn.Args(w)
		k := &m.Fn.Values[args[1]]
		return args[0] != v || k.Kind != ssa.Int || k.Aux == 0
	})
}

// isEuclid reports whether, on every path to the next iteration, a becomes b, or what shrinksFrom leaves of it, and b becomes the remainder
// of a divided by that. Lamé's proof needs of each divisor only that it is no more than the remainder before.
func isEuclid(m *symval.Func, l int, at, bt phiUpdate, b, a ssa.ID) bool {
	pairs := joint.Pairs(m, l, at.backs, bt.backs)
	return len(at.backs) == len(bt.backs) && pairs != nil && !slices.ContainsFunc(pairs, func(p [2]ssa.ID) bool {
		x := &m.Fn.Values[p[1]]
		return p[0] != b || x.Op != classfile.OpIrem && x.Op != classfile.OpLrem || m.Fn.Args(p[1])[0] != a
	})
}
