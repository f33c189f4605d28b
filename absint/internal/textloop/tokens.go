package textloop

import (
	"math"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Loops over the parts of a string, of which the last one ends with the string:
//
//	while (i < s.length()) { int e = s.indexOf(',', i); if (e < 0) e = s.length(); ...; i = e + 1; }
//
// The ranking function is the number of characters behind the index. Sound because a string does not change, a search finds nothing before its
// start, and the length is above each index for which the test holds: each value that the index gets is above it by a constant at least.

// Tokens bounds how often the test at the end of block b can hold: that an index is below the length of a string. stay reports whether the taken
// branch stays in loop l. ok is false for other tests.
func Tokens(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	c, ok := m.Continues(l, b, stay)
	if !ok {
		return symval.Bound{}, false
	}
	index, length, most, ok := c.Less()
	if a, less, sum := m.Addition(length); ok && sum && less < 0 {
		length, most = a, most+less
	}
	x := &m.Fn.Values[index]
	if !ok || x.Kind != ssa.Phi || x.Type != 'i' || m.LoopHeadedBy(int(x.Block)) != l || !m.Fn.IsCallTo(length, platform.StringClass, "length") {
		return symval.Bound{}, false
	}
	t := &tokens{m: m, l: l, index: index, text: m.Fn.Args(length)[0], most: most - 1}
	if !heapsize.LoopInvariant(m, t.text, l) {
		return symval.Bound{}, false
	}
	step := int64(math.MaxInt64)
	for i, a := range m.Fn.Args(index) {
		if !m.ViaBackEdge(l, i) {
			continue
		}
		v := t.of(a, m.EdgeInto(x.Block, i), nil)
		if !v.ok {
			return symval.Bound{}, false
		}
		step = min(step, v.least)
	}
	init := m.InitOf(index, l)
	if step < 1 || init == 0 {
		return symval.Bound{}, false
	}
	start, _ := m.LimitOf(l, init, false)
	n := m.LargestChars(t.text, m.CFG.Loops[l].Header)
	if !start.Ok() || !m.IndicesEnclose(start.Size, l) || n.Top || !m.IndicesEnclose(n, l) {
		return symval.Bound{}, false
	}
	conds := start.Conds
	if t.farthest > 0 {
		conds = m.Require(conds, expr.Condition{Size: n.AddInt(t.farthest), Lo: math.Inf(-1), Hi: symval.MaxLength})
	}
	n = n.AddInt(most).Sub(start.Size).AddInt(step - 1).FloorDiv(step)
	return symval.Bound{Upper: m.Clamp(n, m.CFG.Loops[l].Header), Conds: conds}, !n.Top
}

// tokens follows the index of a loop through one iteration.
type tokens struct {
	m        *symval.Func
	l        int
	index    ssa.ID // a phi in the header
	text     ssa.ID
	most     int64 // the index is at most the length plus this where the test holds
	farthest int64 // what the additions make of the length at most
}

// place is a number that is at least the index plus least, and at most the length plus most.
type place struct {
	least, most int64
	ok          bool
}

// of returns where v is, which edges pass on, the last one first.
func (t *tokens) of(v ssa.ID, e *cfg.Edge, edges []*cfg.Edge) (p place) {
	m, f := t.m, t.m.Fn
	if v == t.index {
		return place{0, t.most, true}
	}
	if edges = append(edges[:len(edges):len(edges)], e); v == 0 || e == nil || e.Kind == cfg.Exception || len(edges) > maxPlaces {
		return p
	}
	x := &f.Values[v]
	if f.IsCallTo(v, platform.StringClass, "length") && heapsize.SameObject(m, f.Args(v)[0], t.text, t.l) {
		return place{-t.most, 0, true}
	}
	if !m.CFG.InLoop(int(x.Block), t.l) || int(m.CFG.Blocks[x.Block].Loop) != t.l || m.CFG.Blocks[x.Block].Region >= 0 {
		return p
	}
	if a, c, ok := m.Addition(v); ok {
		if p = t.of(a, e, edges); c < 0 || c > maxPlaces {
			return place{}
		}
		p.least, p.most = p.least+c, p.most+c
		t.farthest = max(t.farthest, p.most)
		return p
	}
	mem, _ := f.Member(v)
	switch {
	case x.Kind == ssa.Phi:
		return t.joined(v, edges)
	case x.Kind != ssa.Instr:
	case platform.Maximum.Has(mem) || platform.Minimum.Has(mem):
		p, q := t.of(f.Args(v)[0], e, edges), t.of(f.Args(v)[1], e, edges)
		if platform.Maximum.Has(mem) {
			return place{max(p.least, q.least), max(p.most, q.most), p.ok && q.ok}
		}
		return place{min(p.least, q.least), min(p.most, q.most), p.ok && q.ok}
	case callvalues.SearchFrom(m, v) != 0 && heapsize.SameObject(m, m.Uncast(f.Args(v)[0]), t.text, t.l):
		from := callvalues.SearchFrom(m, v)
		if !t.found(v, edges) {
			return p
		}
		p = t.of(from, e, edges)
		p.most = -1
	}
	return p
}

// joined is of for a phi.
func (t *tokens) joined(phi ssa.ID, edges []*cfg.Edge) (p place) {
	for i, a := range t.m.Fn.Args(phi) {
		q := t.of(a, t.m.EdgeInto(t.m.Fn.Values[phi].Block, i), edges)
		if !q.ok {
			return place{}
		}
		if i == 0 {
			p = q
		}
		p.least, p.most = min(p.least, q.least), max(p.most, q.most)
	}
	return p
}

// maxPlaces caps the values that an index is followed through, and what is added to it.
const maxPlaces = 16

// found reports whether a search has found something where one of the edges is taken.
func (t *tokens) found(search ssa.ID, edges []*cfg.Edge) bool {
	for _, e := range edges {
		if t.m.RangeAt(search, e.From).Lo >= 0 {
			return true
		}
		f, ok := t.m.FactOn(e)
		if !ok || f.A != search {
			continue
		}
		k := int64(0)
		if f.B != 0 {
			if t.m.Fn.Values[f.B].Kind != ssa.Int {
				continue
			}
			k = t.m.Fn.Values[f.B].Aux
		}
		if f.Op == classfile.OpIfIcmpge && k >= 0 || f.Op == classfile.OpIfIcmpgt && k >= -1 || f.Op == classfile.OpIfIcmpne && k == -1 {
			return true
		}
	}
	return false
}
