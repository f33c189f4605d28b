// Package formula reads and evaluates the formulas in which models say how a cost depends on a call: on the sizes of its
// receiver and arguments.
package formula

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Expr is a formula over the sizes of a call's receiver and arguments: a Number, Symbol, Binary or Apply.
type Expr interface {
	// String writes the formula so that Parse reads it back.
	String() string
	expr()
}

// Number is a constant.
type Number float64

// Symbol is a number that the caller knows about a value: "this.size()", "arg0.length", "arg1".
type Symbol struct {
	// Argument counts the declared parameters from 0; Receiver and Result are the call's other values.
	Argument int
	// Measure is which number of the value is meant.
	Measure Measure
}

// Receiver and Result stand for an argument's number: "this", and "result" in effects.
const (
	Receiver = -1
	Result   = -2
)

// Measure is which number of a value a symbol means.
type Measure uint8

const (
	// Value is the value of an int or long itself: "arg0".
	Value Measure = iota
	// ArrayLength is "arg0.length".
	ArrayLength
	// StringLength is the length of a CharSequence, "arg0.length()".
	StringLength
	// CollectionSize is the number of elements of a collection or map, "arg0.size()".
	CollectionSize
)

var measureSuffixes = [...]string{"", ".length", ".length()", ".size()"}

// Binary is L op R; op is one of + - * /. Division is that of real numbers.
type Binary struct {
	Op   byte
	L, R Expr
}

// Apply is a function of its arguments: min, max, floor, ceil, or log2, which is 0 up to 1.
type Apply struct {
	Func string
	Args []Expr
}

func (Number) expr() {}
func (Symbol) expr() {}
func (Binary) expr() {}
func (Apply) expr()  {}

// String implements Expr.
func (n Number) String() string { return strconv.FormatFloat(float64(n), 'g', -1, 64) }

// String implements Expr.
func (s Symbol) String() string {
	name := "arg" + strconv.Itoa(s.Argument)
	switch s.Argument {
	case Receiver:
		name = "this"
	case Result:
		name = "result"
	}
	return name + measureSuffixes[s.Measure]
}

// String implements Expr.
func (b Binary) String() string {
	l, r := b.L.String(), b.R.String()
	if x, ok := b.L.(Binary); ok && precedence(x.Op) < precedence(b.Op) {
		l = "(" + l + ")"
	}
	if x, ok := b.R.(Binary); ok && precedence(x.Op) <= precedence(b.Op) {
		r = "(" + r + ")"
	}
	if n, ok := b.R.(Number); ok && n < 0 {
		r = "(" + r + ")"
	}
	return l + " " + string(b.Op) + " " + r
}

func precedence(op byte) int {
	if op == '+' || op == '-' {
		return 1
	}
	return 2
}

// String implements Expr.
func (a Apply) String() string {
	args := make([]string, len(a.Args))
	for i, x := range a.Args {
		args[i] = x.String()
	}
	return a.Func + "(" + strings.Join(args, ", ") + ")"
}

// Symbols returns the symbols of a formula, in order of appearance, without repetitions.
func Symbols(e Expr) []Symbol {
	var out []Symbol
	seen := map[Symbol]bool{}
	var walk func(Expr)
	walk = func(e Expr) {
		switch e := e.(type) {
		case Symbol:
			if !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		case Binary:
			walk(e.L)
			walk(e.R)
		case Apply:
			for _, a := range e.Args {
				walk(a)
			}
		}
	}
	walk(e)
	return out
}

// Eval evaluates a formula. value gives a symbol's number, or false if it is not known: then, and where the
// result is not finite, Eval returns an error that names the symbol or the formula.
func Eval(e Expr, value func(Symbol) (float64, bool)) (float64, error) {
	v, err := eval(e, value)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return 0, fmt.Errorf("%s is not a finite number", e)
	}
	return v, err
}

func eval(e Expr, value func(Symbol) (float64, bool)) (float64, error) {
	switch e := e.(type) {
	case Number:
		return float64(e), nil
	case Symbol:
		if v, ok := value(e); ok {
			return v, nil
		}
		return 0, fmt.Errorf("%s is not known", e)
	case Binary:
		l, err := eval(e.L, value)
		if err != nil {
			return 0, err
		}
		r, err := eval(e.R, value)
		if err != nil {
			return 0, err
		}
		switch e.Op {
		case '+':
			return l + r, nil
		case '-':
			return l - r, nil
		case '*':
			return l * r, nil
		}
		return l / r, nil
	case Apply:
		var vs []float64
		for _, a := range e.Args {
			v, err := eval(a, value)
			if err != nil {
				return 0, err
			}
			vs = append(vs, v)
		}
		switch e.Func {
		case "min":
			return math.Min(vs[0], vs[1]), nil
		case "max":
			return math.Max(vs[0], vs[1]), nil
		case "floor":
			return math.Floor(vs[0]), nil
		case "ceil":
			return math.Ceil(vs[0]), nil
		case "log2":
			return math.Log2(math.Max(vs[0], 1)), nil
		}
	}
	return 0, fmt.Errorf("%v is no formula", e)
}

