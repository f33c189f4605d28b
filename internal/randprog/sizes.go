package randprog

import "math/rand/v2"

// Small methods that return a size or an array, for loops to run over: what a caller makes of such a result is an
// expression of the arguments, where it is right.

// sizes adds some of them to a program. All others may call them.
func (p *Program) sizes(r *rand.Rand) {
	for n := r.IntN(3); n > 0; n-- {
		m := &Method{owner: -1, rank: -1 - r.IntN(3), isSize: true, isPrivate: r.IntN(3) == 0}
		g := &generator{Rand: r, p: p, m: m, self: len(p.Methods)}
		g.size()
		p.Methods = append(p.Methods, m)
	}
}

func (m *Method) variable(v int) *node {
	return &node{k: eVar, t: computational(m.Vars[v]), v: int64(v)}
}

func (m *Method) arrayLength(v int) *node { return &node{k: eLen, t: 'I', v: int64(v)} }

func returning(n *node) *node { return &node{k: sReturn, kids: []*node{n}} }

func when(c *node, then *node) *node { return &node{k: sIf, kids: []*node{c, block(then), block()}} }

// size gives the method its parameters and its body.
func (g *generator) size() {
	m := g.m
	is := func(result byte, params int, vars ...byte) { m.Return, m.Params, m.Vars = result, params, vars }
	small := func() *node { return num('I', int64(g.IntN(9)-1)) }
	switch g.IntN(9) {
	case 0:
		is('I', 1, pick[byte](g, 'I', 'I', 'B', 'C'))
		m.body = block(returning(g.moved(m.variable(0))))
	case 1:
		is('I', 2, 'I', 'I')
		m.body = block(when(g.compared(m.variable(0), m.variable(1)), returning(m.variable(g.IntN(2)))), returning(m.variable(g.IntN(2))))
	case 2:
		is('I', 1, 'i')
		m.body = block(returning(g.moved(m.arrayLength(0))))
	case 3: // where something is found
		is('I', 3, 'i', 'I', 'I', 'I')
		at := g.IntN(2) * 3 // from the third parameter on, or from the start
		from := num('I', 0)
		if at == 0 {
			at, from = 3, m.variable(2)
		}
		loop := &node{k: sLoop, v: testTop, kids: []*node{
			cmp("<", m.variable(at), m.arrayLength(0)),
			block(when(cmp("==", &node{k: eElem, t: 'I', v: 0, kids: []*node{m.variable(at)}}, m.variable(1)), returning(m.variable(at)))),
			block(&node{k: sInc, v: int64(at), keys: []int32{1}}),
		}}
		m.body = block(assign(at, from), loop, returning(pick(g, num('I', -1), num('I', -1), m.arrayLength(0))))
	case 4:
		is('i', 1, 'I')
		m.body = block(returning(&node{k: eNew, t: 'i', kids: []*node{g.moved(m.variable(0))}}))
	case 5:
		is('i', 2, 'i', 'I')
		other := &node{k: eNew, t: 'i', kids: []*node{g.moved(pick(g, m.variable(1), m.arrayLength(0)))}}
		m.body = block(when(g.compared(m.variable(1), small()), returning(pick(g, &node{k: eNull, t: 'i'}, &node{k: eVar, t: 'i', v: 0}))), returning(other))
	case 6:
		is('i', 2, 'i', 'i')
		m.body = block(when(g.compared(m.arrayLength(0), m.arrayLength(1)), returning(&node{k: eVar, t: 'i', v: int64(g.IntN(2))})), returning(&node{k: eVar, t: 'i', v: int64(g.IntN(2))}))
	case 7: // kept between two numbers
		is('I', 1, 'I')
		low, high := small(), num('I', int64(5+g.IntN(20)))
		m.body = block(when(cmp("<", m.variable(0), low), returning(low.clone())), when(cmp(">", m.variable(0), high), returning(high.clone())), returning(m.variable(0)))
	default:
		is('J', 1, 'I')
		m.body = block(returning(conv("i2l", 'J', g.moved(m.variable(0)))))
	}
}

// moved is n, or something near it.
func (g *generator) moved(n *node) *node {
	c := num('I', int64(g.IntN(5)))
	switch g.IntN(10) {
	case 0, 1:
		return n
	case 2, 3:
		return bin("+", n, c)
	case 4, 5:
		return bin("-", n, c)
	case 6:
		return bin(pick(g, "*", "/", ">>"), n, num('I', int64(1+g.IntN(3))))
	case 7:
		return bin("-", c, n)
	case 8:
		return &node{k: eMath, t: 'I', op: pick(g, "min", "max"), kids: []*node{n, num('I', int64(g.IntN(12)))}}
	}
	if c := g.sizeCall('I'); c != nil {
		return c
	}
	return c
}

func (g *generator) compared(a, b *node) *node { return cmp(pick(g, "<", "<=", ">", "==", "!="), a, b) }

// sizeCall calls a method that returns a size, or an array, of a type; nil where there is none.
func (g *generator) sizeCall(t byte) *node {
	var all []int
	for i, m := range g.p.Methods {
		if m.isSize && m.Return == t && m.rank < g.m.rank && g.mayCall(m) {
			all = append(all, i)
		}
	}
	if len(all) == 0 || g.nested > 1 {
		return nil
	}
	return g.callOf(pick(g, all...))
}

// mayCall reports whether the method is in the class of one that is private.
func (g *generator) mayCall(m *Method) bool { return !m.isPrivate || g.m.isStatic() }
