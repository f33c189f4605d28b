package randprog

// geometric is a loop whose counter is multiplied, divided or shifted, and otherwise changed by a little.
func (g *generator) geometric(depth int) []*node {
	v := g.target(func(t byte) bool { return t == 'I' || t == 'J' })
	if g.chance(10) {
		v = g.target(number)
	}
	if v < 0 {
		return nil
	}
	t := computational(g.m.Vars[v])
	x := &node{k: eVar, t: t, v: int64(v)}
	grows := g.chance(50)
	tested := x
	switch g.IntN(8) {
	case 0:
		tested = g.changed(x, grows)
	case 1:
		tested = g.shifted(x, g.smallStep())
	case 2:
		tested = bin("*", x, num(t, int64(1+g.IntN(3))))
	}
	op := pick(g, ">", ">", ">=", "!=")
	limit := num(t, int64(g.IntN(4))-int64(g.IntN(4)/3))
	init := g.bound(t)
	if g.chance(40) {
		init = g.expr(t, 0)
	}
	if grows {
		op = pick(g, "<", "<", "<=")
		limit = g.bound(t)
		if g.chance(70) {
			init = num(t, int64(g.IntN(4)))
		}
		if g.chance(15) {
			op, limit = pick(g, ">", "!=", "<"), num(t, 0)
		}
	} else if g.chance(10) {
		op, limit = pick(g, ">", ">=", "<"), g.bound(t)
	}
	steps := []*node{assign(v, g.changed(x, grows))}
	if g.chance(25) {
		steps = []*node{{k: sIf, kids: []*node{g.cond(0), block(steps...), block(assign(v, g.changed(x, grows)))}}}
	}
	c := cmp(op, tested, limit)
	if g.chance(10) {
		c = &node{k: cAnd, kids: []*node{c, cmp(pick(g, ">", "<", "!="), x, g.number(t))}}
	}
	return []*node{assign(v, init), g.loop(g.shape(), c, g.inside(depth, v), steps...)}
}

// shifted is x plus a constant.
func (g *generator) shifted(x *node, k int64) *node {
	if k < 0 && g.chance(60) {
		return bin("-", x, num(x.t, -k))
	}
	return bin("+", x, num(x.t, k))
}

// changed makes x larger or smaller by a factor, mostly.
func (g *generator) changed(x *node, grows bool) *node {
	t := x.t
	k := func(n int) *node { return num(t, int64(1+g.IntN(n))) }
	shift := func(n int) *node { return num('I', int64(1+g.IntN(n))) }
	by := func(op string, a, b *node) *node { return &node{k: eBin, t: a.t, op: op, kids: []*node{a, b}} }
	little := func(a *node) *node {
		if g.chance(50) {
			return a
		}
		return g.shifted(a, pick[int64](g, 1, 1, 2, -1, -1, -2, 3))
	}
	if grows {
		switch g.IntN(8) {
		case 0:
			return by("<<", x, shift(3))
		case 1:
			return bin("+", x, x)
		case 2:
			return little(bin("+", x, by(">>", x, shift(2))))
		case 3:
			return little(by("/", bin("*", x, num(t, 3)), num(t, 2)))
		case 4:
			return bin("+", x, bin("&", x, &node{k: eNeg, t: t, kids: []*node{x}}))
		case 5:
			return bin("|", x, bin("+", x, num(t, 1)))
		}
		return little(bin("*", x, num(t, int64(2+g.IntN(3)))))
	}
	switch g.IntN(12) {
	case 0:
		return by(">>", little(x), shift(3))
	case 1:
		return by(">>>", little(x), shift(4))
	case 2:
		return little(bin("-", x, by("/", x, num(t, int64(2+g.IntN(3))))))
	case 3:
		return little(by("/", bin("*", x, num(t, 10)), num(t, 13)))
	case 4:
		return bin("&", x, bin("-", x, num(t, 1)))
	case 5:
		return bin(pick(g, "-", "^"), x, bin("&", x, &node{k: eNeg, t: t, kids: []*node{x}}))
	case 6:
		return bin("-", bin("&", x, bin("+", x, num(t, 1))), num(t, 1))
	case 7:
		return by("/", x, g.bound(t))
	case 8:
		return by("/", x, num(t, pick[int64](g, -2, -3, -1)))
	}
	return little(by("/", little(x), k(10)))
}

// dividing is a loop that divides a number as long as it can be divided.
func (g *generator) dividing(depth int) []*node {
	v := g.target(func(t byte) bool { return t == 'I' || t == 'J' })
	if v < 0 {
		return nil
	}
	t := g.m.Vars[v]
	x := &node{k: eVar, t: t, v: int64(v)}
	k := num(t, int64(2+g.IntN(3)))
	if g.chance(30) {
		k = g.bound(t)
	}
	rest, step := bin("%", x, k), bin("/", x, k.clone())
	if g.chance(30) {
		rest, step = bin("&", x, num(t, 1)), &node{k: eBin, t: t, op: pick(g, ">>", ">>>"), kids: []*node{x, num('I', 1)}}
	}
	c := cmp(pick(g, "==", "==", "==", "!="), rest, num(t, 0))
	return []*node{assign(v, g.bound(t)), g.loop(g.shape(), c, g.inside(depth, v), assign(v, step))}
}

