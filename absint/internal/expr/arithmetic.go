package expr

import (
	"cmp"
	"math"
	"slices"
)

// Sums, products, floored quotients, maxima and minima of Sizes, in a normal form: like terms are added, and redundant
// arguments of maxima and minima dropped. Sound because each operation is exact on integers or returns TopSize.

// coefficientLimit bounds the absolute value of a product of coefficients.
const coefficientLimit = 1 << 62

// addCoef returns a + b; ok is false on overflow.
func addCoef(a, b int64) (int64, bool) {
	c := a + b
	return c, (a < 0) != (b < 0) || (c < 0) == (a < 0)
}

// MulCoef returns a * b; ok is false on overflow or beyond coefficientLimit.
func MulCoef(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && c > -coefficientLimit && c < coefficientLimit && !(a == -1 && b == math.MinInt64)
}

// Add returns s + t.
func (s Size) Add(t Size) Size { return s.AddScaled(t, 1) }

// Sub returns s - t.
func (s Size) Sub(t Size) Size { return s.AddScaled(t, -1) }

// AddInt returns s + k.
func (s Size) AddInt(k int64) Size { return s.AddScaled(Const(k), 1) }

// AddScaled returns s + k*t.
func (s Size) AddScaled(t Size, k int64) Size {
	if s.Top || t.Top {
		return TopSize
	}
	if k == 0 || len(t.Terms) == 0 {
		return s
	}
	if len(s.Terms)+len(t.Terms) > 2*maxSum {
		return TopSize
	}
	if k == 1 && len(s.Terms) == 0 && !slices.ContainsFunc(t.Terms, Term.beyondLimit) {
		return t
	}
	return s.appendScaled(make([]Term, 0, len(s.Terms)+len(t.Terms)), t, k)
}

// appendScaled appends the terms of s + k*t, neither of which is Top, to out.
func (s Size) appendScaled(out []Term, t Size, k int64) Size {
	i, j := 0, 0
	for i < len(s.Terms) || j < len(t.Terms) {
		c := 0
		switch {
		case i == len(s.Terms):
			c = 1
		case j == len(t.Terms):
			c = -1
		default:
			c = CompareMono(s.Terms[i].Mono, t.Terms[j].Mono)
		}
		if c < 0 {
			out = append(out, s.Terms[i])
			i++
			continue
		}
		v, ok := MulCoef(t.Terms[j].Coef, k)
		if ok && c == 0 {
			v, ok = addCoef(v, s.Terms[i].Coef)
			i++
		}
		if !ok {
			return TopSize
		}
		if v != 0 {
			out = append(out, Term{v, t.Terms[j].Mono})
		}
		j++
	}
	return Size{Terms: out}
}

// beyondLimit reports whether the coefficient of t is not a product that MulCoef returns.
func (t Term) beyondLimit() bool { return t.Coef <= -coefficientLimit || t.Coef >= coefficientLimit }

// Scale returns k * s.
func (s Size) Scale(k int64) Size { return Size{}.AddScaled(s, k) }

// Mul returns s * t.
func (s Size) Mul(t Size) Size {
	if s.Top || t.Top || len(s.Terms)*len(t.Terms) > maxTerms {
		return TopSize
	}
	if v, ok := s.Int(); ok && t.degree() <= maxDegree { // most are
		return t.Scale(v)
	}
	var out Size
	for _, x := range s.Terms {
		for _, y := range t.Terms {
			c, ok := MulCoef(x.Coef, y.Coef)
			if !ok || len(x.Mono)+len(y.Mono) > maxDegree {
				return TopSize
			}
			out = out.Add(Size{Terms: []Term{{c, MulMono(x.Mono, y.Mono)}}})
		}
	}
	return out
}

// FloorDiv returns floor(s / k) for k > 0, TopSize for other k.
func (s Size) FloorDiv(k int64) Size {
	if s.Top || k <= 0 {
		return TopSize
	}
	if k == 1 {
		return s
	}
	if v, ok := s.Int(); ok {
		q := v / k
		if v%k < 0 {
			q--
		}
		return Const(q)
	}
	// Terms that k divides leave the floor.
	var whole, rest []Term
	for _, t := range s.Terms {
		if t.Coef%k == 0 && len(t.Mono) > 0 {
			whole = append(whole, Term{t.Coef / k, t.Mono})
		} else {
			rest = append(rest, t)
		}
	}
	r := Size{Terms: rest}
	if v, ok := r.Int(); ok {
		return Size{Terms: whole}.Add(Const(v).FloorDiv(k))
	}
	return Size{Terms: whole}.Add(NewAtom(Atom{Kind: DivAtom, Args: []Size{r}, K: k}))
}

// Max returns the maximum of sizes.
func Max(sizes ...Size) Size { return extreme(MaxAtom, sizes) }

