package absint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// String writes the expression as a developer would: "n - 1", "2 * n + 3", "max(0, n - m)". A bound that is only
// clamped at zero is written without the clamp, since no count is below zero.
func (s Size) String() string {
	if s.bad {
		return "?"
	}
	if len(s.terms) == 0 {
		return "0"
	}
	s = s.plain()
	if arg, ok := s.unclamped(); ok {
		return arg.String()
	}
	var b strings.Builder
	// Constants last, products before single symbols is what polynomials look like on paper.
	ts := slices.Clone(s.terms)
	slices.SortStableFunc(ts, func(x, y term) int {
		return cmp.Or(cmp.Compare(len(y.mono), len(x.mono)), cmp.Compare(sign(y.coef), sign(x.coef)))
	})
	if i := slices.IndexFunc(ts, func(t term) bool { return t.coef > 0 }); i > 0 { // 9 - i, not -i + 9
		first := ts[i]
		ts = slices.Insert(slices.Delete(ts, i, i+1), 0, first)
	}
	for i, t := range ts {
		c := t.coef
		switch {
		case i == 0 && c < 0:
			b.WriteByte('-')
		case i > 0 && c < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if c < 0 {
			c = -c
		}
		if c != 1 || len(t.mono) == 0 {
			b.WriteString(strconv.FormatInt(c, 10))
			if len(t.mono) > 0 {
				b.WriteString(" * ")
			}
		}
		b.WriteString(t.mono.String())
	}
	return b.String()
}

// unclamped is x where s is max(0, x).
func (s Size) unclamped() (Size, bool) {
	if len(s.terms) != 1 || s.terms[0].coef != 1 || len(s.terms[0].mono) != 1 {
		return Size{}, false
	}
	return s.terms[0].mono[0].unclamped()
}

func (a *atom) unclamped() (Size, bool) {
	if a.kind == maxAtom && len(a.args) == 2 {
		for i := range a.args {
			if v, ok := a.args[i].Int(); ok && v == 0 {
				return a.args[1-i], true
			}
		}
	}
	return Size{}, false
}

// absolute is x where the atom is max(x, -x).
func (a *atom) absolute() (Size, bool) {
	if a.kind != maxAtom || len(a.args) != 2 {
		return Size{}, false
	}
	if sum := a.args[0].Add(a.args[1]); sum.bad || len(sum.terms) > 0 {
		return Size{}, false
	}
	if x := a.args[0]; len(x.terms) > 0 && x.terms[len(x.terms)-1].coef < 0 {
		return a.args[1], true
	}
	return a.args[0], true
}

func sign(c int64) int { return cmp.Compare(c, 0) }

// String writes the product.
func (m mono) String() string {
	parts := make([]string, 0, len(m))
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].key == m[i].key {
			j++
		}
		p := m[i].String()
		if j-i > 1 {
			p += "^" + strconv.Itoa(j-i)
		}
		parts = append(parts, p)
		i = j
	}
	return strings.Join(parts, " * ")
}

// String writes the atom.
func (a *atom) String() string {
	list := func() string {
		parts := make([]string, len(a.args))
		for i, s := range a.args {
			parts[i] = s.String()
		}
		return strings.Join(parts, ", ")
	}
	switch a.kind {
	case symbolAtom:
		return a.symbol.Name
	case indexAtom:
		return "#" + strconv.Itoa(a.loop)
	case maxAtom:
		if arg, ok := a.unclamped(); ok {
			return parenthesize(arg)
		}
		if x, ok := a.absolute(); ok {
			return "abs(" + x.String() + ")"
		}
		return "max(" + list() + ")"
	case minAtom:
		return "min(" + list() + ")"
	case divAtom:
		// ceil((x) / k) is how a loop's bound arises: show it so.
		if c := a.args[0].constant(); c == a.k-1 {
			return "ceil(" + parenthesize(a.args[0].AddInt(-c)) + " / " + strconv.FormatInt(a.k, 10) + ")"
		}
		return "floor(" + parenthesize(a.args[0]) + " / " + strconv.FormatInt(a.k, 10) + ")"
	}
	switch a.kind {
	case sqrtAtom:
		return "sqrt(" + list() + ")"
	case quotAtom:
		return a.quotientString()
	case powerAtom:
		return a.powerString()
	}
	if _, ok := a.digitsOf(); ok {
		return parenthesize(atomSize(a).plain())
	}
	return "log" + strconv.FormatInt(a.k, 10) + "(" + list() + ")"
}

func parenthesize(s Size) string {
	if arg, ok := s.unclamped(); ok {
		return parenthesize(arg)
	}
	if len(s.terms) > 1 {
		return "(" + s.String() + ")"
	}
	return s.String()
}
