package treewalk

import (
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// path is a path from a cut. Sound because every path from one cut to the next is looked at: the traversal gives up if it does not know a block.
type path struct {
	from, block int32
	joined      map[ssa.ID]ssa.ID // the values of the phis on the path
	inserted    bool              // the variable of the cut is in the stack
	met         bool              // it is not null
	taken       []ssa.ID          // the results of the calls that take an element
	fails       bool              // if there is none
}

// follow finds the moves of the loop; it fails if the variable may do anything else.
func (w *walk) follow() bool {
	g := w.m.CFG
	begun := map[int32]bool{}
	work := []path{{from: g.Loops[w.l].Header, block: g.Loops[w.l].Header}}
	for n := 0; len(work) > 0; n++ {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if n > maxSteps || g.Blocks[p.block].Region >= 0 || w.m.ThrowsInto(w.l, p.block) || !w.run(&p) {
			return false
		}
		for i := range g.Blocks[p.block].Succs {
			e := &g.Blocks[p.block].Succs[i]
			if !g.InLoop(int(e.To), w.l) {
				continue
			}
			if w.m.LoopHeadedBy(int(e.To)) >= 0 {
				if !w.arrive(p, e) {
					return false
				}
				if !begun[e.To] {
					begun[e.To] = true
					work = append(work, path{from: e.To, block: e.To})
				}
				continue
			}
			q := path{from: p.from, block: e.To, joined: maps.Clone(p.joined), inserted: p.inserted, met: p.met, taken: slices.Clone(p.taken), fails: p.fails}
			w.join(&q, e, p)
			work = append(work, q)
		}
	}
	return true
}

// join sets the values that the phis of the block at the end of an edge have.
func (w *walk) join(q *path, e *cfg.Edge, p path) {
	for _, v := range w.m.Fn.Body[e.To] {
		if w.m.Fn.Values[v].Kind == ssa.Phi {
			if q.joined == nil {
				q.joined = map[ssa.ID]ssa.ID{}
			}
			q.joined[v] = w.value(p, w.m.Fn.Args(v)[e.Slot])
		}
	}
}

// value returns the value that v has on a path, before casts and joins.
func (w *walk) value(p path, v ssa.ID) ssa.ID {
	for range symval.MaxDepth {
		v = w.m.Uncast(v)
		u, ok := p.joined[v]
		if !ok {
			break
		}
		v = u
	}
	return v
}

// run adds what the calls of a block do to the stack.
func (w *walk) run(p *path) bool {
	f := w.m.Fn
	for _, v := range f.Body[p.block] {
		if x := &f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpGetfield && w.value(*p, f.Args(v)[0]) == w.at[p.from] {
			p.met = true
		}
		if !f.IsCall(v) || !slices.Contains(f.Args(v), w.stack) {
			continue
		}
		mem, _ := f.Member(v)
		switch {
		case platform.Taking.Has(mem.Name, "()"):
			p.taken = append(p.taken, v)
			p.fails = p.fails || platform.TakingOrFailing.Named(mem.Name)
		case inserts(mem):
			if p.inserted || w.value(*p, f.Args(v)[1]) != w.at[p.from] {
				return false
			}
			p.inserted = true
		}
	}
	return true
}

// arrive adds the move to the next cut, where a path takes an edge to it.
func (w *walk) arrive(p path, e *cfg.Edge) bool {
	was := w.at[p.from]
	ends := func(v ssa.ID) ssa.ID {
		if x := &w.m.Fn.Values[v]; x.Kind == ssa.Phi && x.Block == e.To {
			return w.value(p, w.m.Fn.Args(v)[e.Slot])
		}
		return v
	}
	if _, known := w.at[e.To]; !known {
		w.at[e.To] = w.variable(p, e, was)
	}
	v := ends(w.at[e.To])
	to := move{from: p.from, to: e.To, less: p.fails, less2: p.fails}
	switch k, from, read := w.linkFrom(v); {
	case v == was:
		if p.inserted {
			return false
		}
	case w.m.Fn.IsNull(v) && !p.inserted:
		to.less, to.less2 = to.less || p.met, to.less2 || p.met
	case !read || !w.m.CFG.InLoop(int(w.m.Fn.Values[v].Block), w.l):
		return false
	case w.value(p, from) == was:
		if p.inserted {
			k.kind = inserting
		}
		to.less, to.less2 = to.less || !p.inserted, true
		w.links = append(w.links, k)
	case !p.inserted && slices.Contains(p.taken, w.value(p, from)):
		k.kind, to.less, to.less2 = takenFrom, true, true
		w.links = append(w.links, k)
	default:
		return false
	}
	w.moves = append(w.moves, to)
	return true
}

// variable returns the phi of a header that has the variable's next value where a path arrives there first: the variable itself if none has.
func (w *walk) variable(p path, e *cfg.Edge, was ssa.ID) ssa.ID {
	f := w.m.Fn
	var read ssa.ID
	for _, v := range f.Body[e.To] {
		if f.Values[v].Kind != ssa.Phi || f.Values[v].Type != 'a' {
			continue
		}
		next := w.value(p, f.Args(v)[e.Slot])
		if next == was {
			return v
		}
		if _, from, ok := w.linkFrom(next); ok && (w.value(p, from) == was || slices.Contains(p.taken, w.value(p, from))) {
			read = v
		}
	}
	if read != 0 {
		return read
	}
	return was
}

// stackOf returns the collection that a loop inserts into and takes from: a new one for each time that the loop begins, which holds nothing then and is
// only in the calls of the method that look at it, insert one element in the loop, or take one.
func stackOf(m *symval.Func, l int) (stack ssa.ID, ok bool) {
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			mem, _ := m.Fn.Member(v)
			if !m.Fn.IsCall(v) || !inserts(mem) || len(m.Fn.Args(v)) != 2 {
				continue
			}
			stack = m.Uncast(m.Fn.Args(v)[0])
			if x := &m.Fn.Values[stack]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || m.CFG.Blocks[x.Block].Loop != m.CFG.Loops[l].Parent || m.CFG.Blocks[x.Block].Region >= 0 {
				continue
			}
			class := platform.ClassName(m.Fn.Static(stack))
			if platform.IsPlatform(class) && m.IsAny(class, platform.AnyCollection.All()) && private(m, l, stack) {
				return stack, true
			}
		}
	}
	return 0, false
}

// private reports whether all that a method does with a collection are calls that stackOf admits.
func private(m *symval.Func, l int, stack ssa.ID) bool {
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			args := m.Fn.Args(v)
			if !slices.Contains(args, stack) {
				continue
			}
			mem, _ := m.Fn.Member(v)
			if !m.Fn.IsCall(v) || m.Fn.Values[v].Op == classfile.OpInvokestatic || args[0] != stack || slices.Contains(args[1:], stack) {
				return false // a method of another class may have the name of one of the collection
			}
			switch {
			case mem.Name == "<init>" && len(args) == 1:
			case platform.Looking.Has(mem.Name, "()") && len(args) == 1:
			case platform.Taking.Has(mem.Name, "()") && len(args) == 1:
			case inserts(mem) && len(args) == 2 && m.CFG.InLoop(int(b), l):
			default:
				return false
			}
		}
	}
	return true
}

// inserts reports whether a method inserts its argument.
func inserts(mem classfile.Member) bool {
	return platform.Putting.Named(mem.Name) && !strings.Contains(mem.Name, "All") && len(classfile.Params(mem.Desc)) == 1
}
