package randprog

import "math"

// loopStatement is a loop with what comes before it: most loops follow one of the forms that people write, with
// something unusual now and then.
func (g *generator) loopStatement(depth int) []*node {
	switch k := g.IntN(100); {
	case k < 44 || g.isSimple:
		return g.counting(depth)
	case k < 57:
		return g.progressing(depth)
	case k < 64:
		return g.meeting(depth)
	case k < 77:
		return g.geometric(depth)
	case k < 79:
		return g.dividing(depth)
	case k < 81:
		return g.squaring(depth)
	case k < 83:
		return g.striding(depth)
	case k < 85:
		return g.euclid(depth)
	case k < 87:
		return g.sifting(depth)
	case k < 92:
		return g.halving(depth)
	}
	return g.scanning(depth)
}

// inside makes the body of a loop that counts with the variables vs.
func (g *generator) inside(depth int, vs ...int) []*node {
	old := make([]bool, len(vs))
	for i, v := range vs {
		old[i], g.busy[v] = g.busy[v], true
	}
	g.loops++
	var out []*node
	if !g.chance(15) {
		out = g.statements(depth + 1)
	}
	g.loops--
	for i, v := range vs {
		g.busy[v] = old[i]
	}
	return out
}

func (g *generator) shape() int64 {
	return pick[int64](g, testTop, testTop, testTop, inverted, inverted, testBottom, testBottom, endless)
}

// loop puts a loop together. step runs at the end of an iteration, at its start, or in the middle.
func (g *generator) loop(shape int64, cond *node, body []*node, step ...*node) *node {
	update := block()
	switch k := g.IntN(10); {
	case k < 7:
		update.kids = step
	case k < 8:
		body = append(step, body...)
	default:
		body = append(body, step...)
	}
	if shape == endless {
		out := &node{k: sIf, kids: []*node{cond, block(), block(&node{k: sBreak})}}
		if g.chance(50) {
			out = &node{k: sIf, kids: []*node{{k: cNot, kids: []*node{cond}}, block(&node{k: sBreak}), block()}}
		}
		at := 0
		if g.chance(30) {
			at = g.IntN(len(body) + 1)
		}
		body = append(body[:at:at], append([]*node{out}, body[at:]...)...)
	}
	if len(body) > 0 && g.chance(6) {
		at := g.IntN(len(body))
		try := &node{k: sTry, op: g.exception(), kids: []*node{block(body[at:]...), block(g.statements(3)...)}}
		body = append(body[:at:at], try)
	}
	return &node{k: sLoop, v: shape, kids: []*node{cond, block(body...), update}}
}

// bound is an expression that loops start from or run to.
func (g *generator) bound(t byte) *node {
	if t == 'J' && g.chance(60) {
		return conv("i2l", 'J', g.bound('I'))
	}
	if len(g.p.Classes) > 0 && g.chance(30) {
		if n := g.fieldOf(ofType(t)); n != nil {
			return n
		}
	}
	if g.chance(15) {
		if n := g.sizeCall(t); n != nil {
			return n
		}
	}
	switch k := g.IntN(20); {
	case k < 6:
		return num(t, int64(g.IntN(12)))
	case k < 12:
		var vs []int
		for i, u := range g.m.Vars[:g.m.Params] {
			if computational(u) == t && number(u) {
				vs = append(vs, i)
			}
		}
		if len(vs) > 0 {
			n := &node{k: eVar, t: t, v: int64(pick(g, vs...))}
			if g.chance(30) {
				return bin(pick(g, "+", "-"), n, num(t, int64(g.IntN(5))))
			}
			if g.chance(10) {
				return bin(pick(g, "*", "/", ">>", "<<", ">>>"), n, num('I', int64(1+g.IntN(3)))).fix(t)
			}
			return n
		}
	case k < 15:
		if a := g.variable(isArray); a >= 0 && t == 'I' {
			n := &node{k: eLen, t: 'I', v: int64(a)}
			if g.chance(40) {
				return bin("-", n, num('I', int64(g.IntN(4))))
			}
			return n
		}
	case k < 17: // a counter of a loop around
		for i, b := range g.busy {
			if b && computational(g.m.Vars[i]) == t && g.chance(60) {
				n := &node{k: eVar, t: t, v: int64(i)}
				if g.chance(40) {
					return bin(pick(g, "+", "-"), n, num(t, int64(g.IntN(3))))
				}
				return n
			}
		}
	case k < 18:
		return g.number(t)
	}
	return g.expr(t, 1)
}

// fix makes the right operand of an operation with a long agree with it.
func (n *node) fix(t byte) *node {
	if t == 'J' && (n.op == "*" || n.op == "/") {
		n.kids[1].t = 'J'
	}
	return n
}