// three picks three variables of a type that do not count a loop around.
func (g *generator) three(t byte) (a, b, c int, ok bool) {
	var vs []int
	for i, u := range g.m.Vars {
		if u == t && !g.busy[i] {
			vs = append(vs, i)
		}
	}
	if len(vs) < 3 {
		return 0, 0, 0, false
	}
	g.Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
	return vs[0], vs[1], vs[2], true
}

// euclid is the greatest common divisor.
func (g *generator) euclid(depth int) []*node {
	a, b, r, ok := g.three('I')
	if !ok {
		return nil
	}
	x, y, z := &node{k: eVar, t: 'I', v: int64(a)}, &node{k: eVar, t: 'I', v: int64(b)}, &node{k: eVar, t: 'I', v: int64(r)}
	c := cmp(pick(g, "!=", "!=", ">"), y, num('I', 0))
	if g.chance(20) { // ended by a division by 0, perhaps
		c = cmp(pick(g, ">", "!=", ">="), pick(g, x, y, z), g.number('I'))
	}
	first := x
	if g.chance(15) {
		first = g.expr('I', 1)
	}
	steps := []*node{assign(r, bin("%", first, y)), assign(a, y), assign(b, z)}
	if g.chance(15) {
		steps = steps[:2+g.IntN(2)]
	}
	if g.chance(15) {
		steps[1] = assign(a, g.shifted(x, g.smallStep()))
	}
	start := []*node{assign(a, g.expr('I', 1)), assign(b, g.expr('I', 1))}
	if g.chance(50) {
		start = []*node{assign(a, g.bound('I')), assign(b, g.bound('I'))}
	}
	if g.chance(20) { // while ((r = a % b) != 0)
		body := append(g.inside(3, a, b, r), steps[1:]...)
		out := &node{k: sIf, kids: []*node{cmp(pick(g, "==", "<="), z, num('I', 0)), block(&node{k: sBreak}), block()}}
		return append(start, &node{k: sLoop, v: endless, kids: []*node{c, block(append([]*node{steps[0], out}, body...)...), block()}})
	}
	return append(start, g.loop(pick[int64](g, testTop, inverted, testBottom), c, g.inside(3, a, b, r), steps...))
}

// halving is a binary search.
func (g *generator) halving(depth int) []*node {
	t := byte('I')
	if g.chance(15) {
		t = 'J'
	}
	lo, hi, mid, ok := g.three(t)
	if !ok {
		return nil
	}
	x, y, z := &node{k: eVar, t: t, v: int64(lo)}, &node{k: eVar, t: t, v: int64(hi)}, &node{k: eVar, t: t, v: int64(mid)}
	halve := func(a *node) *node {
		if g.chance(40) {
			return bin("/", a, num(t, int64(2+g.IntN(8)/7)))
		}
		return &node{k: eBin, t: t, op: pick(g, ">>>", ">>"), kids: []*node{a, num('I', 1)}}
	}
	sum := bin("+", x, y)
	if g.chance(15) {
		sum = g.shifted(sum, pick[int64](g, 1, 1, -1, 2))
	}
	half := halve(sum)
	switch g.IntN(6) {
	case 0, 1:
		half = bin("+", x, halve(bin("-", y, x)))
	case 2:
		half = bin("-", y, halve(bin("-", y, x)))
	}
	near := func(a *node) *node {
		if k := pick[int64](g, 0, 1, 1, 1, -1, 2); k != 0 {
			return g.shifted(a, k)
		}
		return a
	}
	one := []*node{assign(lo, near(z))}
	two := []*node{assign(hi, g.shifted(z, pick[int64](g, -1, -1, -1, 0, 0, 1, -2)))}
	if g.chance(10) {
		one = append(one, assign(hi, g.shifted(y, -1)))
	}
	body := append([]*node{assign(mid, half)}, g.inside(3, lo, hi, mid)...)
	body = append(body, &node{k: sIf, kids: []*node{g.cond(0), block(one...), block(two...)}})
	c := cmp(pick(g, "<", "<=", "<=", "!="), x, y)
	switch g.IntN(8) {
	case 0:
		c = cmp(pick(g, ">", ">="), bin("-", y, x), num(t, int64(g.IntN(3))))
	case 1:
		c = cmp(pick(g, "<", "<="), g.shifted(x, pick[int64](g, 1, 1, 2, -1)), y)
	}
	start := func() *node {
		if g.chance(30) {
			return g.expr(t, 0)
		}
		return g.bound(t)
	}
	first := start()
	if g.chance(50) {
		first = num(t, int64(g.IntN(2)))
	}
	return []*node{assign(lo, first), assign(hi, start()), g.loop(pick[int64](g, testTop, testTop, testTop, inverted, testBottom), c, body)}
}