// Min returns the minimum of sizes.
func Min(sizes ...Size) Size { return extreme(MinAtom, sizes) }

// extreme returns the maximum or minimum of sizes, for MaxAtom or MinAtom, without redundant arguments.
func extreme(kind AtomKind, sizes []Size) Size {
	var args []Size
	for _, s := range sizes {
		if s.Top {
			return TopSize
		}
		args = s.appendAlternatives(args, kind, false)
	}
	if slices.ContainsFunc(args, Size.isNumber) {
		var clamped []Size
		for _, s := range args {
			clamped = s.appendAlternatives(clamped, kind, true)
		}
		args = clamped
	}
	// Of two that differ by a constant, one is always the extreme.
	for i := 0; i < len(args); i++ {
		for j := i + 1; j < len(args); j++ {
			d, ok := args[i].Sub(args[j]).Int()
			if !ok {
				continue
			}
			if (d >= 0) == (kind == MaxAtom) {
				args = slices.Delete(args, j, j+1)
				j--
			} else {
				args[i] = args[j]
				args = slices.Delete(args, j, j+1)
				j = i
			}
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	slices.SortFunc(args, func(a, b Size) int { return cmp.Compare(a.Key(), b.Key()) })
	return NewAtom(Atom{Kind: kind, Args: args})
}

// appendAlternatives appends the arguments of an extreme of the given kind to out, or s if it is none: max(x, y) gives x
// and y. If clamped (the extreme around s has a constant argument), max(c, x) + k with a constant c gives c + k and x + k.
// Without this, clamped differences such as max(0, max(0, n - 1) - 1) would nest as deep as loops do.
func (s Size) appendAlternatives(out []Size, kind AtomKind, clamped bool) []Size {
	k := s.constant()
	e := s.AddInt(-k)
	if e.Top || len(e.Terms) != 1 || e.Terms[0].Coef != 1 || len(e.Terms[0].Mono) != 1 || e.Terms[0].Mono[0].Kind != kind {
		return append(out, s)
	}
	args := e.Terms[0].Mono[0].Args
	if k != 0 && !(clamped && slices.ContainsFunc(args, Size.isNumber)) {
		return append(out, s)
	}
	if slices.ContainsFunc(args, func(x Size) bool { return x.AddInt(k).Top }) {
		return append(out, s)
	}
	for _, x := range args {
		out = x.AddInt(k).appendAlternatives(out, kind, clamped)
	}
	return out
}

// SingleAtom returns the atom that s is; ok is false for a number, a sum and a product.
func (s Size) SingleAtom() (a *Atom, ok bool) {
	if s.Top || len(s.Terms) != 1 || s.Terms[0].Coef != 1 || len(s.Terms[0].Mono) != 1 {
		return nil, false
	}
	return s.Terms[0].Mono[0], true
}

// Unclamped returns x if s is max(0, x).
func (s Size) Unclamped() (Size, bool) {
	if a, ok := s.SingleAtom(); ok {
		return a.Unclamped()
	}
	return Size{}, false
}

// Unclamped returns x if the atom is max(0, x).
func (a *Atom) Unclamped() (Size, bool) {
	if a.Kind == MaxAtom && len(a.Args) == 2 {
		for i := range a.Args {
			if v, ok := a.Args[i].Int(); ok && v == 0 {
				return a.Args[1-i], true
			}
		}
	}
	return Size{}, false
}

// absolute returns x if the atom is max(x, -x), or min(x, -x), which is the opposite.
func (a *Atom) absolute() (Size, bool) {
	if a.Kind != MaxAtom && a.Kind != MinAtom || len(a.Args) != 2 {
		return Size{}, false
	}
	if sum := a.Args[0].Add(a.Args[1]); sum.Top || len(sum.Terms) > 0 {
		return Size{}, false
	}
	if x := a.Args[0]; len(x.Terms) > 0 && x.Terms[len(x.Terms)-1].Coef < 0 {
		return a.Args[1], true
	}
	return a.Args[0], true
}

// replaceAtoms is mapAtoms where that gives a size, else s.
func (s Size) replaceAtoms(f func(*Atom) Size) Size {
	if out := s.mapAtoms(f); !out.Top {
		return out
	}
	return s
}

// mapArgs returns f of each argument of an atom.
func (a *Atom) mapArgs(f func(Size) Size) []Size {
	args := make([]Size, len(a.Args))
	for i, s := range a.Args {
		args[i] = f(s)
	}
	return args
}

// mapAtoms replaces every top-level atom a of s by f(a).
func (s Size) mapAtoms(f func(*Atom) Size) Size {
	if s.Top {
		return s
	}
	var out Size
	for _, t := range s.Terms {
		p := Const(t.Coef)
		for _, a := range t.Mono {
			p = p.Mul(f(a))
		}
		out = out.Add(p)
	}
	return out
}