func (g *generator) counting(depth int) []*node {
	v := g.variable(func(t byte) bool { return t == 'I' })
	if g.chance(25) || v < 0 {
		v = g.variable(number)
	}
	if v < 0 || g.busy[v] && !g.chance(5) {
		return nil
	}
	vt := g.m.Vars[v]
	t := computational(vt)
	up := g.chance(60)
	step := pick[int64](g, 1, 1, 1, 1, 1, 1, 2, 2, 3, 5, 7, 1000, 1<<30)
	if g.chance(4) {
		step = math.MaxInt32
	}
	if !up {
		step = -step
	}
	counter := &node{k: eVar, t: t, v: int64(v)}
	limit := g.bound(t)
	op := pick(g, "<", "<", "<", "<=", "!=")
	if !up {
		op = pick(g, ">", ">", ">=", ">=", "!=")
	}
	if g.chance(5) {
		op = pick(g, "==", "!=", "<", "<=", ">", ">=")
	}
	tested := counter
	switch k := g.IntN(30); {
	case k < 3:
		tested = bin("+", counter, num(t, g.smallStep()))
	case k == 3:
		tested = bin("*", counter, num(t, int64(g.IntN(5)-1)))
	case k == 4 && vt != 'J':
		tested = conv(pick(g, "i2b", "i2s", "i2c"), 'I', counter)
	}
	c := cmp(op, tested, limit)
	if g.chance(20) {
		c.kids[0], c.kids[1] = c.kids[1], c.kids[0]
		c.op = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
		if c.op == "" {
			c.op = op
		}
	}
	if g.chance(10) {
		c = &node{k: pick(g, cAnd, cAnd, cOr), kids: []*node{c, g.cond(0)}}
	}
	add := assign(v, bin("+", counter, num(t, step)))
	switch {
	case g.chance(4):
		add = assign(v, bin(pick(g, "+", "-"), counter, g.expr(t, 1)))
	case vt == 'I' && step == int64(int8(step)) && g.chance(80):
		add = &node{k: sInc, v: int64(v), keys: []int32{int32(step)}}
	case step < 0 && g.chance(50):
		add = assign(v, bin("-", counter, num(t, -step)))
	}
	body := g.inside(depth, v)
	if g.chance(12) {
		extra := &node{k: sIf, kids: []*node{g.cond(0), block(assign(v, bin("+", counter, num(t, g.smallStep())))), block()}}
		body = append(body, extra)
	}
	var out []*node
	if !g.chance(10) {
		out = append(out, assign(v, g.bound(t)))
	}
	return append(out, g.loop(g.shape(), c, body, add))
}

// meeting is a loop of two counters that meet.
func (g *generator) meeting(depth int) []*node {
	a, b := g.variable(ofType('I')), g.variable(ofType('I'))
	if a < 0 || a == b || g.busy[a] || g.busy[b] {
		return nil
	}
	x, y := &node{k: eVar, t: 'I', v: int64(a)}, &node{k: eVar, t: 'I', v: int64(b)}
	steps := []*node{{k: sInc, v: int64(a), keys: []int32{int32(1 + g.IntN(2))}}, {k: sInc, v: int64(b), keys: []int32{int32(-1 - g.IntN(2))}}}
	if g.chance(30) {
		steps = []*node{{k: sIf, kids: []*node{g.cond(0), block(steps[0]), block(steps[1])}}}
	}
	if g.chance(15) {
		steps = steps[:1]
	}
	c := cmp(pick(g, "<", "<", "<=", "!="), x, y)
	if g.chance(10) {
		c = cmp(pick(g, ">", ">="), bin("-", y, x), g.bound('I'))
	}
	return []*node{assign(a, g.bound('I')), assign(b, g.bound('I')), g.loop(g.shape(), c, g.inside(depth, a, b), steps...)}
}

// scanning is a loop with an inner one whose counter is not set back: it runs at most once over everything.
func (g *generator) scanning(depth int) []*node {
	a, b := g.variable(ofType('I')), g.variable(ofType('I'))
	if a < 0 || a == b || g.busy[a] || g.busy[b] {
		return nil
	}
	x, y := &node{k: eVar, t: 'I', v: int64(a)}, &node{k: eVar, t: 'I', v: int64(b)}
	n := g.bound('I')
	c := cmp("<", y, n.clone())
	if g.chance(60) {
		c = &node{k: cAnd, kids: []*node{c, g.cond(0)}}
	}
	inner := &node{k: sLoop, v: testTop, kids: []*node{c, block(g.inside(3, a, b)...), block(&node{k: sInc, v: int64(b), keys: []int32{1}})}}
	body := []*node{inner}
	if g.chance(50) {
		body = append(body, &node{k: sInc, v: int64(b), keys: []int32{int32(pick[int64](g, 1, 1, -1))}})
	}
	outer := g.loop(g.shape(), cmp("<", x, n), append(g.inside(3, a, b), body...), &node{k: sInc, v: int64(a), keys: []int32{1}})
	return []*node{assign(a, g.bound('I')), assign(b, g.bound('I')), outer}
}
