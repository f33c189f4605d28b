package randprog

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Generate makes a program that depends on r only. Most have objects.
func Generate(r *rand.Rand) *Program {
	p := &Program{Statics: r.IntN(3) / 2 * (1 + r.IntN(2))}
	if r.IntN(100) < 65 {
		p.hierarchy(r)
	}
	p.sizes(r)
	p.bodies(r, 1+r.IntN(3))
	return p
}

type generator struct {
	*rand.Rand
	p        *Program
	m        *Method
	self     int
	loops    int
	budget   int    // statements that may still be made
	busy     []bool // variables that count a loop around: rarely changed
	jumps    bool   // jump around as no compiler does
	isLambda bool
	isSimple bool // loops count, and little else
	nested   int  // calls in arguments of calls
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *generator, xs ...T) T { return xs[g.IntN(len(xs))] }

func (g *generator) method(self int) {
	m := g.m
	g.self = self
	if !m.isFixed {
		for n := g.IntN(4); len(m.Vars) < n; {
			m.Vars = append(m.Vars, g.someType('I', 'I', 'I', 'I', 'J', 'i', 'i', pick[byte](g, 'B', 'C', 'S', 'j', 'b', 'c', 's')))
		}
		m.Params = len(m.Vars)
		m.Return = g.someType('I', 'I', 'V', 'J')
	}
	for n := 2 + g.IntN(4); n > 0; n-- {
		m.Vars = append(m.Vars, g.someType('I', 'I', 'I', 'I', 'I', 'J', pick[byte](g, 'B', 'C', 'S', 'i', 'c')))
	}
	g.busy = make([]bool, len(m.Vars))
	g.budget = 3 + g.IntN(10)
	if m.isFixed { // many may run at one call, and each should have a bound
		g.budget = 1 + g.IntN(4)
		g.isSimple = g.chance(70)
	}
	g.isSimple = g.isSimple || len(g.p.Classes) > 0 && g.chance(40)
	g.jumps = g.chance(6) && !g.isSimple
	m.body = block()
	for v := m.Params; v < len(m.Vars); v++ {
		if t := m.Vars[v]; isObject(t) && g.chance(80) {
			m.body.kids = append(m.body.kids, assign(v, g.object(t, 3)))
		}
	}
	m.body.kids = append(m.body.kids, g.statements(0)...)
	if v := g.variable(func(t byte) bool { return t == 'I' }); v >= 0 && v < m.Params && g.chance(40) { // where a recursion ends
		stop := cmp(pick(g, "<", "<=", "=="), &node{k: eVar, t: 'I', v: int64(v)}, num('I', int64(g.IntN(3))))
		m.body.kids = append([]*node{{k: sIf, kids: []*node{stop, block(g.ret()), block()}}}, m.body.kids...)
		if c := g.recursive(); c != nil && g.chance(70) {
			g.descend(c)
			s := &node{k: sDo, kids: []*node{c}}
			if g.chance(40) {
				s = &node{k: sIf, kids: []*node{g.cond(0), block(s), block()}}
			}
			at := 1 + g.IntN(len(m.body.kids))
			m.body.kids = slices.Insert(m.body.kids, at, s)
		}
	}
	if g.chance(80) && m.Return != 'V' {
		m.body.kids = append(m.body.kids, g.ret())
	}
}

// someType is one of the types, or that of an object.
func (g *generator) someType(ts ...byte) byte {
	if n := len(g.p.Classes); n > 0 && g.chance(30) {
		if k := g.IntN(n); !g.p.Classes[k].isException {
			return object(k)
		}
	}
	return pick(g, ts...)
}

// recursive is a call of the method by itself.
func (g *generator) recursive() *node {
	if g.m.isStatic() {
		return g.callOf(g.self)
	}
	n := &node{k: eVirtual, t: g.m.Return, v: int64(g.m.slot), kids: []*node{{k: eVar, t: g.m.Vars[0]}}}
	for _, t := range g.p.Slots[g.m.slot].params {
		n.kids = append(n.kids, g.value(t, 1))
	}
	return n
}

