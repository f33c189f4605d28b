// Package chunked bounds loops that handle what is left in parts of a limited size:
//
//	while (left > 0) { int n = Math.min(left, buffer.length); ...; left -= n; }
//	while (at < end) { int n = Math.min(end - at, 8192); ...; at += n; }
//
// The ranking function is what is left. Sound because each iteration takes all of it, which ends the loop, or at least the size of a part;
// neither is more than what is left, so that no addition wraps.
package chunked

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Test bounds how often the test at the end of block b can hold: that something is left. stay reports whether the taken branch stays in
// loop l. ok is false for other tests.
func Test(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	c, ok := m.Continues(l, b, stay)
	if !ok {
		return symval.Bound{}, false
	}
	low, high, extra, ok := c.Less()
	p := &parts{m: m, l: l, block: int32(b), exact: true}
	switch {
	case !ok:
		return symval.Bound{}, false
	case p.counts(high) && m.IsConstant(low, extra): // left > 0
		p.counter = high
	case extra == 0 && p.counts(low) && (p.invariant(high) || !p.steady(high).Top): // at < end
		p.counter, p.end = low, high
	default:
		return symval.Bound{}, false
	}
	for i, a := range m.Fn.Args(p.counter) {
		if m.ViaBackEdge(l, i) && !p.moves(a, 0) {
			return symval.Bound{}, false
		}
	}
	return p.bound()
}

// parts is what the iterations of loop l take of what is left: of the variable counter itself, or of its distance to end.
type parts struct {
	m       *symval.Func
	l       int
	block   int32  // of the test
	counter ssa.ID // a phi in the header of the loop
	end     ssa.ID // 0 where counter is what is left
	sizes   []expr.Size
	conds   []expr.Condition
	exact   bool // each iteration but the last one takes as much as sizes say
}

// maxDepth is through how many joins and conversions a value is followed.
const maxDepth = 6

// counts reports whether v is a variable of the loop.
func (p *parts) counts(v ssa.ID) bool {
	x := &p.m.Fn.Values[v]
	return v != 0 && x.Kind == ssa.Phi && (x.Type == 'i' || x.Type == 'l') && p.m.LoopHeadedBy(int(x.Block)) == p.l
}

// invariant reports whether v is computed before the loop.
func (p *parts) invariant(v ssa.ID) bool {
	return v == 0 || !p.m.CFG.InLoop(int(p.m.Fn.Values[v].Block), p.l)
}

// steady returns the Size of v if it is the same in all iterations, else TopSize.
func (p *parts) steady(v ssa.ID) expr.Size {
	if s := p.m.SteadySize(v, p.block); !s.Top && p.m.IndicesEnclose(s, p.l) {
		return s
	}
	return expr.TopSize
}

// isEnd reports whether v is what the counter is compared with.
func (p *parts) isEnd(v ssa.ID) bool {
	if v == p.end {
		return true
	}
	s := p.steady(v)
	return !s.Top && s.Equal(p.steady(p.end))
}

// moves reports whether v, the counter at the end of an iteration, is the counter after a part was taken.
func (p *parts) moves(v ssa.ID, depth int) bool {
	f := p.m.Fn
	x := &f.Values[v]
	if depth > maxDepth || !p.m.CFG.InLoop(int(x.Block), p.l) {
		return false
	}
	args := f.Args(v)
	switch {
	case x.Kind == ssa.Phi:
		return p.joins(v, func(a ssa.ID) bool { return p.moves(a, depth+1) })
	case x.Kind != ssa.Instr:
		return false
	case x.Op == classfile.OpIsub || x.Op == classfile.OpLsub:
		return p.end == 0 && args[0] == p.counter && p.part(args[1], x.Block, depth+1)
	case x.Op == classfile.OpIadd || x.Op == classfile.OpLadd:
		return p.end != 0 && (args[0] == p.counter && p.part(args[1], x.Block, depth+1) || args[1] == p.counter && p.part(args[0], x.Block, depth+1))
	}
	return false
}

// joins reports whether all values that a phi joins inside the loop are as f says. Those in headers of loops are of several iterations.
func (p *parts) joins(phi ssa.ID, f func(ssa.ID) bool) bool {
	block := int(p.m.Fn.Values[phi].Block)
	if p.m.CFG.Blocks[block].Region >= 0 || p.m.LoopHeadedBy(block) >= 0 {
		return false
	}
	for _, a := range p.m.Fn.Args(phi) {
		if a == 0 || !f(a) {
			return false
		}
	}
	return true
}

