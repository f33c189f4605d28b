package spec

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/nearest"
)

// functions are the functions of expressions, with the number of arguments: at least two, or exactly one. log2 and log10 stand
// for the logarithms to all bases from 2 on.
var functions = map[string]int{"min": 2, "max": 2, "floor": 1, "ceil": 1, "sqrt": 1, "abs": 1, "log2": 1, "log10": 1}

// power is the function pow(x, y), which is x^y: conditions have no other way to write it, since ^ is Java's exclusive or there.
const power = "pow"

// FunctionNames are the functions of expressions, for messages.
const FunctionNames = "min, max, floor, ceil, sqrt, abs, pow, log2 or log10"

// structures are the functions that name the size of a structure, as in elements(it) and nodes(head.next): their arguments are
// no expressions.
var structures = map[string]bool{"elements": true, "nodes": true, "tree": true}

// functionHints are the functions that a misspelled one is compared with.
var functionHints = []string{"min", "max", "floor", "ceil", "sqrt", "abs", power, "log2", "log10", "elements", "nodes", "tree"}

// arity returns how many arguments a function takes; ok is false where there is no such function.
func arity(name string) (want int, ok bool) {
	if want, ok = functions[name]; !ok && logBase(name) > 0 {
		return 1, true
	}
	return want, ok
}

// logBase returns the base of a logarithm by its name, such as log2; 0 if it is none.
func logBase(name string) int64 {
	digits, ok := strings.CutPrefix(name, "log")
	if base, err := strconv.ParseInt(digits, 10, 64); ok && err == nil && base >= 2 && digits[0] != '0' && digits[0] != '+' {
		return base
	}
	return 0
}

// LogBase returns the base of a logarithm: log2, log10 and those to other bases; 0 for any other function.
func (e Call) LogBase() int64 { return logBase(e.Func) }

func (l *lowerer) call(n *node) Expr {
	name := strings.TrimPrefix(strings.TrimPrefix(path(n.args[0]), "java.lang."), "Math.")
	if name == power {
		return l.power(n)
	}
	want, ok := arity(name)
	if !ok {
		return l.namedCall(n)
	}
	args := n.args[1:]
	if want == 1 && len(args) != 1 || len(args) < want {
		l.wrong(n, "%s takes %s, found %d", name, []string{"", "one argument", "two arguments or more"}[want], len(args))
		return zero
	}
	e := Call{Func: name, at: at(n.start)}
	for _, a := range args {
		x := l.expr(a)
		e.Args = append(e.Args, x)
		if l.err != nil {
			return zero
		}
		if x.Dim() != e.Args[0].Dim() {
			l.wrong(a, "the arguments of %s are energies or numbers, not both", name)
			return zero
		}
	}
	if want == 1 && e.Dim() == Joule {
		l.wrong(args[0], "%s takes a number, found an energy", name)
	}
	return e
}

func (l *lowerer) power(n *node) Expr {
	args := n.args[1:]
	if len(args) != 2 {
		l.wrong(n, "%s takes two arguments, found %d", power, len(args))
		return zero
	}
	e := Binary{'^', l.expr(args[0]), l.expr(args[1]), at(n.start)}
	for i, x := range []Expr{e.X, e.Y} {
		if l.err == nil && x.Dim() == Joule {
			l.wrong(args[i], "%s takes numbers, found an energy", power)
		}
	}
	return e
}

// namedCall is a call that names a size (names.size(), nodes(head.next)) or its own cost (List.sort(Comparator)).
func (l *lowerer) namedCall(n *node) Expr {
	callee := n.args[0]
	switch {
	case len(n.args) == 1 && callee.kind == nodeField:
		return l.symbol(n)
	case callee.kind == nodeName && structures[callee.text]:
		return Symbol{Name: canonicalName(l.p.toks[n.first:n.last]), at: at(n.start)}
	case !l.holds && callee.kind == nodeField && path(callee) != "" && l.typeNames(n.args[1:]):
		return Symbol{Name: canonicalName(l.p.toks[n.first:n.last]), Cost: true, at: at(n.start)}
	case callee.kind == nodeName && len(n.args) > 1:
		l.outside(n, "%q is no function here: expected %s%s", callee.text, FunctionNames, nearest.DidYouMean(callee.text, functionHints))
		return zero
	}
	l.outside(n, "the call %q is no size: expected a call like names.size(), %s", l.p.source(n), FunctionNames)
	return zero
}

// typeNames reports whether the arguments of a call read as the types of its parameters.
func (l *lowerer) typeNames(args []*node) bool {
	for _, a := range args {
		if a.kind == nodeElement {
			if a.text != "[]" || !l.typeNames(a.args) {
				return false
			}
		} else if a.kind != nodeName && a.kind != nodeField || path(a) == "" || a.paren {
			return false
		}
	}
	return true
}

// asEnergy returns e with a symbol of a call taken for its cost where that makes e an energy, else e: it.next() is a size in
// 5 nJ * it.next(), and a cost in 5 nJ + 2 * it.next().
func asEnergy(e Expr) Expr {
	if e.Dim() == Joule {
		return e
	}
	both := func(x, y Expr) (Expr, Expr, bool) {
		x, y = asEnergy(x), asEnergy(y)
		return x, y, x.Dim() == Joule && y.Dim() == Joule
	}
	switch e := e.(type) {
	case Symbol:
		if strings.HasSuffix(e.Name, ")") {
			e.Cost = true
		}
		return e
	case Neg:
		return Neg{asEnergy(e.X), e.at}
	case Binary:
		switch e.Op {
		case '+', '-':
			if x, y, ok := both(e.X, e.Y); ok {
				return Binary{e.Op, x, y, e.at}
			}
		case '*':
			x, y := asEnergy(e.X), asEnergy(e.Y)
			if y.Dim() == Joule && !(x.Dim() == Joule && namesSize(e.Y)) {
				return Binary{e.Op, e.X, y, e.at}
			}
			return Binary{e.Op, x, e.Y, e.at}
		case '/':
			return Binary{e.Op, asEnergy(e.X), e.Y, e.at}
		}
	}
	return e
}

// namesSize reports whether an expression is a call that people read as a size: Statement.execute() * rows.size() is the cost of an execution
// for each row.
func namesSize(e Expr) bool {
	s, ok := e.(Symbol)
	return ok && (strings.HasSuffix(s.Name, ".size()") || strings.HasSuffix(s.Name, ".length()"))
}