func (g *generator) statements(depth int) []*node {
	var out []*node
	for n := 1 + g.IntN(3); n > 0 && g.budget > 0; n-- {
		g.budget--
		out = append(out, g.statement(depth)...)
	}
	return out
}

// variable picks a variable of one of the types, -1 where there is none.
func (g *generator) variable(ok func(t byte) bool) int {
	var vs []int
	for i, t := range g.m.Vars {
		if ok(t) {
			vs = append(vs, i)
		}
	}
	if len(vs) == 0 {
		return -1
	}
	return pick(g, vs...)
}

func (g *generator) target(ok func(t byte) bool) int {
	v := g.variable(ok)
	if v >= 0 && g.busy[v] && !g.chance(8) {
		return -1
	}
	return v
}

func ofType(t byte) func(byte) bool { return func(u byte) bool { return t == u } }

// intLike are the types that an int expression can read.
func intLike(t byte) bool { return number(t) && t != 'J' }

func number(t byte) bool { return !isArray(t) && !isObject(t) }

func (g *generator) statement(depth int) []*node {
	k := g.IntN(100)
	if depth < 3 && (k < 34 || depth == 0 && k < 55) {
		return g.loopStatement(depth)
	}
	var out []*node
	if g.jumps && g.chance(40) {
		out = append(out, &node{k: sMark, v: int64(g.IntN(places))})
	}
	if g.jumps && g.chance(30) {
		out = append(out, &node{k: sIf, kids: []*node{g.cond(0), block(&node{k: sJump, v: int64(g.IntN(places))}), block()}})
	}
	if s := g.simple(depth, g.IntN(100)); s != nil {
		out = append(out, s)
	}
	return out
}

func (g *generator) simple(depth, k int) *node {
	if len(g.p.Classes) > 0 && g.chance(40) {
		if s := g.objectStatement(depth, g.IntN(100)); s != nil {
			return s
		}
	}
	switch {
	case k < 30:
		if v := g.target(number); v >= 0 {
			return assign(v, g.expr(computational(g.m.Vars[v]), 2))
		}
	case k < 38:
		if v := g.target(ofType('I')); v >= 0 {
			return &node{k: sInc, v: int64(v), keys: []int32{int32(g.smallStep())}}
		}
	case k < 46:
		if a := g.variable(isArray); a >= 0 {
			return &node{k: sStore, v: int64(a), kids: []*node{g.expr('I', 1), g.expr(computational(g.m.Vars[a]), 2)}}
		}
	case k < 64:
		no := block()
		if g.chance(50) {
			no = block(g.statements(depth)...)
		}
		return &node{k: sIf, kids: []*node{g.cond(1), block(g.statements(depth)...), no}}
	case k < 70:
		if g.loops > 0 {
			s := &node{k: pick(g, sBreak, sContinue), v: int64(g.IntN(g.loops))}
			return &node{k: sIf, kids: []*node{g.cond(1), block(s), block()}}
		}
	case k < 73:
		return &node{k: sIf, kids: []*node{g.cond(0), block(g.ret()), block()}}
	case k < 77:
		return g.choose(depth)
	case k < 82:
		return &node{k: sTry, op: g.exception(), kids: []*node{block(g.statements(depth)...), block(g.statements(depth)...)}}
	case k < 83:
		return &node{k: sIf, kids: []*node{g.cond(0), block(&node{k: sThrow}), block()}}
	case k < 92:
		if c := g.call(); c != nil {
			return &node{k: sDo, kids: []*node{c}}
		}
	case k < 95:
		if g.p.Statics > 0 && g.m.isStatic() {
			return &node{k: sPut, v: int64(g.IntN(g.p.Statics)), kids: []*node{g.expr('I', 1)}}
		}
	default:
		if v := g.target(isArray); v >= 0 {
			if c := g.sizeCall(g.m.Vars[v]); c != nil && g.chance(60) {
				return assign(v, c)
			}
			return assign(v, &node{k: eNew, t: g.m.Vars[v], kids: []*node{g.expr('I', 1)}})
		}
	}
	return nil
}

