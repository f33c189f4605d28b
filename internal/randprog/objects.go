package randprog

// object is an expression for an object that a variable of type t can hold.
func (g *generator) object(t byte, depth int) *node {
	k := g.IntN(100)
	if v := g.variable(func(u byte) bool { return g.p.isSubtype(u, t) }); v >= 0 && k < 45 {
		return &node{k: eVar, t: g.m.Vars[v], v: int64(v)}
	}
	if depth <= 0 || g.nested > 2 {
		return &node{k: eNull, t: t}
	}
	if k < 55 {
		if o := g.fieldOf(func(u byte) bool { return g.p.isSubtype(u, t) }); o != nil {
			return o
		}
	}
	if k < 64 {
		if c := g.call(); c != nil && g.p.isSubtype(c.t, t) {
			return c
		}
	}
	if k < 68 {
		if v := g.variable(func(u byte) bool { return g.p.isSubtype(t, u) }); v >= 0 {
			return &node{k: eCast, t: t, kids: []*node{{k: eVar, t: g.m.Vars[v], v: int64(v)}}}
		}
	}
	if k < 71 {
		return &node{k: eCond, t: t, kids: []*node{g.cond(0), g.object(t, depth-1), g.object(t, depth-1)}}
	}
	if s := g.p.functional(int(t - firstObject)); s >= 0 && (k < 94 || len(g.p.concrete(int(t-firstObject))) == 0) {
		if l := g.lambda(t, s); l != nil {
			return l
		}
	}
	if cs := g.p.concrete(int(t - firstObject)); len(cs) > 0 && k < 98 {
		return g.newObject(pick(g, cs...), depth-1)
	}
	return &node{k: eNull, t: t}
}

// value is an expression for a variable of any type, nil where there is none.
func (g *generator) value(t byte, depth int) *node {
	switch {
	case isObject(t):
		return g.object(t, depth)
	case isArray(t):
		if v := g.variable(ofType(t)); v >= 0 && g.chance(80) {
			return &node{k: eVar, t: t, v: int64(v)}
		}
		return &node{k: eNew, t: t, kids: []*node{num('I', int64(g.IntN(7)))}}
	case t == 'B' || t == 'C' || t == 'S':
		return conv("i2"+string(t-'A'+'a'), 'I', g.expr('I', 1))
	case g.chance(50):
		return g.bound(t) // counters and parameters, plus or minus something
	}
	return g.expr(t, 1)
}

func (g *generator) newObject(k, depth int) *node {
	n := &node{k: eObject, t: object(k), v: int64(k)}
	for _, f := range g.p.fields(k) {
		n.kids = append(n.kids, g.value(g.p.field(f).t, depth))
	}
	return n
}

