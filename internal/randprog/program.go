// Package randprog makes random programs for testing the analysis: static methods over ints, longs and arrays with
// loops of every shape, small hierarchies of classes, lambdas and exceptions, as class files. It has a reference interpreter that counts what runs, and it takes
// programs that fail a test apart until only what matters is left.
package randprog

import (
	"fmt"
	"slices"
)

// A program is a tree of nodes. Every tree can be emitted, whatever is taken out of it: that is what makes shrinking
// simple. A break without a loop emits nothing, a variable that was never assigned is 0.
type node struct {
	k    kind
	t    byte   // of an expression: I or J, or a variable type for a new array
	op   string // operator, conversion, comparison, exception type
	v    int64  // constant, variable, method, depth or shape
	keys []int32
	kids []*node
}

type kind uint8

const (
	eConst kind = iota
	eVar
	eBin // arithmetic; the right operand of a shift is an int
	eNeg
	eConv   // i2b i2c i2s i2l l2i
	eLen    // length of the array variable v
	eElem   // element of the array variable v
	eMath   // java.lang.Math.min and max
	eCall   // of method v
	eStatic // static field v
	eCond   // condition ? a : b
	eNew    // a new array
	eNull
	eObject  // a new object of class v, from the values of its fields
	eField   // field v of an object
	eVirtual // slot v of an object, with arguments; op is "super" where the superclass's is meant
	eLambda  // of type t, with method v as its body, over what it captures
	eCast    // an object as one of type t
	cNull    // object, op is == or !=
	cIs      // object, v is the class
	cCmp
	cAnd
	cOr
	cNot
	sBlock
	sAssign // variable v
	sInc    // int variable v by the constant keys[0]
	sStore  // element of the array variable v: index, value
	sIf     // condition, then, else
	sLoop   // condition, body, update; v is the shape
	sBreak  // out of v loops further
	sContinue
	sReturn
	sSwitch   // selector, one block per key, default
	sTry      // body, handler; op is the type
	sThrow    // op is the class, empty for null, "caught" for what the handler around it caught
	sPutField // field v of an object
	sDo       // an expression whose value is dropped
	sPut
	sMark // place v, for jumps that no Java compiler makes
	sJump // to place v
)

// Shapes of loops.
const (
	testTop    = iota // while (c) { ... }
	testBottom        // do { ... } while (c)
	inverted          // goto test; body; test: if (c) goto body
	endless           // for (;;) { ... }
)

// Variable types: of locals I J, B C S for narrow ints; of arrays i j b c s; of objects those from firstObject on.
func isArray(t byte) bool { return t >= 'a' && t <= 'z' }

func computational(t byte) byte {
	switch t {
	case 'J', 'j':
		return 'J'
	}
	if isObject(t) {
		return t
	}
	return 'I'
}

func descriptor(t byte) string {
	if isObject(t) {
		return "L" + className(int(t-firstObject)) + ";"
	}
	if isArray(t) {
		return "[" + string(t-'a'+'A')
	}
	return string(t)
}

// Program is a class T with static methods and the classes of Classes with constructors and the methods of Slots. A method
// calls those of a lower rank, and rarely itself.
type Program struct {
	Methods []*Method
	Statics int // private static int fields of T
	Classes []*class
	Slots   []slot
}

// Method is one method: the first Params variables are its parameters, the receiver included.
type Method struct {
	Vars    []byte
	Params  int
	Return  byte // I, J or V, an array or an object
	owner   int  // -1 for T
	slot    int  // that it implements, where owner is not T
	rank    int
	isGone  bool // taken out to make the program smaller
	isFixed bool // the parameters and the result are given
	isSize  bool // it returns a size or an array, see sizes
	// isPrivate says that only the program calls it.
	isPrivate bool
	body      *node
}

func (n *node) clone() *node {
	c := *n
	c.keys = slices.Clone(n.keys)
	c.kids = make([]*node, len(n.kids))
	for i, k := range n.kids {
		c.kids[i] = k.clone()
	}
	return &c
}

func (p *Program) clone() *Program {
	c := *p
	c.Methods = nil
	for _, m := range p.Methods {
		own := *m
		own.Vars, own.body = slices.Clone(m.Vars), m.body.clone()
		c.Methods = append(c.Methods, &own)
	}
	return &c
}

func (m *Method) isStatic() bool { return m.owner < 0 }

// name is that of the method, with its class where that is not T.
func (p *Program) name(i int) string {
	if m := p.Methods[i]; !m.isStatic() {
		return fmt.Sprintf("%s.v%d", className(m.owner), m.slot)
	}
	return fmt.Sprintf("m%d", i)
}

func (m *Method) descriptor() string {
	params := m.Vars[:m.Params]
	if !m.isStatic() {
		params = params[1:]
	}
	s := slot{params: params, result: m.Return}
	return s.descriptor()
}

// slots are the local variable indices of the variables, and how many there are.
func (m *Method) slots() ([]int, int) {
	s, n := make([]int, len(m.Vars)), 0
	for i, t := range m.Vars {
		s[i] = n
		n++
		if t == 'J' {
			n++
		}
	}
	return s, n
}

func num(t byte, v int64) *node             { return &node{k: eConst, t: t, v: v} }
func block(kids ...*node) *node             { return &node{k: sBlock, kids: kids} }
func assign(v int, e *node) *node           { return &node{k: sAssign, v: int64(v), kids: []*node{e}} }
func cmp(op string, a, b *node) *node       { return &node{k: cCmp, op: op, kids: []*node{a, b}} }
func bin(op string, a, b *node) *node       { return &node{k: eBin, t: a.t, op: op, kids: []*node{a, b}} }
func conv(op string, t byte, a *node) *node { return &node{k: eConv, t: t, op: op, kids: []*node{a}} }