func (g *generator) ret() *node {
	n := &node{k: sReturn, kids: []*node{nil}}
	t := g.m.Return
	if t == 'V' {
		t = 'I'
	}
	n.kids[0] = g.value(t, 1)
	return n
}

func (g *generator) choose(depth int) *node {
	n := &node{k: sSwitch, op: pick(g, "table", "lookup"), v: int64(g.IntN(8) & g.IntN(8)), kids: []*node{g.expr('I', 1)}}
	k := int32(g.IntN(4) - 1)
	for c := 1 + g.IntN(3); c > 0; c-- {
		n.keys = append(n.keys, k)
		k++
		if n.op == "lookup" {
			k += int32(g.IntN(3))
		}
	}
	for range len(n.keys) + 1 {
		n.kids = append(n.kids, block(g.statements(depth)...))
	}
	return n
}

func (g *generator) smallStep() int64 {
	return pick[int64](g, 1, 1, 1, 1, -1, -1, 2, 3, -2, 7, -5)
}

// number is a constant: mostly small, sometimes at the ends of int and long.
func (g *generator) number(t byte) *node {
	v := int64(g.IntN(14) - 3)
	switch k := g.IntN(30); {
	case k == 0:
		v = math.MaxInt32 - int64(g.IntN(6))
	case k == 1:
		v = math.MinInt32 + int64(g.IntN(6))
	case k == 2:
		v = pick[int64](g, 100, 127, 128, 255, 256, -128, 32767, 65535, 1<<30, -1<<30, 46341)
	case k == 3 && t == 'J':
		v = pick[int64](g, math.MaxInt64, math.MinInt64, math.MaxInt64-3, math.MinInt64+2, 1<<40, math.MaxInt32+1, 1<<62)
	}
	return num(t, v)
}

