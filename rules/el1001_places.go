package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// place is a field or an array's element that keeps a string.
type place struct {
	field   classfile.Member // its zero value for an element
	base    ssa.ID           // the object or array, 0 for a static field
	index   ssa.ID           // of the element
	element bool
}

// places finds strings that a field or an element of an array carries from one execution to the next.
func (g *growth) places(reported map[ssa.ID]bool) {
	for put := range g.Instructions() {
		p, stored, ok := g.stored(put)
		if !ok {
			continue
		}
		in := map[ssa.ID]bool{}
		if g.sources(stored) == nil || !g.fed(stored, p, in, map[ssa.ID]bool{}) {
			continue
		}
		r, ok := g.repetition(put)
		if ok && p.element && !g.settled(p.index, r) {
			r, ok = g.repeatsRow(put, p, r.loop)
		}
		if !ok || p.base != 0 && !g.settled(p.base, r) || p.element && !g.settled(p.index, r) && r.loop < 0 || !g.onlyGrows(p, r, in) {
			continue
		}
		var cs []ssa.ID
		for _, c := range g.order {
			if in[c] && !reported[c] && g.within(c, r) {
				reported[c] = true
				cs = append(cs, c)
			}
		}
		if len(cs) > 0 {
			g.report(cs, g.placeName(p), r)
		}
	}
}

// repeatsRow returns the loop around loop l which lengthens elements of an array one after the other, by an index that begins anew each time:
// for (String[] row : rows) for (int i = 0; i < n; i++) columns[i] += row[i]. That loop uses the array for nothing else.
func (g *growth) repeatsRow(put ssa.ID, p place, l int) (r repetition, ok bool) {
	if l < 0 || int(g.Graph().Loops[l].Parent) < 0 {
		return r, false
	}
	x, outer := &g.f.Values[p.index], int(g.Graph().Loops[l].Parent)
	if x.Kind != ssa.Phi || x.Block != g.Graph().Loops[l].Header || !g.Stable(p.base, outer) {
		return r, false
	}
	for i, a := range g.f.Args(p.index) {
		if !g.viaBackEdge(l, i) && !g.Stable(a, outer) {
			return r, false
		}
	}
	for v := range g.Instructions() {
		if op := g.f.Values[v].Op; !g.InLoop(v, outer) || op != classfile.OpAastore && op != classfile.OpAaload || g.f.Values[v].Kind != ssa.Instr {
			if g.InLoop(v, outer) && g.f.IsCall(v) && slices.ContainsFunc(g.f.Args(v), func(a ssa.ID) bool { return g.Same(a, p.base) }) {
				return r, false
			}
			continue
		}
		if v != put && !g.loads(v, p) && g.Same(g.f.Args(v)[0], p.base) {
			return r, false
		}
	}
	return repetition{loop: outer}, true
}

// stored returns the place that an instruction writes to, and what it writes.
func (g *growth) stored(v ssa.ID) (p place, value ssa.ID, ok bool) {
	args := g.f.Args(v)
	switch g.f.Values[v].Op {
	case classfile.OpPutfield:
		p.field, _ = g.f.Member(v)
		p.base = args[0]
		return p, args[1], true
	case classfile.OpPutstatic:
		p.field, _ = g.f.Member(v)
		return p, args[0], true
	case classfile.OpAastore:
		return place{base: args[0], index: args[1], element: true}, args[2], true
	}
	return p, 0, false
}

// loads reports whether v reads place p.
func (g *growth) loads(v ssa.ID, p place) bool {
	x := &g.f.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	args := g.f.Args(v)
	switch x.Op {
	case classfile.OpGetfield:
		c, _ := g.f.Member(v)
		return !p.element && p.base != 0 && c == p.field && g.equal(args[0], p.base)
	case classfile.OpGetstatic:
		c, _ := g.f.Member(v)
		return !p.element && p.base == 0 && c == p.field
	case classfile.OpAaload:
		return p.element && g.equal(args[0], p.base) && g.equal(args[1], p.index)
	}
	return false
}

// fed reports whether v is made of what p holds; in gets the values between the two, seen those that were looked at.
func (g *growth) fed(v ssa.ID, p place, in, seen map[ssa.ID]bool) bool {
	if g.loads(v, p) {
		in[v] = true
		return true
	}
	if v == 0 || seen[v] {
		return in[v]
	}
	seen[v] = true
	for _, s := range g.sources(v) {
		if g.fed(s, p, in, seen) {
			in[v] = true
		}
	}
	return in[v]
}

// onlyGrows reports whether the repetition does nothing with the string in p but make it longer: it neither starts it
// anew nor needs it, nor calls a method of the class that looks at it.
func (g *growth) onlyGrows(p place, r repetition, in map[ssa.ID]bool) bool {
	for v := range g.Instructions() {
		if !g.within(v, r) {
			continue
		}
		if q, stored, ok := g.stored(v); ok && q.element == p.element && q.field == p.field {
			if p.element && !(g.equal(q.base, p.base) && g.equal(q.index, p.index)) || p.base != 0 && !g.equal(q.base, p.base) {
				continue
			}
			more := map[ssa.ID]bool{}
			if !g.fed(stored, p, more, map[ssa.ID]bool{}) {
				return false
			}
			for x := range more {
				in[x] = true
			}
			if stored := g.storedElsewhere(stored, v, r, in); stored {
				return false
			}
		}
		if g.loads(v, p) {
			in[v] = true
		}
	}
	for v := range in {
		for _, u := range g.uses().of(v) {
			if q, _, ok := g.stored(u); ok && q.element == p.element && q.field == p.field {
				continue
			}
			if g.within(u, r) && !g.grows(in, v, u) {
				return false
			}
		}
	}
	return p.element || !g.readByCallees(p, r)
}

// storedElsewhere reports whether the string that v stores is used for something else as well.
func (g *growth) storedElsewhere(s, v ssa.ID, r repetition, in map[ssa.ID]bool) bool {
	for _, u := range g.uses().of(s) {
		if u != v && g.within(u, r) && !g.grows(in, s, u) {
			return true
		}
	}
	return false
}

// readByCallees reports whether the repetition calls a method of the field's class that reads the field.
func (g *growth) readByCallees(p place, r repetition) bool {
	own := g.f.Method.Class
	if p.field.Class != own.Name {
		return false
	}
	readers := map[string]bool{}
	for i := range own.Methods {
		m := &own.Methods[i]
		if code, err := m.Code(); err == nil && code != nil && readsField(code, p.field) {
			readers[m.ID()] = true
		}
	}
	for v, c := range g.Calls() {
		if c.Class == own.Name && readers[c.Name+c.Desc] && g.within(v, r) {
			return true
		}
	}
	return false
}

// placeName is what the developer calls a place.
func (g *growth) placeName(p place) string {
	switch {
	case p.element:
		return fmt.Sprintf("%s[%s]", g.Describe(p.base), g.Describe(p.index))
	case p.base != 0 && isReferenceHolder(p.field.Class):
		return g.Describe(p.base)
	}
	return p.field.Name
}
