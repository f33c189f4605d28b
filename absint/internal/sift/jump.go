package sift

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Jumps of an index, from one iteration or call to the next:
//
//	int l = 2 * i + 1, r = 2 * i + 2, m = i;
//	if (l < n && a[l] < a[m]) m = l;
//	if (r < n && a[r] < a[m]) m = r;
//	if (m == i) break;
//	i = m;
//
// The next index is what one of the joins before it has chosen. Sound because every path through the joins is looked at, and what a comparison or an
// access on the path shows of the value that it chose holds for the next index: the index itself does not change within an iteration, or a call.

// maxStates bounds the states of the search for the values that an index may jump to.
const maxStates = 200

// region is the code that computes the next index: an iteration of a loop, or a call of a method (loop is -1).
type region struct {
	m       *symval.Func
	loop    int
	x       ssa.ID // the index: a phi in the header of the loop, or a parameter
	stop    stop
	call    ssa.ID // the recursive call that the next index is passed to
	seen    map[state]bool
	targets []target
	kept    bool // an iteration may keep the index if the loop ends behind it
}

// state is a value that the next index may be, and what the path from there shows of it.
type state struct {
	value, flag ssa.ID // and of the flag that ends the loop
	into        int32  // the block that the value is passed to
	known
}

// known is what is known of a value on a path.
type known struct {
	differs     bool // it is not the index
	larger      bool // it is larger than the index
	notNegative bool
	limit       ssa.ID // it is below limit plus extra
	extra       int64
	array       ssa.ID // it is an index of the array
	indexed     bool   // it is an index of something, at most largestIndex
}

// target is a value that the index jumps to: times * index + plus, in the arithmetic of ints, unless both are 0.
type target struct {
	known
	times, plus int64
	most        float64 // the largest index that it is computed from
}

// collect collects the values that v, which edge e or, if it is nil, block b passes on, may be; it fails if there is one that is no jump.
func (r *region) collect(v, flag ssa.ID, e *cfg.Edge, b int32) bool {
	r.seen = map[state]bool{}
	work := []state{}
	push := func(s state, e *cfg.Edge, from int32) {
		s.learn(r, e, from)
		if !r.seen[s] {
			r.seen[s] = true
			work = append(work, s)
		}
	}
	push(state{value: v, flag: flag, into: -1}, e, b)
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		x := &r.m.Fn.Values[s.value]
		if len(r.seen) > maxStates || s.value == 0 {
			return false
		}
		if !r.joins(s.value) {
			if !r.add(s) {
				return false
			}
			continue
		}
		for i, a := range r.m.Fn.Args(s.value) {
			e := r.m.EdgeInto(x.Block, i)
			if e == nil || e.Kind == cfg.Exception || r.loop >= 0 && !r.m.CFG.InLoop(int(e.From), r.loop) {
				return false
			}
			next := s
			if next.value, next.into = a, x.Block; s.flag != 0 && r.joins(s.flag) && r.m.Fn.Values[s.flag].Block == x.Block {
				next.flag = r.m.Fn.Args(s.flag)[i]
			}
			push(next, e, e.From)
		}
	}
	return len(r.targets) > 0
}

// joins reports whether v is a phi that joins paths of the region.
func (r *region) joins(v ssa.ID) bool {
	x := &r.m.Fn.Values[v]
	if v == r.x || x.Kind != ssa.Phi || r.m.CFG.Blocks[x.Block].Region >= 0 {
		return false
	}
	return r.loop < 0 || r.m.CFG.InLoop(int(x.Block), r.loop) && r.m.LoopHeadedBy(int(x.Block)) != r.loop
}

// add adds a value that is no join to the targets.
func (r *region) add(s state) bool {
	t := target{known: s.known}
	times, plus, linear := r.linear(s.value)
	switch {
	case linear && times == 1 && plus == 0: // the index itself
		if !s.differs && !r.stop.holds(r.m, s.flag) {
			return false
		}
		r.kept = r.kept || !s.differs
		return true
	case linear && times >= 1 && plus >= 0 && (plus > 0 || s.differs || s.larger):
		t.times, t.plus, t.most = times, plus, math.MaxInt32
		if x := &r.m.Fn.Values[s.value]; x.Block >= 0 {
			t.most = r.m.RangeAt(r.x, x.Block).Hi
		}
	case !s.larger:
		return false
	}
	r.targets = append(r.targets, t)
	return s.limit != 0 || s.array != 0
}

