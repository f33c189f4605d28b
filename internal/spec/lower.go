package spec

import (
	"math"
	"strconv"
	"strings"
)

// ParseExpr parses an expression of either dimension. The error is an *Error.
func ParseExpr(text string) (Expr, error) {
	p, n, err := parseWhole(text)
	if err != nil {
		return nil, err
	}
	l := lowerer{p: p}
	e := l.expr(n)
	if l.err != nil {
		return nil, l.err
	}
	return e, nil
}

// ParseEnergy parses an expression that is an amount of energy: "5 mJ", "35 uJ + 120 nJ * n". One that is below zero
// whatever its symbols are is an error: nothing costs that.
func ParseEnergy(text string) (Expr, error) { return parseDim(text, Joule) }

// ParseCount parses an expression that is a number: "64", "n - i".
func ParseCount(text string) (Expr, error) { return parseDim(text, Count) }

func parseDim(text string, want Dim) (Expr, error) {
	e, err := ParseExpr(text)
	if err != nil {
		return nil, err
	}
	if want == Joule {
		e = asEnergy(e)
	}
	if err := checkDim(e, want); err != nil {
		return nil, err
	}
	return e, nil
}

// nothing gives no symbol a value.
func nothing(string) (float64, bool) { return 0, false }

func checkDim(e Expr, want Dim) *Error {
	if e.Dim() == want {
		if v, err := Evaluate(e, nothing); want == Joule && err == nil && v < 0 {
			return errorAt(e.Offset(), "%s is below zero, and no call costs that", e)
		}
		return nil
	}
	if want == Joule {
		return errorAt(e.Offset(), "expected an energy, found a number: write its unit, as in 5 mJ or 120 nJ * n")
	}
	return errorAt(e.Offset(), "expected a number, found an energy")
}

// ParsePredicate parses a predicate. What is outside this language is an error.
func ParsePredicate(text string) (Predicate, error) {
	p, n, err := parseWhole(text)
	if err != nil {
		return nil, err
	}
	l := lowerer{p: p}
	q := l.predicate(n)
	if l.err != nil {
		return nil, l.err
	}
	return q, nil
}

// ParseConjuncts parses a predicate and splits it at its outermost &&. A conjunct that is well-formed JML
// outside this language becomes Opaque; one that mixes energies with numbers, or is no JML, is an error.
func ParseConjuncts(text string) ([]Predicate, error) {
	p, n, err := parseWhole(text)
	if err != nil {
		return nil, err
	}
	ps, e := p.conjuncts(n)
	if e != nil {
		return nil, e
	}
	return ps, nil
}

func parseWhole(text string) (*parser, *node, error) {
	p := &parser{toks: lex(text)}
	if len(p.toks) > maxTokens {
		return nil, nil, errorAt(p.toks[maxTokens].start, "the expression is longer than %d symbols", maxTokens)
	}
	n := p.amount("in front of what is allowed", "5 mJ or 0 <= n")
	if p.err == nil && p.peek().kind != tokEOF {
		p.expected("an operator or the end")
	}
	if p.err != nil {
		return nil, nil, p.err
	}
	return p, n, nil
}

func (p *parser) conjuncts(n *node) ([]Predicate, *Error) {
	if n.kind == nodeBinary && n.text == "&&" {
		xs, err := p.conjuncts(n.args[0])
		if err != nil {
			return nil, err
		}
		ys, err := p.conjuncts(n.args[1])
		return append(xs, ys...), err
	}
	l := lowerer{p: p}
	q := l.predicate(n)
	switch {
	case l.err == nil:
		return []Predicate{q}, nil
	case l.foreign:
		return []Predicate{Opaque{p.source(n), at(n.start)}}, nil
	}
	return nil, l.err
}

// source returns the text of a node without the parentheses around it, white space and comments made single
// blanks.
func (p *parser) source(n *node) string {
	var b strings.Builder
	for i := n.first; i < n.last; i++ {
		if i > n.first && p.toks[i-1].end < p.toks[i].start {
			b.WriteByte(' ')
		}
		b.WriteString(p.toks[i].text)
	}
	return b.String()
}

// lowerer turns nodes into expressions and predicates. The first error sticks; foreign says that it means
// "outside this language", not "wrong".
type lowerer struct {
	p       *parser
	err     *Error
	foreign bool
	holds   bool // a condition is lowered: JML's meaning of what both languages have
}

func (l *lowerer) wrong(n *node, format string, args ...any) {
	if l.err == nil || l.foreign {
		l.err, l.foreign = errorAt(n.start, format, args...), false
	}
}

func (l *lowerer) outside(n *node, format string, args ...any) {
	if l.err == nil {
		l.err, l.foreign = errorAt(n.start, format, args...), true
	}
}

