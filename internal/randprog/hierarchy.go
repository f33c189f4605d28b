package randprog

import (
	"math/rand/v2"
	"slices"
)

// hierarchy makes classes with fields, and methods without bodies for all that they override.
func (p *Program) hierarchy(r *rand.Rand) {
	g := &generator{Rand: r, p: p}
	n := 2 + g.IntN(4)
	lambdas := boolInt(g.chance(70)) // A0 is an interface with one method then
	for k := range n {
		c := &class{super: -1}
		p.Classes = append(p.Classes, c)
		var classes, interfaces []int
		for i, o := range p.Classes[:k] {
			switch {
			case o.isInterface:
				interfaces = append(interfaces, i)
			default:
				classes = append(classes, i)
			}
		}
		if c.isInterface = k < lambdas || k < n-1 && g.chance(35); !c.isInterface {
			c.isAbstract = k < n-1 && g.chance(25)
			if len(classes) > 0 && g.chance(65) {
				c.super = pick(g, classes...)
			}
		}
		for range g.IntN(3) {
			if len(interfaces) > 0 && (!c.isInterface || g.chance(40)) {
				if i := pick(g, interfaces...); !slices.Contains(c.interfaces, i) {
					c.interfaces = append(c.interfaces, i)
				}
			}
		}
	}
	for range g.IntN(3) {
		c := &class{super: -1, isException: true}
		if k := len(p.Classes) - 1; p.Classes[k].isException && g.chance(60) {
			c.super = k
		}
		p.Classes = append(p.Classes, c)
	}
	for k, c := range p.Classes[:n] {
		for !c.isInterface && len(c.fields) < 3 && g.chance(60) {
			f := field{t: pick[byte](g, 'I', 'I', 'I', 'J', 'i'), access: pick(g, "final", "final", "public", "private")}
			if g.chance(35) {
				f.t = object(g.IntN(n))
				if g.chance(40) { // a link
					f.t = object(k)
				}
			}
			if g.chance(20) {
				f.add = int64(g.IntN(4))
			}
			c.fields = append(c.fields, f)
		}
	}
	for i := range 1 + g.IntN(4) {
		s := slot{class: lambdas + g.IntN(n-lambdas), result: pick[byte](g, 'I', 'I', 'V', 'J', object(g.IntN(n)))}
		for range 4 { // with something that runs
			if len(p.concrete(s.class)) == 0 {
				s.class = lambdas + g.IntN(n-lambdas)
			}
		}
		if i < lambdas {
			s.class = 0
		}
		for range g.IntN(3) {
			s.params = append(s.params, pick[byte](g, 'I', 'I', 'I', 'J', 'i', object(g.IntN(n))))
		}
		p.Slots = append(p.Slots, s)
		p.implementations(g, len(p.Slots)-1, n)
	}
}

// implementations makes the methods of a slot: every class that can be instantiated has one or inherits it.
func (p *Program) implementations(g *generator, i, n int) {
	s := &p.Slots[i]
	add := func(k int) {
		m := &Method{owner: k, slot: i, Return: s.result, Vars: append([]byte{object(k)}, s.params...), isFixed: true, body: block()}
		m.Params = len(m.Vars)
		p.Methods = append(p.Methods, m)
	}
	for k := range n {
		c := p.Classes[k]
		below := p.isSubtype(object(k), object(s.class))
		percent := 45
		switch {
		case !below:
			continue
		case c.isInterface && k == 0 && i == 0:
			percent = 0
		case c.isInterface:
			percent = 25
		case !c.isAbstract && !p.implements(k, i):
			percent = 100
		}
		if g.chance(percent) {
			add(k)
		}
	}
}

// bodies gives the methods of the slots bodies, among static methods of T: what has a body can be called from what comes
// later.
func (p *Program) bodies(r *rand.Rand, statics int) {
	var units []int // slots; -1 for a static method
	for i := range p.Slots {
		units = append(units, i)
	}
	for range statics {
		units = append(units, -1)
	}
	g := &generator{Rand: r, p: p}
	if len(p.Slots) > 0 {
		g.Shuffle(len(units)-1, func(i, j int) { units[i], units[j] = units[j], units[i] }) // a static method is the last
	}
	for i := range p.Slots {
		p.Slots[i].rank = len(units)
	}
	for rank, u := range units {
		if u < 0 {
			m := &Method{owner: -1, rank: rank}
			p.Methods = append(p.Methods, m)
			(&generator{Rand: r, p: p, m: m}).method(len(p.Methods) - 1)
			continue
		}
		p.Slots[u].rank = rank
		for i, m := range slices.Clone(p.Methods) {
			if !m.isStatic() && m.slot == u {
				m.rank = rank
				(&generator{Rand: r, p: p, m: m}).method(i)
			}
		}
	}
}