// fieldOf reads a field of one of the types from an object in a variable, nil where there is none.
func (g *generator) fieldOf(ok func(byte) bool) *node {
	var out []*node
	for v, t := range g.m.Vars {
		if !isObject(t) {
			continue
		}
		for _, f := range g.p.fields(int(t - firstObject)) {
			if d := g.p.field(f); ok(d.t) && (d.access != "private" || f.class == g.m.owner) {
				out = append(out, &node{k: eField, t: computational(d.t), v: f.id(), kids: []*node{{k: eVar, t: t, v: int64(v)}}})
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return pick(g, out...)
}

// lambda is a lambda of an interface, with a body that is made for it. It captures variables.
func (g *generator) lambda(t byte, slot int) *node {
	if g.isLambda || len(g.p.Methods) > 14 {
		return nil
	}
	s := &g.p.Slots[slot]
	m := &Method{owner: -1, Return: s.result, isFixed: true, rank: min(s.rank, g.m.rank)}
	if g.chance(10) {
		m.rank = g.m.rank
	}
	n := &node{k: eLambda, t: t, v: int64(len(g.p.Methods))}
	for range g.IntN(3) {
		v := g.IntN(len(g.m.Vars))
		u := g.m.Vars[v]
		m.Vars = append(m.Vars, u)
		n.kids = append(n.kids, &node{k: eVar, t: u, v: int64(v)})
	}
	m.Vars = append(m.Vars, s.params...)
	m.Params = len(m.Vars)
	g.p.Methods = append(g.p.Methods, m)
	(&generator{Rand: g.Rand, p: g.p, m: m, isLambda: true}).method(int(n.v))
	return n
}

// virtual calls a slot of a lower rank on an object, rarely one of its own; nil where there is none.
func (g *generator) virtual() *node {
	if g.nested > 1 {
		return nil
	}
	g.nested++
	defer func() { g.nested-- }()
	var slots []int
	for i, s := range g.p.Slots {
		if s.rank < g.m.rank || s.rank == g.m.rank && g.chance(8) {
			slots = append(slots, i)
		}
	}
	if len(slots) == 0 {
		return nil
	}
	i := pick(g, slots...)
	s := &g.p.Slots[i]
	n := &node{k: eVirtual, t: s.result, v: int64(i)}
	var receiver *node
	if v := g.variable(func(t byte) bool { return g.p.hasSlot(t, i) }); v >= 0 && g.chance(75) {
		receiver = &node{k: eVar, t: g.m.Vars[v], v: int64(v)}
	} else {
		receiver = g.object(object(s.class), 2)
	}
	n.kids = append(n.kids, receiver)
	for _, t := range s.params {
		n.kids = append(n.kids, g.value(t, 1))
	}
	if s.rank == g.m.rank && !g.m.isStatic() && g.m.slot == i && g.chance(80) {
		g.descend(n)
	}
	return n
}

// super calls what the method overrides, nil where it overrides nothing of a superclass.
func (g *generator) super() *node {
	m := g.m
	if m.isStatic() || g.p.Classes[m.owner].super < 0 || !g.inherits(g.p.Classes[m.owner].super, m.slot) {
		return nil
	}
	n := &node{k: eVirtual, t: m.Return, v: int64(m.slot), op: "super", kids: []*node{{k: eVar, t: m.Vars[0]}}}
	for _, t := range g.p.Slots[m.slot].params {
		n.kids = append(n.kids, g.value(t, 1))
	}
	return n
}

// inherits reports whether class k or one that it extends has code of its own for a slot.
func (g *generator) inherits(k, slot int) bool {
	for ; k >= 0; k = g.p.Classes[k].super {
		if g.p.declares(k, slot) {
			return true
		}
	}
	return false
}

func (g *generator) exceptionClass() string {
	out := []string{"java/lang/RuntimeException", "java/lang/ArithmeticException"}
	for k, c := range g.p.Classes {
		if c.isException {
			out = append(out, className(k), className(k))
		}
	}
	return pick(g, out...)
}

// objectStatement is a statement that has to do with objects, nil where there is nothing for it.
func (g *generator) objectStatement(depth, k int) *node {
	switch {
	case k < 38:
		if c := g.virtual(); c != nil {
			return &node{k: sDo, kids: []*node{c}}
		}
	case k < 43:
		if c := g.super(); c != nil {
			return &node{k: sDo, kids: []*node{c}}
		}
	case k < 56:
		if v := g.variable(isObject); v > 0 || v == 0 && g.m.isStatic() {
			return assign(v, g.object(g.m.Vars[v], 2))
		}
	case k < 68:
		return g.putField()
	case k < 75:
		return &node{k: sIf, kids: []*node{g.cond(0), block(&node{k: sThrow, op: g.exceptionClass()}), block()}}
	case k < 87: // an exception of something that is called
		c := g.virtual()
		if g.chance(40) {
			c = g.call()
		}
		if c == nil {
			return nil
		}
		handler := g.statements(depth)
		if g.chance(40) {
			handler = append(handler, &node{k: sThrow, op: "caught"})
		}
		return &node{k: sTry, op: pick(g, "any", g.exceptionClass(), "java/lang/RuntimeException"), kids: []*node{block(&node{k: sDo, kids: []*node{c}}), block(handler...)}}
	default:
		if n := g.walking(depth); n != nil {
			return n
		}
	}
	return nil
}

func (g *generator) putField() *node {
	var out []*node
	for v, t := range g.m.Vars {
		if !isObject(t) {
			continue
		}
		for _, f := range g.p.fields(int(t - firstObject)) {
			if d := g.p.field(f); d.access == "public" || d.access == "private" && f.class == g.m.owner && g.chance(30) {
				out = append(out, &node{k: sPutField, v: f.id(), kids: []*node{{k: eVar, t: t, v: int64(v)}, nil}})
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	n := pick(g, out...)
	n.kids[1] = g.value(g.p.field(memberOf(n.v)).t, 1)
	return n
}

// walking follows a link from object to object.
func (g *generator) walking(depth int) *node {
	for v, t := range g.m.Vars {
		if !isObject(t) || g.busy[v] || v == 0 && !g.m.isStatic() {
			continue
		}
		x := &node{k: eVar, t: t, v: int64(v)}
		for _, f := range g.p.fields(int(t - firstObject)) {
			if d := g.p.field(f); g.p.isSubtype(d.t, t) && (d.access != "private" || f.class == g.m.owner) && g.chance(60) {
				next := assign(v, &node{k: eField, t: d.t, v: f.id(), kids: []*node{x}})
				return g.loop(testTop, &node{k: cNull, op: "!=", kids: []*node{x}}, g.inside(depth, v), next)
			}
		}
	}
	return nil
}

// objectCond is a condition on an object, nil where there is none.
func (g *generator) objectCond() *node {
	v := g.variable(isObject)
	if v < 0 {
		return nil
	}
	x := &node{k: eVar, t: g.m.Vars[v], v: int64(v)}
	if g.chance(50) {
		return &node{k: cNull, op: pick(g, "==", "!="), kids: []*node{x}}
	}
	return &node{k: cIs, v: int64(g.IntN(len(g.p.Classes))), kids: []*node{x}}
}

// objectExpr is a number that comes from an object, nil where there is none.
func (g *generator) objectExpr(t byte) *node {
	if g.chance(60) {
		return g.fieldOf(ofType(t))
	}
	if c := g.virtual(); c != nil && c.t == t {
		return c
	}
	return nil
}
