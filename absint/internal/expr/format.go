package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Expressions in source notation. In the language of budgets the text has the value of the expression for all values of the
// symbols, or more where it is a number of digits; for messages it leaves out that no count is below zero.

// Writer writes expressions in the language of budgets; Name writes the name of a symbol.
type Writer struct {
	Name  func(name string) string
	loose bool // for messages: max(0, x) is written as x, a number of digits without the 1 that is more
	// condition is set inside of conditions, where ^ is Java's exclusive or.
	condition bool
}

// messages writes expressions for messages.
var messages = Writer{Name: func(name string) string { return name }, loose: true}

// String formats the expression for messages: "n - 1", "2 * n + 3", "max(0, n - m)". A bound max(0, x) is formatted as x, since
// no count is below zero.
func (s Size) String() string { return messages.Size(s) }

// String formats the product: n * m^2.
func (m Mono) String() string { return messages.product(m) }

// String formats the atom.
func (a *Atom) String() string { return messages.atom(a) }

// Powers writes a product of sizes that are not negative, n * m^2, whose factors are written by factor. Equal factors, which stand
// together, are a power.
func Powers(m Mono, factor func(*Atom) string) string {
	parts := make([]string, 0, len(m))
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].Key == m[i].Key {
			j++
		}
		p := factor(m[i])
		if j-i > 1 {
			p += "^" + strconv.Itoa(j-i)
		}
		parts = append(parts, p)
		i = j
	}
	return strings.Join(parts, " * ")
}

// Atom writes a factor of a product. A number of digits is written as log2(n) + 1, which is more where n has none.
func (w Writer) Atom(a *Atom) string {
	if q, ok := a.digitsOf(); ok {
		return "(" + w.Size(q.Log(a.K)) + " + 1)"
	}
	return w.atom(a)
}

// Size writes an expression.
func (w Writer) Size(s Size) string {
	if s.Top {
		return "?"
	}
	if len(s.Terms) == 0 {
		return "0"
	}
	if w.loose {
		s = s.plain()
		if arg, ok := s.Unclamped(); ok {
			return w.Size(arg)
		}
	}
	// Products before single symbols, constants last, as polynomials are usually written.
	ts := slices.Clone(s.Terms)
	slices.SortStableFunc(ts, func(x, y Term) int {
		return cmp.Or(cmp.Compare(len(y.Mono), len(x.Mono)), cmp.Compare(sign(y.Coef), sign(x.Coef)))
	})
	if i := slices.IndexFunc(ts, func(t Term) bool { return t.Coef > 0 }); i > 0 { // 9 - i, not -i + 9
		first := ts[i]
		ts = slices.Insert(slices.Delete(ts, i, i+1), 0, first)
	}
	var b strings.Builder
	for i, t := range ts {
		b.WriteString(joint(i, t.Coef))
		c := strings.TrimPrefix(strconv.FormatInt(t.Coef, 10), "-")
		switch {
		case len(t.Mono) == 0:
			b.WriteString(c)
			continue
		case c != "1":
			b.WriteString(c + " * ")
		}
		b.WriteString(w.product(t.Mono))
	}
	return b.String()
}

// sign returns -1, 0 or 1.
func sign(c int64) int { return cmp.Compare(c, 0) }

// joint returns what stands before the i-th term of a sum.
func joint(i int, coef int64) string {
	switch {
	case i == 0 && coef < 0:
		return "-"
	case i == 0:
		return ""
	case coef < 0:
		return " - "
	}
	return " + "
}

// product writes a product inside of an expression.
func (w Writer) product(m Mono) string {
	if w.loose {
		return Powers(m, w.atom)
	}
	parts := make([]string, len(m))
	for i, a := range m {
		parts[i] = w.atom(a)
	}
	return strings.Join(parts, " * ")
}

func (w Writer) atom(a *Atom) string {
	switch a.Kind {
	case SymbolAtom:
		return w.Name(a.Symbol.Name)
	case IndexAtom:
		return "#" + strconv.Itoa(a.Loop)
	case MaxAtom:
		if x, ok := a.Unclamped(); ok {
			if w.loose || (Env{}).Size(x).Lo >= 0 {
				return w.operand(x)
			}
			return "max(0, " + w.Size(x) + ")"
		}
		if x, ok := a.absolute(); ok {
			return "abs(" + w.Size(x) + ")"
		}
		return "max(" + w.list(a.Args) + ")"
	case MinAtom:
		return "min(" + w.list(a.Args) + ")"
	case DivAtom:
		// floor((x + k - 1) / k) is ceil(x / k), the trip count of a loop with step k.
		x, form := a.Args[0], "floor("
		if c := x.constant(); c == a.K-1 {
			x, form = x.AddInt(-c), "ceil("
		}
		return form + w.operand(x) + " / " + strconv.FormatInt(a.K, 10) + ")"
	case SqrtAtom:
		return "sqrt(" + w.list(a.Args) + ")"
	case QuotAtom:
		return w.quotient(a)
	case PowerAtom:
		if w.condition {
			return "pow(" + w.list(a.Args) + ")"
		}
		return w.power(a.Args[0]) + "^" + w.power(a.Args[1])
	}
	if _, ok := a.digitsOf(); ok && w.loose {
		return w.operand(AtomSize(a).plain())
	}
	return "log" + strconv.FormatInt(a.K, 10) + "(" + w.list(a.Args) + ")"
}

func (w Writer) list(args []Size) string {
	parts := make([]string, len(args))
	for i, s := range args {
		parts[i] = w.Size(s)
	}
	return strings.Join(parts, ", ")
}

// operand writes s, in parentheses if it is a sum.
func (w Writer) operand(s Size) string {
	if arg, ok := s.Unclamped(); ok && w.loose {
		return w.operand(arg)
	}
	if len(s.Terms) > 1 || !w.loose && len(s.Terms) == 1 && s.Terms[0].Coef < 0 {
		return "(" + w.Size(s) + ")"
	}
	return w.Size(s)
}

// quotient writes floor((x + y - 1) / y), the trip count of a loop with step y, as ceil(x / y).
func (w Writer) quotient(a *Atom) string {
	x, y, form := a.Args[0], a.Args[1], "floor("
	if c := x.Sub(y).AddInt(1); len(c.Terms) < len(x.Terms) || len(c.Terms) == len(x.Terms) && c.constant() == 0 {
		x, form = c, "ceil("
	}
	divisor := w.Size(y)
	if len(y.Terms) > 1 || len(y.Terms) == 1 && (y.Terms[0].Coef != 1 || len(y.Terms[0].Mono) > 1) {
		divisor = "(" + divisor + ")"
	}
	return form + w.operand(x) + " / " + divisor + ")"
}

// power writes the base or the exponent of a power: 2^n, (n + 1)^depth.
func (w Writer) power(s Size) string {
	if v, ok := s.Int(); ok && (w.loose || v >= 0) {
		return w.Size(s)
	}
	if a, ok := s.SingleAtom(); ok && a.Kind != PowerAtom {
		if text := w.atom(a); w.loose || !strings.Contains(text, ": ") {
			return text
		}
	}
	return "(" + w.Size(s) + ")"
}
