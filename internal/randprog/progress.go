package randprog

// Loops in which not every iteration moves the same counter, or passes the same test.

func (g *generator) progressing(depth int) []*node {
	switch k := g.IntN(100); {
	case k < 35:
		return g.racing(depth)
	case k < 55:
		return g.branching(depth)
	case k < 70:
		return g.flagged(depth)
	case k < 82:
		return g.indexing(depth)
	case k < 90:
		return g.skipping(depth)
	}
	return g.stacking(depth)
}

// counters picks up to n int variables that count nothing else.
func (g *generator) counters(n int) []int {
	var vs []int
	for i, t := range g.m.Vars {
		if t == 'I' && !g.busy[i] {
			vs = append(vs, i)
		}
	}
	g.Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
	return vs[:min(n, len(vs))]
}

func (g *generator) read(v int) *node { return &node{k: eVar, t: 'I', v: int64(v)} }

func inc(v int, by int64) *node { return &node{k: sInc, v: int64(v), keys: []int32{int32(by)}} }

// racer is a counter with its test and its step.
type racer struct {
	v           int
	test        *node
	step        *node
	start, stop *node
}

func (g *generator) racer(v int) racer {
	r := racer{v: v, start: g.bound('I'), stop: g.bound('I')}
	if g.chance(60) {
		r.start = num('I', int64(g.IntN(4)))
	}
	by := pick[int64](g, 1, 1, 1, 1, 2, 3, -1, -1)
	op := pick(g, "<", "<", "<=", "!=")
	if by < 0 != g.chance(8) {
		op = pick(g, ">", ">=", "!=")
		r.start, r.stop = r.stop, r.start
	}
	r.test = cmp(op, g.read(v), r.stop)
	if g.chance(15) {
		r.test = cmp(op, bin("+", g.read(v), num('I', by)), r.stop)
	}
	r.step = inc(v, by)
	switch {
	case g.chance(8): // to its limit
		r.step = block(assign(v, r.stop.clone()), r.step)
	case g.chance(8):
		r.step = &node{k: sIf, kids: []*node{g.cond(0), block(r.step), block(r.step.clone(), inc(v, by))}}
	}
	return r
}

// racing is a loop of several counters of which one moves in each iteration, as in a merge.
func (g *generator) racing(depth int) []*node {
	vs := g.counters(2 + g.IntN(2))
	if len(vs) < 2 {
		return nil
	}
	var out []*node
	var cond, steps *node
	for _, v := range vs {
		r := g.racer(v)
		out = append(out, assign(v, r.start))
		step := block(r.step)
		if g.chance(20) {
			step.kids = append(step.kids, inc(vs[g.IntN(len(vs))], pick[int64](g, 1, 1, -1)))
		}
		if g.chance(10) {
			step.kids = append(step.kids, &node{k: sContinue})
		}
		if cond == nil {
			cond, steps = r.test, step
			continue
		}
		if !g.chance(12) {
			cond = &node{k: cAnd, kids: []*node{cond, r.test}}
		}
		steps = block(&node{k: sIf, kids: []*node{g.cond(0), steps, step}})
	}
	return append(out, g.loop(g.shape(), cond, g.inside(depth, vs...), steps))
}

// branching is a loop that tests another counter in each of its branches.
func (g *generator) branching(depth int) []*node {
	vs := g.counters(1 + g.IntN(3))
	if len(vs) < 1 {
		return nil
	}
	var out []*node
	steps := block()
	if g.chance(60) {
		steps = block(&node{k: sBreak})
	}
	for range 2 {
		r := g.racer(vs[g.IntN(len(vs))])
		out = append(out, assign(r.v, r.start))
		branch := block(&node{k: sIf, kids: []*node{r.test, block(), block(&node{k: sBreak})}}, r.step)
		if g.chance(30) {
			branch = block(&node{k: sIf, kids: []*node{r.test, block(r.step), steps.clone()}})
		}
		if g.chance(30) {
			branch.kids = append(branch.kids, &node{k: sContinue})
		}
		steps = block(&node{k: sIf, kids: []*node{g.cond(0), branch, steps}})
	}
	body := append(g.inside(depth, vs...), steps)
	return append(out, &node{k: sLoop, v: endless, kids: []*node{g.cond(0), block(body...), block()}})
}