var zero = Number{}

func (l *lowerer) expr(n *node) Expr {
	switch n.kind {
	case nodeNumber:
		return l.number(n)
	case nodeEnergy:
		exp, factor, ok := unitScale(n.unit)
		if !ok {
			l.wrong(n, "%q is no unit of energy: expected %s%s", n.unit, unitNames, unitMeant(n.unit))
			return zero
		}
		v, err := joules(n.text, exp)
		if v *= factor; err != nil || !digitsOK(n.text) || math.IsInf(v, 0) {
			l.wrong(n, "%q is no decimal number in the range of energies", n.text)
		}
		return Energy{v, at(n.start)}
	case nodeName, nodeField, nodeElement:
		return l.symbol(n)
	case nodeCall:
		return l.call(n)
	case nodeUnary:
		switch n.text {
		case "-":
			return Neg{l.expr(n.args[0]), at(n.start)}
		case "+":
			return l.expr(n.args[0])
		}
	case nodeBinary:
		if n.text == "^" && l.holds {
			l.outside(n, "^ is Java's exclusive or in a condition: write a power as pow(x, y)")
			return zero
		}
		if len(n.text) == 1 && strings.Contains("+-*/%^", n.text) {
			return l.arithmetic(n)
		}
	case nodeForeign:
		l.outside(n, "expected a number or an energy, found %s", n.text)
		return zero
	}
	if n.text == "!" || len(n.text) > 1 && n.kind == nodeBinary || n.text == "<" || n.text == ">" {
		advice := ""
		if n.text == "<=" || n.text == "<" || n.text == "==" {
			advice = ": write what stands behind " + n.text + " alone"
		}
		l.outside(n, "expected a number or an energy, found a condition%s", advice)
		return zero
	}
	l.outside(n, "the operator %q has no place in an energy specification", n.text)
	return zero
}

func (l *lowerer) arithmetic(n *node) Expr {
	x, y := l.expr(n.args[0]), l.expr(n.args[1])
	e := Binary{n.text[0], x, y, at(n.start)}
	if l.err != nil {
		return e
	}
	if !l.holds && (e.Op == '+' || e.Op == '-') && x.Dim() != y.Dim() {
		x, y = asEnergy(x), asEnergy(y)
		e.X, e.Y = x, y
	}
	dx, dy := x.Dim(), y.Dim()
	ok := true
	switch e.Op {
	case '+', '-':
		ok = dx == dy
	case '*':
		ok = dx == Count || dy == Count
	case '/':
		ok = dx == Joule || dy == Count
	case '%', '^':
		ok = dx == Count && dy == Count
	}
	if !ok {
		l.wrong(n.args[1], "cannot compute %s %c %s", dx, e.Op, dy)
	}
	return e
}

// digitsOK checks what strconv does not: underscores stand between digits only (JLS 3.10.1).
func digitsOK(s string) bool {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || strings.IndexByte(".eExX+-", s[i-1]) >= 0 || strings.IndexByte(".eELl", s[i+1]) >= 0) {
			return false
		}
	}
	return true
}

func (l *lowerer) number(n *node) Expr {
	s := n.text
	if !digitsOK(s) {
		l.wrong(n, "%q is no number: underscores stand between digits", s)
		return zero
	}
	s = strings.ReplaceAll(s, "_", "")
	if len(s) > 2 && s[0] == '0' && strings.IndexByte("xXbB", s[1]) >= 0 {
		v, err := strconv.ParseUint(strings.TrimRight(s, "lL"), 0, 64)
		if err != nil {
			l.wrong(n, "%q is no whole number of at most 64 bits", n.text)
		}
		return Number{Value: float64(v), rounded: v > 1<<53, at: at(n.start)}
	}
	real := strings.ContainsAny(s, ".eEfFdD")
	digits := strings.TrimRight(s, "lLfFdD")
	if !real && len(digits) > 1 && digits[0] == '0' {
		l.wrong(n, "%q is an octal number in Java: write it as a decimal one", n.text)
		return zero
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		l.wrong(n, "%q is no number in range", n.text)
		return zero
	}
	if !real && v > 1<<64 {
		l.wrong(n, "%q is no whole number of at most 64 bits", n.text)
	}
	rounded := v > 1<<53 && (real || strconv.FormatFloat(v, 'f', 0, 64) != digits)
	return Number{Value: v, Real: real, rounded: rounded, at: at(n.start)}
}

