// Package eviction bounds loops that take an element from a collection in each iteration, whatever their exit tests are:
//
//	while (queue.size() > max) queue.removeFirst();
//	while (sum > limit) sum -= window.remove(0);
//	while (map.size() > max) { Iterator<K> it = map.keySet().iterator(); it.next(); it.remove(); }
//	while (!a.isEmpty() && !b.isEmpty()) out.add(a.peek() < b.peek() ? a.remove() : b.remove());
//
// The ranking function is the number of elements, of two collections together. Sound because nothing in the loop adds elements, and each iteration that comes round takes one: removeFirst
// and the like throw if there is none, as the iterator does, and poll takes one behind a test that the size is above a limit that is not negative.
package eviction

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxSources bounds the collections that are tried.
const maxSources = 6

// Loop bounds a loop by the elements of a collection; ok is false where none loses an element in each iteration.
func Loop(m *symval.Func, l int) (b symval.Bound, ok bool) {
	var tried []ssa.ID
	for _, block := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[block] {
			source := takenFrom(m, l, v)
			if source == 0 || slices.ContainsFunc(tried, func(u ssa.ID) bool { return heapsize.SameObject(m, u, source, l) }) {
				continue
			}
			if tried = append(tried, source); len(tried) > maxSources {
				return b, false
			}
			if b, ok := evicting(m, l, source); ok {
				return b, true
			}
		}
	}
	for i, source := range tried {
		for _, other := range tried[:i] {
			if b, ok := evicting(m, l, other, source); ok {
				return b, true
			}
		}
	}
	return b, false
}

// loop is a loop that may take elements from a collection, or from one of several.
type loop struct {
	m       *symval.Func
	l       int
	sources []ssa.ID
	source  ssa.ID           // the one that is looked at
	conds   []expr.Condition // that limits are not negative
}

// evicting bounds a loop by the elements of collections of which each iteration takes one.
func evicting(m *symval.Func, l int, sources ...ssa.ID) (b symval.Bound, ok bool) {
	w := &loop{m: m, l: l, sources: sources}
	for _, source := range sources {
		if !m.IsAny(platform.ClassName(m.Fn.Static(source)), platform.AnyCollection.All()) {
			return b, false
		}
	}
	if !w.everyIteration() && (len(sources) > 1 || !heapsize.TakesFirst(m, l, sources[0])) {
		return b, false
	}
	n := expr.Const(0)
	tested := true
	for _, w.source = range sources {
		some, ok := heapsize.Shrinking(m, l, w.source)
		if !ok {
			return b, false
		}
		n = n.Add(some)
		tested = tested && w.tested()
	}
	if !tested {
		n = n.AddInt(1) // the last iteration may throw behind the test
	}
	return symval.Bound{Upper: n, Conds: expr.Tightest(w.conds)}, !n.Top && m.Possible(w.conds)
}

// takenFrom returns the collection that an instruction may take an element from, 0 for none.
func takenFrom(m *symval.Func, l int, v ssa.ID) ssa.ID {
	f := m.Fn
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic || len(f.Args(v)) == 0 {
		return 0
	}
	mem, _ := f.Member(v)
	if mem.Name == "remove" && mem.Desc == "()V" {
		return iterated(m, l, f.Args(v)[0])
	}
	if platform.Taking.Has(mem.Name, mem.Desc) || mem.Name == "remove" {
		return f.Args(v)[0]
	}
	return 0
}

// iterated returns the collection, or the map, over which an iterator is that each iteration of a loop makes; 0 for others.
func iterated(m *symval.Func, l int, it ssa.ID) ssa.ID {
	from, ok := receiver(m, l, it, func(mem classfile.Member) bool { return mem.Name == "iterator" })
	if !ok {
		return 0
	}
	if source, ok := receiver(m, l, from, func(mem classfile.Member) bool { return mem.Name == "keySet" || mem.Name == "entrySet" }); ok {
		return source
	}
	return from
}

// receiver returns the object of a call of the platform's without arguments that each iteration of a loop makes.
func receiver(m *symval.Func, l int, call ssa.ID, wanted func(classfile.Member) bool) (on ssa.ID, ok bool) {
	f := m.Fn
	call = m.Uncast(call)
	x := &f.Values[call]
	if !f.IsCall(call) || x.Op == classfile.OpInvokestatic || len(f.Args(call)) != 1 || int(m.CFG.Blocks[x.Block].Loop) != l {
		return 0, false
	}
	mem, _ := f.Member(call)
	return f.Args(call)[0], wanted(mem) && platform.IsPlatform(mem.Class)
}