// expr is an int or long expression.
func (g *generator) expr(t byte, depth int) *node {
	if len(g.p.Classes) > 0 && g.chance(10) {
		if n := g.objectExpr(t); n != nil {
			return n
		}
	}
	k := g.IntN(100)
	if depth <= 0 {
		k %= 55
	}
	switch {
	case k < 35:
		if t == 'J' {
			if v := g.variable(ofType('J')); v >= 0 && g.chance(60) {
				return &node{k: eVar, t: 'J', v: int64(v)}
			}
			if g.chance(60) {
				return conv("i2l", 'J', g.expr('I', depth-1))
			}
			return g.number(t)
		}
		if v := g.variable(intLike); v >= 0 {
			return &node{k: eVar, t: 'I', v: int64(v)}
		}
		return g.number(t)
	case k < 49:
		return g.number(t)
	case k < 55:
		if a := g.variable(isArray); a >= 0 && t == 'I' {
			return &node{k: eLen, t: 'I', v: int64(a)}
		}
		return g.number(t)
	case k < 78:
		op := pick(g, "+", "+", "+", "-", "-", "-", "*", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>")
		right := t
		if op == "<<" || op == ">>" || op == ">>>" {
			right = 'I'
		}
		b := g.expr(right, depth-1)
		if g.chance(60) {
			b = g.number(right)
		}
		return &node{k: eBin, t: t, op: op, kids: []*node{g.expr(t, depth-1), b}}
	case k < 81:
		return &node{k: eNeg, t: t, kids: []*node{g.expr(t, depth-1)}}
	case k < 86:
		if t == 'J' {
			return conv("i2l", 'J', g.expr('I', depth-1))
		}
		if g.chance(30) {
			return conv("l2i", 'I', g.expr('J', depth-1))
		}
		return conv(pick(g, "i2b", "i2c", "i2s"), 'I', g.expr('I', depth-1))
	case k < 90:
		if a := g.variable(func(u byte) bool { return isArray(u) && computational(u) == t }); a >= 0 {
			return &node{k: eElem, t: t, v: int64(a), kids: []*node{g.expr('I', depth-1)}}
		}
	case k < 94:
		return &node{k: eMath, t: t, op: pick(g, "min", "max"), kids: []*node{g.expr(t, depth-1), g.expr(t, depth-1)}}
	case k < 96:
		return &node{k: eCond, t: t, kids: []*node{g.cond(0), g.expr(t, depth-1), g.expr(t, depth-1)}}
	case k < 98:
		if c := g.call(); c != nil && g.p.Methods[c.v].Return == t {
			return c
		}
	default:
		if g.p.Statics > 0 && t == 'I' && g.m.isStatic() {
			return &node{k: eStatic, t: 'I', v: int64(g.IntN(g.p.Statics))}
		}
	}
	return g.number(t)
}

// call calls a static method of a lower rank, rarely this one.
func (g *generator) call() *node {
	if g.nested > 1 {
		return nil
	}
	var earlier []int
	for i, m := range g.p.Methods {
		if m.isStatic() && m.rank < g.m.rank && g.mayCall(m) {
			earlier = append(earlier, i)
		}
	}
	to := g.self
	switch {
	case len(earlier) > 0 && (!g.chance(5) || !g.m.isStatic()):
		to = pick(g, earlier...)
	case !g.m.isStatic() || !g.chance(10) || to >= len(g.p.Methods): // one that is made last is not there yet
		return nil
	}
	n := g.callOf(to)
	if n != nil && to == g.self && g.chance(80) {
		g.descend(n)
	}
	return n
}

// callOf calls a static method with any arguments.
func (g *generator) callOf(to int) *node {
	m := g.p.Methods[to]
	g.nested++
	defer func() { g.nested-- }()
	n := &node{k: eCall, t: m.Return, v: int64(to)}
	for _, t := range m.Vars[:m.Params] {
		n.kids = append(n.kids, g.value(t, 1))
	}
	return n
}

// descend makes a call of the method by itself one with a smaller argument.
func (g *generator) descend(n *node) {
	for i, t := range g.m.Vars[:g.m.Params] {
		if t != 'I' && t != 'J' {
			continue
		}
		p := &node{k: eVar, t: t, v: int64(i)}
		switch g.IntN(6) {
		case 0:
			n.kids[i] = bin(pick(g, "/", "/", ">>", ">>>"), p, num('I', int64(1+g.IntN(2)))).fix(t)
		case 1, 2:
			n.kids[i] = p
		default:
			n.kids[i] = bin(pick(g, "-", "-", "-", "+"), p, num(t, int64(1+g.IntN(2))))
		}
	}
}

func (g *generator) cond(depth int) *node {
	if len(g.p.Classes) > 0 && g.chance(8) {
		if c := g.objectCond(); c != nil {
			return c
		}
	}
	if depth > 0 && g.chance(15) {
		return &node{k: pick(g, cAnd, cOr), kids: []*node{g.cond(depth - 1), g.cond(depth - 1)}}
	}
	t := pick[byte](g, 'I', 'I', 'I', 'I', 'J')
	b := g.expr(t, 0)
	if g.chance(40) {
		b = num(t, 0)
	}
	return cmp(pick(g, "==", "!=", "<", "<=", ">", ">="), g.expr(t, 1), b)
}

func (g *generator) exception() string {
	if len(g.p.Classes) > 0 && g.chance(20) {
		return g.exceptionClass()
	}
	return pick(g, "any", "java/lang/ArithmeticException", "java/lang/ArrayIndexOutOfBoundsException", "java/lang/RuntimeException")
}
