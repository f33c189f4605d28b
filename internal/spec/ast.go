// Package spec is the energy specification language: budgets, preconditions and loop facts, as JML clauses in
// comments or as annotations in class files.
//
//	expression   e ::= 120 | 1.5 | 10_000 | 0xff | 120 nJ | n | a.length | names.size() | this.x.y | \result
//	                 | largest n | nodes(head.next) | List.sort(Comparator) | `any name` (see phrase.go)
//	                 | -e | e + e | e - e | e * e | e / e | e % e | e^e | (e)
//	                 | min(e, e...) | max(e, e...) | floor(e) | ceil(e) | sqrt(e) | abs(e) | log2(e) | log10(e)
//	predicate    P ::= true | false | e < e | e <= e | e > e | e >= e | e == e | e != e | e <= e < e
//	                 | !P | P && P | P || P | P ==> P | (P)
//	clause       requires P;   energy e [\confidence c] [if P];   measured_by e;   assume P;
//	             loop_bound e;   decreases e;   maintaining P;
//
// An expression is a number or an amount of energy, and the parser checks which: energy may be added to energy
// and multiplied by a number, nothing else. Numbers are whole or real: a literal with a point or an exponent is
// real, a symbol is whole, and the quotient of whole numbers is whole, rounded towards zero, as in Java and JML.
//
// In requires, maintaining and assume, a conjunct that is well-formed JML but outside this language (quantifiers,
// references, \old) is kept as Opaque and proves nothing. Everywhere else it is an error, never ignored.
package spec

import "math"

// Dim is the dimension of an expression.
type Dim uint8

// The dimensions.
const (
	Count Dim = iota // a number without a unit
	Joule            // an amount of energy
)

func (d Dim) String() string {
	if d == Joule {
		return "an energy"
	}
	return "a number"
}

// Expr is an expression: Number, Energy, Symbol, Neg, Binary or Call. Expressions are immutable.
type Expr interface {
	// String returns the canonical form, which parses to an equal expression.
	String() string
	// Dim is the expression's dimension.
	Dim() Dim
	// Offset is where the expression starts in the parsed text, in bytes.
	Offset() int
	expr()
}

type at int

// Offset is where the node starts in the parsed text, in bytes.
func (a at) Offset() int { return int(a) }

// Number is a literal. Real says that it was written as a real number, which decides how quotients round.
type Number struct {
	Value   float64
	Real    bool
	rounded bool // Value is not what was written: too many digits
	at
}

// Whole returns the whole number that was written; ok is false for others, and for more digits than Value holds.
func (e Number) Whole() (v int64, ok bool) {
	if e.rounded || e.Value != math.Trunc(e.Value) || math.Abs(e.Value) > 1<<62 {
		return 0, false
	}
	return int64(e.Value), true
}

// Energy is a quantity of energy, 120 nJ.
type Energy struct {
	Joules float64
	at
}

// Symbol is a size that an expression depends on, named as in Java: n, a.length, names.size(),
// this.buffer.length, \result.
type Symbol struct {
	Name string
	Cost bool // an energy: what one call costs, named as in formulas: List.sort(Comparator)
	// Written is the name before it was resolved, such as items.size() for this.items.size(); empty where it is Name.
	Written string
	at
}

// Neg is -X.
type Neg struct {
	X Expr
	at
}

// Binary is X Op Y, Op one of + - * / % ^. A power has an exponent below 0 counted as 0, and where the exponent is no number, a
// base below 1 counted as 1.
type Binary struct {
	Op   byte
	X, Y Expr
	at
}

// Call is a function: see functions. What is a logarithm or a root is rounded down, and a logarithm is 0 below 1. A quotient
// that is the argument of floor or ceil is not rounded before; one by a symbol has a divisor below 1 counted as 1.
type Call struct {
	Func string
	Args []Expr
	at
}