// path returns the text of a chain of names, fields and calls without arguments, empty where n is none.
func path(n *node) string {
	switch n.kind {
	case nodeName:
		if n.paren && !n.quoted {
			return "(" + n.text + ")"
		}
		return n.text
	case nodeElement:
		if p := path(n.args[0]); p != "" && !isParen(n.args[0]) {
			return p + n.text
		}
	case nodeField:
		if p := path(n.args[0]); p != "" && n.text != "*" && !isParen(n.args[0]) {
			return p + "." + n.text
		}
	case nodeCall:
		if p := path(n.args[0]); p != "" && len(n.args) == 1 && !isParen(n.args[0]) {
			return p + "()"
		}
	}
	return ""
}

// isParen reports whether parentheses around n mean an operand, not a name of several words.
func isParen(n *node) bool {
	return n.paren && (n.kind != nodeName || !strings.ContainsAny(n.text, " :"))
}

// constants are the fields of java.lang that a precondition compares with.
var constants = map[string]float64{
	"Byte.MAX_VALUE": math.MaxInt8, "Byte.MIN_VALUE": math.MinInt8,
	"Short.MAX_VALUE": math.MaxInt16, "Short.MIN_VALUE": math.MinInt16,
	"Character.MAX_VALUE": math.MaxUint16, "Character.MIN_VALUE": 0,
	"Integer.MAX_VALUE": math.MaxInt32, "Integer.MIN_VALUE": math.MinInt32,
	"Long.MAX_VALUE": math.MaxInt64, "Long.MIN_VALUE": math.MinInt64,
}

// reserved words are no symbols.
var reserved = map[string]bool{"null": true, "true": true, "false": true, "this": true, "super": true, "if": true}

func (l *lowerer) symbol(n *node) Expr {
	name := path(n)
	if n.kind == nodeName {
		name = n.text
	}
	if n.quoted {
		return Symbol{Name: name, at: at(n.start)}
	}
	if v, ok := constants[strings.TrimPrefix(name, "java.lang.")]; ok {
		if v < 0 {
			return Neg{Number{Value: -v, at: at(n.start)}, at(n.start)}
		}
		return Number{Value: v, at: at(n.start)}
	}
	if n.kind == nodeElement && name != "" && n.text == "[]" {
		l.outside(n, "expected a number, an energy or the name of a size, found an array element")
		return zero
	}
	if name == "" || reserved[name] {
		what := l.p.source(n)
		l.outside(n, "expected a number, an energy or the name of a size, found %q", what)
		return zero
	}
	return Symbol{Name: name, at: at(n.start)}
}

func (l *lowerer) predicate(n *node) Predicate {
	defer func(was bool) { l.holds = was }(l.holds)
	l.holds = true
	switch n.kind {
	case nodeName:
		if n.text == "true" || n.text == "false" {
			return Bool{n.text == "true", at(n.start)}
		}
	case nodeUnary:
		if n.text == "!" {
			return Not{l.predicate(n.args[0]), at(n.start)}
		}
	case nodeBinary:
		switch n.text {
		case "&&", "||", "==>":
			x, y := l.predicate(n.args[0]), l.predicate(n.args[1])
			return Logical{n.text, x, y, at(n.start)}
		case "<==":
			y, x := l.predicate(n.args[0]), l.predicate(n.args[1])
			return Logical{"==>", x, y, at(n.start)}
		case "<", "<=", ">", ">=", "==", "!=":
			return l.compare(n)
		}
	}
	what := "a condition like 0 <= n && n <= 100"
	if n.kind == nodeForeign {
		l.outside(n, "expected %s, found %s", what, n.text)
	} else {
		l.outside(n, "expected %s, found %q", what, l.p.source(n))
	}
	return Bool{}
}

func (l *lowerer) compare(n *node) Predicate {
	c := Compare{at: at(n.start)}
	var nodes []*node
	// A chain 0 <= n < 10 is a comparison whose left side is one without parentheses.
	for m := n; ; m = m.args[0] {
		c.Ops = append([]string{m.text}, c.Ops...)
		nodes = append([]*node{m.args[1]}, nodes...)
		left := m.args[0]
		if left.kind != nodeBinary || left.paren || strings.IndexByte("<>", left.text[0]) < 0 || len(left.text) > 2 || left.text == "<<" || left.text == ">>" || left.text == "<:" {
			nodes = append([]*node{left}, nodes...)
			break
		}
		if m.text[0] != left.text[0] {
			l.outside(n, "only comparisons of one direction can be chained: split %q with &&", l.p.source(n))
			return Bool{}
		}
	}
	for i, m := range nodes {
		e := l.expr(m)
		if l.err != nil {
			return Bool{}
		}
		if i > 0 && e.Dim() != c.Operands[0].Dim() {
			l.wrong(m, "cannot compare %s with %s", c.Operands[0].Dim(), e.Dim())
			return Bool{}
		}
		c.Operands = append(c.Operands, e)
	}
	return c
}
