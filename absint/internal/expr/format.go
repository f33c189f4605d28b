package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Expressions in source notation, for messages.

// String formats the expression in source notation: "n - 1", "2 * n + 3", "max(0, n - m)". A bound max(0, x) is formatted
// as x, since no count is below zero.
func (s Size) String() string {
	if s.Top {
		return "?"
	}
	if len(s.Terms) == 0 {
		return "0"
	}
	s = s.plain()
	if arg, ok := s.Unclamped(); ok {
		return arg.String()
	}
	var b strings.Builder
	// Products before single symbols, constants last, as polynomials are usually written.
	ts := slices.Clone(s.Terms)
	slices.SortStableFunc(ts, func(x, y Term) int {
		return cmp.Or(cmp.Compare(len(y.Mono), len(x.Mono)), cmp.Compare(sign(y.Coef), sign(x.Coef)))
	})
	if i := slices.IndexFunc(ts, func(t Term) bool { return t.Coef > 0 }); i > 0 { // 9 - i, not -i + 9
		first := ts[i]
		ts = slices.Insert(slices.Delete(ts, i, i+1), 0, first)
	}
	for i, t := range ts {
		c := t.Coef
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
		if c != 1 || len(t.Mono) == 0 {
			b.WriteString(strconv.FormatInt(c, 10))
			if len(t.Mono) > 0 {
				b.WriteString(" * ")
			}
		}
		b.WriteString(t.Mono.String())
	}
	return b.String()
}

// sign returns -1, 0 or 1.
func sign(c int64) int { return cmp.Compare(c, 0) }

// String formats the product: n * m^2.
func (m Mono) String() string {
	parts := make([]string, 0, len(m))
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].Key == m[i].Key {
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

// String formats the atom.
func (a *Atom) String() string {
	list := func() string {
		parts := make([]string, len(a.Args))
		for i, s := range a.Args {
			parts[i] = s.String()
		}
		return strings.Join(parts, ", ")
	}
	switch a.Kind {
	case SymbolAtom:
		return a.Symbol.Name
	case IndexAtom:
		return "#" + strconv.Itoa(a.Loop)
	case MaxAtom:
		if arg, ok := a.Unclamped(); ok {
			return parenthesize(arg)
		}
		if x, ok := a.absolute(); ok {
			return "abs(" + x.String() + ")"
		}
		return "max(" + list() + ")"
	case MinAtom:
		return "min(" + list() + ")"
	case DivAtom:
		// floor((x + k - 1) / k) is ceil(x / k), the trip count of a loop with step k.
		if c := a.Args[0].constant(); c == a.K-1 {
			return "ceil(" + parenthesize(a.Args[0].AddInt(-c)) + " / " + strconv.FormatInt(a.K, 10) + ")"
		}
		return "floor(" + parenthesize(a.Args[0]) + " / " + strconv.FormatInt(a.K, 10) + ")"
	}
	switch a.Kind {
	case SqrtAtom:
		return "sqrt(" + list() + ")"
	case QuotAtom:
		return a.quotientString()
	case PowerAtom:
		return a.powerString()
	}
	if _, ok := a.digitsOf(); ok {
		return parenthesize(AtomSize(a).plain())
	}
	return "log" + strconv.FormatInt(a.K, 10) + "(" + list() + ")"
}

// parenthesize formats s as an operand, in parentheses if it is a sum.
func parenthesize(s Size) string {
	if arg, ok := s.Unclamped(); ok {
		return parenthesize(arg)
	}
	if len(s.Terms) > 1 {
		return "(" + s.String() + ")"
	}
	return s.String()
}

// quotientString formats a quotient, as ceil(x / y) if it is floor((x + y - 1) / y), the trip count of a loop with step y.
func (a *Atom) quotientString() string {
	x, y := a.Args[0], a.Args[1]
	form := "floor("
	if c := x.Sub(y).AddInt(1); len(c.Terms) < len(x.Terms) || len(c.Terms) == len(x.Terms) && c.constant() == 0 {
		x, form = c, "ceil("
	}
	divisor := y.String()
	if len(y.Terms) > 1 || len(y.Terms) == 1 && (y.Terms[0].Coef != 1 || len(y.Terms[0].Mono) > 1) {
		divisor = "(" + divisor + ")"
	}
	return form + parenthesize(x) + " / " + divisor + ")"
}

// powerString formats a power: 2^n, (n + 1)^depth.
func (a *Atom) powerString() string {
	operand := func(s Size) string {
		if len(s.Terms) == 1 && (len(s.Terms[0].Mono) == 0 || s.Terms[0].Coef == 1 && len(s.Terms[0].Mono) == 1 && s.Terms[0].Mono[0].Kind != PowerAtom) {
			return parenthesize(s)
		}
		return "(" + s.String() + ")"
	}
	return operand(a.Args[0]) + "^" + operand(a.Args[1])
}