func (Number) expr() {}
func (Energy) expr() {}
func (Symbol) expr() {}
func (Neg) expr()    {}
func (Binary) expr() {}
func (Call) expr()   {}

// Dim is Count.
func (Number) Dim() Dim { return Count }

// Dim is Joule.
func (Energy) Dim() Dim { return Joule }

// Dim is Count but for the cost of a call.
func (e Symbol) Dim() Dim {
	if e.Cost {
		return Joule
	}
	return Count
}

// Dim is the operand's.
func (e Neg) Dim() Dim { return e.X.Dim() }

// Dim is Joule for a sum of energies, a multiple or a fraction of an energy.
func (e Binary) Dim() Dim {
	switch e.Op {
	case '*':
		return max(e.X.Dim(), e.Y.Dim())
	case '/':
		if e.Y.Dim() == Joule {
			return Count
		}
	}
	return e.X.Dim()
}

// Dim is the first argument's.
func (e Call) Dim() Dim { return e.Args[0].Dim() }

// Predicate is a condition: Bool, Compare, Not, Logical or Opaque. Predicates are immutable.
type Predicate interface {
	// String returns the canonical form, which parses to an equal predicate.
	String() string
	// Offset is where the predicate starts in the parsed text, in bytes.
	Offset() int
	predicate()
}

// Bool is true or false.
type Bool struct {
	Value bool
	at
}

// Compare is a comparison, chained if it has more than one operator: 0 <= n < 10. Ops are < <= > >= == !=;
// only operators of one direction are chained.
type Compare struct {
	Operands []Expr // one more than Ops
	Ops      []string
	at
}

// Not is !X.
type Not struct {
	X Predicate
	at
}

// Logical is X Op Y, Op one of && || ==>.
type Logical struct {
	Op   string
	X, Y Predicate
	at
}

// Opaque is well-formed JML outside this language. Nothing is known of it.
type Opaque struct {
	Text string
	at
}

func (Bool) predicate()    {}
func (Compare) predicate() {}
func (Not) predicate()     {}
func (Logical) predicate() {}
func (Opaque) predicate()  {}

// mapSymbols returns e with every symbol replaced by what f returns for it.
func mapSymbols(e Expr, f func(Symbol) Expr) Expr {
	switch e := e.(type) {
	case Symbol:
		return f(e)
	case Neg:
		return Neg{mapSymbols(e.X, f), e.at}
	case Binary:
		return Binary{e.Op, mapSymbols(e.X, f), mapSymbols(e.Y, f), e.at}
	case Call:
		args := make([]Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = mapSymbols(a, f)
		}
		return Call{e.Func, args, e.at}
	}
	return e
}

// Symbols returns the symbols of e, in the order in which they are written.
func Symbols(e Expr) []Symbol {
	var out []Symbol
	mapSymbols(e, func(s Symbol) Expr {
		out = append(out, s)
		return s
	})
	return out
}

// PredicateSymbols returns the symbols of p, in the order in which they are written.
func PredicateSymbols(p Predicate) []Symbol {
	var out []Symbol
	mapPredicate(p, func(s Symbol) Expr {
		out = append(out, s)
		return s
	})
	return out
}

// RenamePredicate returns a predicate with other names.
func RenamePredicate(p Predicate, rename func(name string) string) Predicate {
	return mapPredicate(p, func(s Symbol) Expr {
		s.Name, s.Written = rename(s.Name), ""
		return s
	})
}

func mapPredicate(p Predicate, f func(Symbol) Expr) Predicate {
	switch p := p.(type) {
	case Compare:
		es := make([]Expr, len(p.Operands))
		for i, e := range p.Operands {
			es[i] = mapSymbols(e, f)
		}
		return Compare{es, p.Ops, p.at}
	case Not:
		return Not{mapPredicate(p.X, f), p.at}
	case Logical:
		return Logical{p.Op, mapPredicate(p.X, f), mapPredicate(p.Y, f), p.at}
	}
	return p
}
