package spec

import (
	"strconv"
	"strings"
)

// Binding strengths of the canonical form, loosest first.
const (
	precImplies = iota
	precOr
	precAnd
	precCompare
	precSum
	precProduct
	precUnary
	precPower
)

func precedence(op byte) int {
	if op == '^' {
		return precPower
	}
	if op == '+' || op == '-' {
		return precSum
	}
	return precProduct
}

func (e Number) String() string { return string(appendExpr(nil, e, 0)) }
func (e Energy) String() string { return string(appendExpr(nil, e, 0)) }
func (e Symbol) String() string { return QuoteName(e.Name) }
func (e Neg) String() string    { return string(appendExpr(nil, e, 0)) }
func (e Binary) String() string { return string(appendExpr(nil, e, 0)) }
func (e Call) String() string   { return string(appendExpr(nil, e, 0)) }

func appendExpr(b []byte, e Expr, min int) []byte {
	switch e := e.(type) {
	case Number:
		if !e.Real {
			return strconv.AppendFloat(b, e.Value, 'f', 0, 64)
		}
		s := strconv.FormatFloat(e.Value, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return append(b, s...)
	case Energy:
		return append(b, formatJoules(e.Joules)...)
	case Symbol:
		return append(b, QuoteName(e.Name)...)
	case Neg:
		if min >= precUnary { // -(-n): two signs in a row are Java's decrement
			return append(appendExpr(append(b, '('), e, 0), ')')
		}
		return appendExpr(append(b, '-'), e.X, precUnary)
	case Binary:
		prec := precedence(e.Op)
		if prec < min {
			return append(appendExpr(append(b, '('), e, 0), ')')
		}
		if e.Op == '^' {
			b = append(appendExpr(b, e.X, prec+1), '^')
			return appendExpr(b, e.Y, prec+1)
		}
		b = appendExpr(b, e.X, prec)
		b = append(b, ' ', e.Op, ' ')
		return appendExpr(b, e.Y, prec+1)
	case Call:
		b = append(append(b, e.Func...), '(')
		for i, a := range e.Args {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendExpr(b, a, 0)
		}
		return append(b, ')')
	}
	return b
}

func (p Bool) String() string    { return strconv.FormatBool(p.Value) }
func (p Compare) String() string { return string(appendPredicate(nil, p, 0)) }
func (p Not) String() string     { return string(appendPredicate(nil, p, 0)) }
func (p Logical) String() string { return string(appendPredicate(nil, p, 0)) }
func (p Opaque) String() string  { return p.Text }

// powerCalls writes powers as conditions have them, where ^ is Java's exclusive or.
func powerCalls(e Expr) Expr {
	switch e := e.(type) {
	case Neg:
		return Neg{powerCalls(e.X), e.at}
	case Binary:
		x, y := powerCalls(e.X), powerCalls(e.Y)
		if e.Op == '^' {
			return Call{power, []Expr{x, y}, e.at}
		}
		return Binary{e.Op, x, y, e.at}
	case Call:
		args := make([]Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = powerCalls(a)
		}
		return Call{e.Func, args, e.at}
	}
	return e
}

func appendPredicate(b []byte, p Predicate, min int) []byte {
	switch p := p.(type) {
	case Compare:
		if precCompare < min {
			return append(appendPredicate(append(b, '('), p, 0), ')')
		}
		b = appendExpr(b, powerCalls(p.Operands[0]), precSum)
		for i, op := range p.Ops {
			b = append(b, ' ')
			b = append(b, op...)
			b = append(b, ' ')
			b = appendExpr(b, powerCalls(p.Operands[i+1]), precSum)
		}
		return b
	case Not:
		return appendPredicate(append(b, '!'), p.X, precUnary)
	case Logical:
		prec, left, right := precAnd, precAnd, precAnd+1
		switch p.Op {
		case "||":
			prec, left, right = precOr, precOr, precOr+1
		case "==>":
			prec, left, right = precImplies, precImplies+1, precImplies
		}
		if prec < min {
			return append(appendPredicate(append(b, '('), p, 0), ')')
		}
		b = appendPredicate(b, p.X, left)
		b = append(b, ' ')
		b = append(b, p.Op...)
		b = append(b, ' ')
		return appendPredicate(b, p.Y, right)
	case Opaque:
		if min > 0 {
			return append(append(append(b, '('), p.Text...), ')')
		}
		return append(b, p.Text...)
	case Bool:
		return strconv.AppendBool(b, p.Value)
	}
	return b
}

// Equal reports whether two expressions are the same but for where they stand.
func Equal(a, b Expr) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.Dim() == b.Dim() && a.String() == b.String()
}

// EqualPredicate reports whether two predicates are the same but for where they stand.
func EqualPredicate(a, b Predicate) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a.String() == b.String()
}