// functions gives the number of arguments of each function.
var functions = map[string]int{"min": 2, "max": 2, "floor": 1, "ceil": 1, "log2": 1}

// Parse reads a formula such as "3 + 2*arg0.length()". Errors say at which character (from 1) and what was
// expected.
func Parse(s string) (Expr, error) {
	p := &parser{text: s}
	e, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.skip(); p.pos < len(s) {
		return nil, p.errorf("expected an operator or the end, not %q", s[p.pos:])
	}
	return e, nil
}

type parser struct {
	text  string
	pos   int
	depth int
}

// maxDepth keeps a hostile formula from exhausting the stack.
const maxDepth = 200

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("formula %q, character %d: %s", p.text, p.pos+1, fmt.Sprintf(format, args...))
}

func (p *parser) skip() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}

func (p *parser) take(s string) bool {
	p.skip()
	if strings.HasPrefix(p.text[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

func (p *parser) sum() (Expr, error)     { return p.binary("+-", p.product) }
func (p *parser) product() (Expr, error) { return p.binary("*/", p.factor) }

func (p *parser) binary(ops string, operand func() (Expr, error)) (Expr, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.errorf("nested too deeply")
	}
	defer func() { p.depth-- }()
	l, err := operand()
	for n := 0; err == nil; n++ {
		if p.skip(); p.pos == len(p.text) || !strings.Contains(ops, p.text[p.pos:p.pos+1]) {
			return l, nil
		}
		if n > maxDepth {
			return nil, p.errorf("too long")
		}
		op := p.text[p.pos]
		p.pos++
		var r Expr
		if r, err = operand(); err == nil {
			l = Binary{op, l, r}
		}
	}
	return nil, err
}

func (p *parser) factor() (Expr, error) {
	if p.take("(") {
		e, err := p.sum()
		if err != nil {
			return nil, err
		}
		if !p.take(")") {
			return nil, p.errorf("expected )")
		}
		return e, nil
	}
	p.skip()
	start := p.pos
	if p.pos < len(p.text) && p.text[p.pos] == '-' {
		p.pos++
	}
	for p.pos < len(p.text) && (isDigit(p.text[p.pos]) || p.text[p.pos] == '.') {
		p.pos++
	}
	if p.pos > start {
		if p.pos+1 < len(p.text) && p.text[p.pos] == 'e' { // 1e-05, 1e+06, 1e6
			end := p.pos + 1
			if p.text[end] == '-' || p.text[end] == '+' {
				end++
			}
			if end < len(p.text) && isDigit(p.text[end]) {
				for end < len(p.text) && isDigit(p.text[end]) {
					end++
				}
				p.pos = end
			}
		}
		v, err := strconv.ParseFloat(p.text[start:p.pos], 64)
		if err != nil || math.IsInf(v, 0) {
			p.pos = start
			return nil, p.errorf("expected a number")
		}
		return Number(v), nil
	}
	for p.pos < len(p.text) && isLetter(p.text[p.pos]) {
		p.pos++
	}
	word := p.text[start:p.pos]
	if n, ok := functions[word]; ok {
		return p.apply(word, n)
	}
	return p.symbol(word, start)
}

func (p *parser) apply(name string, n int) (Expr, error) {
	if !p.take("(") {
		return nil, p.errorf("expected ( after %s", name)
	}
	a := Apply{Func: name}
	for i := range n {
		if i > 0 && !p.take(",") {
			return nil, p.errorf("expected a comma: %s has %d arguments", name, n)
		}
		e, err := p.sum()
		if err != nil {
			return nil, err
		}
		a.Args = append(a.Args, e)
	}
	if !p.take(")") {
		return nil, p.errorf("expected ): %s has %d arguments", name, n)
	}
	return a, nil
}

func (p *parser) symbol(word string, start int) (Expr, error) {
	s := Symbol{}
	switch {
	case word == "this":
		s.Argument = Receiver
	case word == "result":
		s.Argument = Result
	case strings.HasPrefix(word, "arg"):
		n, err := strconv.ParseUint(word[3:], 10, 8)
		if err != nil {
			p.pos = start
			return nil, p.errorf("expected arg0, arg1, ..., not %q", word)
		}
		s.Argument = int(n)
	default:
		p.pos = start
		return nil, p.errorf("expected a number, this, arg0, min, max, floor, ceil or log2")
	}
	for _, m := range []Measure{StringLength, CollectionSize, ArrayLength} { // length() before length
		if strings.HasPrefix(p.text[p.pos:], measureSuffixes[m]) {
			p.pos += len(measureSuffixes[m])
			s.Measure = m
			break
		}
	}
	if p.pos < len(p.text) && (p.text[p.pos] == '.' || isLetter(p.text[p.pos])) {
		return nil, p.errorf("expected .length, .length() or .size()")
	}
	return s, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}