// squaring is a loop up to the square root of a number.
func (g *generator) squaring(depth int) []*node {
	v := g.target(func(t byte) bool { return t == 'I' || t == 'J' })
	if v < 0 {
		return nil
	}
	vt := g.m.Vars[v]
	x := &node{k: eVar, t: vt, v: int64(v)}
	y, n := x, g.bound(vt)
	if g.chance(20) {
		y = g.shifted(x, g.smallStep())
	}
	if g.chance(30) {
		n = g.expr(vt, 0)
	}
	if vt == 'I' && g.chance(25) {
		y, n = conv("i2l", 'J', y), g.bound('J')
	}
	c := cmp(pick(g, "<", "<=", "<=", "!="), bin("*", y, y.clone()), n)
	if g.chance(30) {
		c = cmp(pick(g, "<", "<="), y, bin("/", n, y.clone()))
	}
	if g.chance(20) {
		c.kids[0], c.kids[1] = c.kids[1], c.kids[0]
		c.op = map[string]string{"<": ">", "<=": ">=", "!=": "!="}[c.op]
	}
	first := num(vt, int64(g.IntN(5)-1))
	if g.chance(20) {
		first = g.bound(vt)
	}
	step := assign(v, g.shifted(x, pick[int64](g, 1, 1, 1, 2, 6, 1000, 40000, -1)))
	return []*node{assign(v, first), g.loop(g.shape(), c, g.inside(depth, v), step)}
}

// striding is a loop whose counter moves by a value that does not change in it, or by the counter of a loop around.
func (g *generator) striding(depth int) []*node {
	v, w := g.variable(ofType('I')), g.variable(ofType('I'))
	if v < 0 || v == w || g.busy[v] {
		return nil
	}
	x, y := &node{k: eVar, t: 'I', v: int64(v)}, &node{k: eVar, t: 'I', v: int64(w)}
	by := y
	switch g.IntN(5) {
	case 0:
		by = bin("+", y, y)
	case 1:
		by = g.shifted(y, pick[int64](g, 1, 1, -1))
	case 2:
		if a := g.variable(isArray); a >= 0 {
			by = &node{k: eLen, t: 'I', v: int64(a)}
		}
	}
	op, dir := pick(g, "<", "<", "<="), "+"
	first, limit := num('I', int64(g.IntN(3))), g.bound('I')
	if g.chance(30) {
		first = bin("*", y, y)
	}
	if g.chance(35) {
		op, dir = pick(g, ">", ">=", ">="), "-"
		first, limit = g.bound('I'), pick(g, y, num('I', int64(g.IntN(2))))
	}
	tested := x
	if g.chance(20) {
		tested = bin(dir, x, by)
	}
	var out []*node
	if !g.busy[w] && g.chance(70) {
		out = append(out, assign(w, g.bound('I')))
	}
	step := []*node{assign(v, bin(dir, x, by))}
	if g.chance(20) {
		step = []*node{{k: sIf, kids: []*node{g.cond(0), block(step...), block(assign(v, g.shifted(x, pick[int64](g, 1, 2, -1))))}}}
	}
	return append(out, assign(v, first), g.loop(g.shape(), cmp(op, tested, limit), g.inside(depth, v, w), step...))
}

// sifting is a loop that goes on from its counter to another value, or ends.
func (g *generator) sifting(depth int) []*node {
	k, least, _, ok := g.three('I')
	if !ok {
		return nil
	}
	x, y := &node{k: eVar, t: 'I', v: int64(k)}, &node{k: eVar, t: 'I', v: int64(least)}
	grows := g.chance(60)
	n := g.bound('I')
	body := append(g.inside(3, k, least), assign(least, x))
	for range 1 + g.IntN(2) {
		body = append(body, &node{k: sIf, kids: []*node{g.cond(0), block(assign(least, g.changed(x, grows))), block()}})
	}
	out := &node{k: sIf, kids: []*node{cmp(pick(g, "==", "==", "==", "!=", "<="), y, x), block(&node{k: sBreak}), block()}}
	if g.chance(30) {
		out = &node{k: sIf, kids: []*node{cmp("!=", y, x), block(), block(&node{k: sBreak})}}
	}
	body = append(body, out, assign(k, y))
	c := cmp(pick(g, "<", "<="), pick(g, x, bin("*", x, num('I', 2))), n)
	if !grows {
		c = cmp(pick(g, ">", ">=", "!="), x, num('I', int64(g.IntN(2))))
	}
	first := num('I', int64(g.IntN(3)))
	if !grows {
		first = g.bound('I')
	}
	return []*node{assign(k, first), g.loop(testTop, c, body)}
}