// everyIteration reports whether each iteration that reaches a latch takes an element.
func (w *loop) everyIteration() bool {
	g := w.m.CFG
	header := g.Loops[w.l].Header
	reached := []int32{header}
	for i := 0; i < len(reached); i++ {
		b := reached[i]
		takes := slices.ContainsFunc(w.m.Fn.Body[b], w.takes)
		for k := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[k]
			switch {
			case !g.InLoop(int(e.To), w.l) || takes && e.Kind != cfg.Exception: // an exception may leave the block before
			case e.To == header:
				return false
			case !slices.Contains(reached, e.To):
				reached = append(reached, e.To)
			}
		}
	}
	return true
}

// takes reports whether an instruction takes an element from the collection, or throws.
func (w *loop) takes(v ssa.ID) bool {
	m := w.m
	source := takenFrom(m, w.l, v)
	known := slices.IndexFunc(w.sources, func(s ssa.ID) bool { return source != 0 && heapsize.SameObject(m, source, s, w.l) })
	if known < 0 {
		return false
	}
	w.source = w.sources[known]
	mem, _ := m.Fn.Member(v)
	switch {
	case mem.Name == "remove" && mem.Desc == "()V":
		return w.iteratorRemoves()
	case !platform.Taking.Has(mem.Name, mem.Desc):
		return false
	}
	return platform.TakingOrFailing.Named(mem.Name) || heapsize.HeldBack(m, w.source) == "" && w.hasElement(m.Fn.Values[v].Block)
}

// iteratorRemoves reports whether an iterator over the collection certainly removes what it has returned.
func (w *loop) iteratorRemoves() bool {
	class := platform.ClassName(w.m.Fn.Static(w.source))
	objects := w.m.Objects(w.source, class)
	if len(objects) == 0 {
		return platform.IteratorRemoves.Has(class)
	}
	return !slices.ContainsFunc(objects, func(k objectflow.AbstractObject) bool { return !w.removes(k.Class) })
}

// removes reports whether that holds for a class, or the class of the platform that it extends.
func (w *loop) removes(class string) bool {
	for !platform.IsPlatform(class) {
		k := w.m.Fields.H.Lookup(class)
		if k == nil || k.Super == "" {
			return false
		}
		class = k.Super
	}
	return platform.IteratorRemoves.Has(class)
}

// hasElement reports whether a comparison with the size, in the same iteration, shows that the collection has had an element. What has to hold for that is
// added to the conditions. Sound because what is removed between the comparison and a later poll is taken by the same iteration.
func (w *loop) hasElement(block int32) bool {
	w.m.StartIntervals()
	for _, c := range w.m.FactsAt(block) {
		if conds, ok := w.shows(c); ok {
			w.conds = expr.Union(w.conds, conds)
			return true
		}
	}
	return false
}

// shows reports whether a comparison shows that the collection has an element, under conditions: that the limit that its size is above is not negative.
func (w *loop) shows(c code.Comparison) (conds []expr.Condition, ok bool) {
	m := w.m
	if c.Op == classfile.OpIfIcmpeq && c.A != 0 && m.IsConstant(c.B, 0) && w.asks(c.A, heapsize.TellsEmpty) {
		return nil, true
	}
	limit, size, extra, ok := c.Less() // limit < size + extra
	if !ok || size == 0 || !w.asksSize(size) {
		return nil, false
	}
	least := expr.Const(0)
	if limit != 0 {
		q, _ := m.LimitOf(w.l, limit, false)
		if !q.Ok() {
			return nil, false
		}
		least, conds = q.Size, q.Conds
	}
	conds = m.Require(conds, expr.Condition{Size: least, Lo: float64(extra), Hi: math.Inf(1)})
	return conds, m.Possible(conds)
}

// tested reports whether an exit test that each iteration passes shows, under the conditions of the bound, that the collection has an element: then no more
// iterations go on behind it than there are elements, those included that end by an exception.
func (w *loop) tested() bool {
	m := w.m
	return slices.ContainsFunc(m.CFG.Loops[w.l].Blocks, func(b int32) bool {
		stay, ok := m.ExitTest(b, w.l)
		if !ok {
			return false
		}
		c, ok := m.FactOn(stay)
		if !ok {
			return false
		}
		conds, has := w.shows(c)
		return has && len(expr.Union(w.conds, conds)) == len(w.conds)
	})
}

// asksSize reports whether a value is the size of the collection, asked in the loop.
func (w *loop) asksSize(v ssa.ID) bool {
	return w.asks(v, func(mem classfile.Member) bool { return mem.Name == "size" && mem.Desc == "()I" })
}

// asks reports whether a value is the result of a wanted method of the collection, called in the loop.
func (w *loop) asks(v ssa.ID, wanted func(classfile.Member) bool) bool {
	on, ok := receiver(w.m, w.l, v, wanted)
	return ok && heapsize.SameObject(w.m, on, w.source, w.l)
}