// linear returns v as a linear function of the index.
func (r *region) linear(v ssa.ID) (times, plus int64, ok bool) {
	n, ok := r.m.LinearIn(v, func(v ssa.ID) bool { return v == r.x })
	return n.Times, n.Plus, ok && r.m.Fn.Values[v].Type == 'i'
}

// about reports whether a value is v in each iteration, or call.
func (r *region) about(w, v ssa.ID) bool {
	if w == v {
		return true
	}
	a, b, ok := r.linear(w)
	c, d, also := r.linear(v)
	return ok && also && a != 0 && a == c && b == d
}

// learn adds what holds of the value on the edge that passes it on, or in block b if there is none.
func (s *state) learn(r *region, e *cfg.Edge, b int32) {
	m := r.m
	m.StartIntervals()
	facts := m.FactsAt(b)
	if e != nil {
		facts = m.FactsOn(e)
	}
	for _, c := range facts {
		s.compare(r, c)
	}
	s.notNegative = s.notNegative || m.RangeAt(s.value, b).Lo >= 0
	if s.array == 0 || !s.notNegative {
		r.accesses(s, b, e != nil)
	}
}

// compare adds what a comparison shows of the value.
func (s *state) compare(r *region, c code.Comparison) {
	if c.Op == classfile.OpIfIcmpne {
		s.differs = s.differs || c.B != 0 && (r.about(c.A, s.value) && c.B == r.x || r.about(c.B, s.value) && c.A == r.x)
		return
	}
	low, high, extra, ok := c.Less()
	switch {
	case !ok || low == 0 || high == 0:
	case low == r.x && r.about(high, s.value):
		s.larger = s.larger || extra <= 0
	case s.limit == 0 && r.about(low, s.value):
		if times, _, linear := r.linear(high); linear && times != 0 {
			return
		}
		if _, ok := r.limitOf(high); ok {
			s.limit, s.extra = high, extra
		}
	}
}

// maxDominators bounds the blocks in which an access is searched.
const maxDominators = 40

// accesses looks for an access at the value on every path to block b, to the call in it, or to its end (behind): it throws unless the value is an index.
func (r *region) accesses(s *state, b int32, behind bool) {
	m := r.m
	for n := 0; n < maxDominators; n++ {
		if !r.catches(b) {
			for _, u := range m.Fn.Body[b] {
				if n == 0 && !behind && (r.call == 0 || u == r.call) {
					break
				}
				r.access(s, u)
			}
		}
		p := m.CFG.Dominators.Parent(int(b))
		if p < 0 || int32(p) == b || r.loop >= 0 && b == m.CFG.Loops[r.loop].Header {
			return
		}
		b = int32(p)
	}
}

// catches reports whether the region may go on where an instruction of a block throws.
func (r *region) catches(b int32) bool {
	if r.loop >= 0 {
		return r.m.ThrowsInto(r.loop, b)
	}
	succs := r.m.CFG.Blocks[b].Succs
	return len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception
}

// access adds what an instruction shows that throws unless the value is an index.
func (r *region) access(s *state, u ssa.ID) {
	index, ok := marks.Index(r.m, u)
	if !ok || !r.about(index, s.value) {
		return
	}
	s.notNegative, s.indexed = true, true
	if array, _, ok := r.m.Access(u); ok && s.array == 0 && r.m.Fn.Values[u].Op != classfile.OpInvokevirtual {
		s.array = array
	}
}

// limitOf returns an upper bound of a limit, for all iterations and calls.
func (r *region) limitOf(v ssa.ID) (q symval.Guarded, ok bool) {
	if r.loop >= 0 {
		q, _ = r.m.LimitOf(r.loop, v, true)
		return q, q.Ok()
	}
	q = r.m.Bound(v, true, 0)
	return q, q.Ok() && !q.Size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom })
}

// lengthOf returns an upper bound of the length of an array.
func (r *region) lengthOf(array ssa.ID) (n expr.Size, ok bool) {
	n = r.m.MostLength(array)
	return n, !n.Top && !slices.ContainsFunc(n.Terms, func(t expr.Term) bool {
		return slices.ContainsFunc(t.Mono, func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom })
	})
}