// part reports whether v, used in block at, is all that is left or the smaller one of that and a size.
func (p *parts) part(v ssa.ID, at int32, depth int) bool {
	m := p.m
	v = p.unconverted(v, at)
	x := &m.Fn.Values[v]
	switch {
	case depth > maxDepth:
		return false
	case p.isRest(v):
		p.exact = false
		return true
	case x.Kind == ssa.Phi && p.end == 0: // left < n ? left : n, or more than is left
		p.exact = false
		return m.CFG.InLoop(int(x.Block), p.l) && p.joins(v, func(a ssa.ID) bool {
			return p.part(a, at, depth+1) || p.takes(a, x.Block)
		})
	case x.Kind != ssa.Instr || x.Op != classfile.OpInvokestatic || !m.CFG.InLoop(int(x.Block), p.l):
		return false
	}
	args := m.Fn.Args(v)
	if mem, _ := m.Fn.Member(v); !platform.Minimum.Has(mem) || len(args) != 2 {
		return false
	}
	if p.isRest(p.unconverted(args[1], x.Block)) {
		args = []ssa.ID{args[1], args[0]}
	}
	return p.isRest(p.unconverted(args[0], x.Block)) && p.takes(args[1], x.Block)
}

// isRest reports whether v is what is left in the iteration.
func (p *parts) isRest(v ssa.ID) bool {
	if p.end == 0 {
		return v == p.counter
	}
	x := &p.m.Fn.Values[v]
	args := p.m.Fn.Args(v)
	return x.Kind == ssa.Instr && (x.Op == classfile.OpIsub || x.Op == classfile.OpLsub) && args[1] == p.counter && p.isEnd(args[0])
}

// unconverted follows conversions between int and long that do not change the value, used in block at.
func (p *parts) unconverted(v ssa.ID, at int32) ssa.ID {
	f := p.m.Fn
	for range maxDepth {
		x := &f.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpI2l && x.Op != classfile.OpL2i {
			break
		}
		a := f.Args(v)[0]
		if x.Op == classfile.OpL2i {
			if r := p.m.RangeAt(a, at); r.Lo < math.MinInt32 || r.Hi > math.MaxInt32 {
				break
			}
		}
		v = a
	}
	return v
}

// takes adds v, used in block at, as the size of a part. It is at least 1, or may be: then that is a condition.
func (p *parts) takes(v ssa.ID, at int32) bool {
	m := p.m
	v = p.unconverted(v, at)
	q, isBound := m.LimitOf(p.l, v, false)
	if least := m.RangeAt(v, at).Lo; least >= 1 && least <= math.MaxInt32 && (isBound || !q.Ok()) {
		q, isBound = symval.Guarded{Size: expr.Const(int64(least))}, true
	}
	if k, number := q.Size.Int(); !q.Ok() || number && k < 1 {
		return false
	}
	p.exact = p.exact && !isBound && (len(p.sizes) == 0 || q.Size.Equal(p.sizes[0]))
	p.sizes = append(p.sizes, q.Size)
	p.conds = m.Require(append(p.conds, q.Conds...), expr.Condition{Size: q.Size, Lo: 1, Hi: math.Inf(1)})
	return true
}

// bound is what is left at first, in parts of the smallest size.
func (p *parts) bound() (symval.Bound, bool) {
	m := p.m
	init := m.InitOf(p.counter, p.l)
	if init == 0 || len(p.sizes) == 0 {
		return symval.Bound{}, false
	}
	left, isBound := m.LimitOf(p.l, init, p.end == 0)
	span := symval.InductionRange{Low: expr.Const(1), High: expr.TopSize}
	if p.end != 0 && left.Ok() {
		first := left
		var endIsBound bool
		left, endIsBound = m.LimitOf(p.l, p.end, true)
		isBound = isBound || endIsBound
		span = symval.InductionRange{Low: expr.TopSize, High: left.Size.AddInt(-1)}
		left.Size = left.Size.Sub(first.Size)
		p.conds = append(p.conds, first.Conds...)
		p.conds = m.Require(p.conds, expr.Condition{Size: left.Size, Lo: math.Inf(-1), Hi: symval.Fits(m.Fn.Values[p.counter].Type).Hi})
	}
	conds := expr.Tightest(append(p.conds, left.Conds...))
	if !left.Ok() || left.Size.Top || !m.Possible(conds) {
		return symval.Bound{}, false
	}
	size := p.sizes[0]
	for _, s := range p.sizes[1:] {
		size = expr.Min(size, s)
	}
	n := expr.Quotient(left.Size.Add(size).AddInt(-1), size)
	if k, ok := size.Int(); ok {
		n = m.Clamp(left.Size.AddInt(k-1).FloorDiv(k), m.CFG.Loops[p.l].Header)
	}
	if n.Top {
		return symval.Bound{}, false
	}
	spans := map[ssa.ID][]symval.InductionRange{p.counter: {span}}
	return symval.Bound{Upper: n, Conds: conds, Tight: p.exact && !isBound, Spans: spans}, true
}