// flagged is a loop that a variable ends, set in its body.
func (g *generator) flagged(depth int) []*node {
	vs := g.counters(2)
	if len(vs) < 2 {
		return nil
	}
	r := g.racer(vs[0])
	done, set := num('I', int64(g.IntN(2))), num('I', int64(g.IntN(3)))
	flag := cmp(pick(g, "==", "==", "!=", "<="), g.read(vs[1]), done)
	c := &node{k: cAnd, kids: []*node{flag, r.test}}
	if g.chance(50) {
		c.kids[0], c.kids[1] = c.kids[1], c.kids[0]
	}
	finish := &node{k: sIf, kids: []*node{g.cond(1), block(assign(vs[1], set)), block(r.step)}}
	return []*node{assign(r.v, r.start), assign(vs[1], num('I', done.v)), g.loop(g.shape(), c, g.inside(depth, vs...), finish)}
}

// indexing is a loop that ends at the latest where an index leaves its array.
func (g *generator) indexing(depth int) []*node {
	vs := g.counters(2)
	a := g.variable(isArray)
	if len(vs) < 1 || a < 0 {
		return nil
	}
	r := g.racer(vs[0])
	t := computational(g.m.Vars[a])
	at := &node{k: eElem, t: t, v: int64(a), kids: []*node{g.read(r.v)}}
	c := cmp(pick(g, "!=", "<", ">", "=="), at, num(t, int64(g.IntN(3))))
	if g.chance(40) {
		c = &node{k: cAnd, kids: []*node{g.cond(0), c}}
	}
	if g.chance(30) {
		store := &node{k: sStore, v: int64(a), kids: []*node{g.read(r.v), g.expr(t, 0)}}
		return []*node{assign(r.v, r.start), g.loop(g.shape(), g.cond(0), append(g.inside(depth, r.v), store), r.step)}
	}
	return []*node{assign(r.v, r.start), g.loop(g.shape(), c, g.inside(depth, r.v), r.step)}
}

// skipping is a loop whose inner loop moves the same counter past what is of no use, often before it tests it.
func (g *generator) skipping(depth int) []*node {
	vs := g.counters(2)
	if len(vs) < 1 {
		return nil
	}
	i, end := vs[0], g.bound('I')
	by := pick[int64](g, 1, 1, 1, 2, -1)
	op := pick(g, "<", "<=", "<=")
	if by < 0 {
		op = pick(g, ">", ">=")
	}
	test := cmp(op, g.read(i), end)
	if len(vs) > 1 && g.chance(50) { // a limit with a name
		test = cmp(op, g.read(i), g.read(vs[1]))
	}
	again := &node{k: cAnd, kids: []*node{test.clone(), g.cond(0)}}
	inner := g.loop(pick[int64](g, testTop, testBottom, testBottom), again, g.inside(3, vs...), inc(i, by))
	body := append([]*node{}, &node{k: sIf, kids: []*node{g.cond(0), block(inner), block()}})
	if g.chance(40) {
		body = append(body, &node{k: sIf, kids: []*node{test.clone(), block(g.inside(3, vs...)...), block()}})
	}
	out := []*node{assign(i, g.bound('I'))}
	if len(vs) > 1 {
		out = append(out, assign(vs[1], end))
	}
	return append(out, g.loop(g.shape(), test, body, inc(i, by)))
}

// stacking is a loop that puts one on a stack in each iteration, and an inner loop that takes some off.
func (g *generator) stacking(depth int) []*node {
	vs := g.counters(2)
	if len(vs) < 2 {
		return nil
	}
	i, top := vs[0], vs[1]
	c := cmp(">", g.read(top), num('I', int64(g.IntN(2))))
	if g.chance(70) {
		c = &node{k: cAnd, kids: []*node{c, g.cond(0)}}
	}
	inner := g.loop(pick[int64](g, testTop, testTop, inverted, testBottom), c, g.inside(3, vs...), inc(top, pick[int64](g, -1, -1, -1, -2, 1)))
	body := []*node{inner, inc(top, pick[int64](g, 1, 1, 1, 2, -1))}
	if g.chance(40) {
		body[1] = &node{k: sIf, kids: []*node{g.cond(0), block(body[1]), block()}}
	}
	if g.chance(20) {
		body[0], body[1] = body[1], body[0]
	}
	if g.chance(20) {
		body[0] = &node{k: sIf, kids: []*node{g.cond(0), block(inner), block()}}
	}
	if g.chance(10) {
		body = append(body, assign(top, g.bound('I')))
	}
	outer := g.loop(g.shape(), cmp("<", g.read(i), g.bound('I')), append(g.inside(3, vs...), body...), inc(i, 1))
	return []*node{assign(i, num('I', 0)), assign(top, g.bound('I')), outer}
}
