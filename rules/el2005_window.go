package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// smallWindow is up to how many elements a list may keep so that one more or less at its front costs about as much as in a deque.
const smallWindow = 64

// isWindow reports whether a removal keeps the list at few elements: it runs only where the list has more than a constant of them, which is
// at most a limit, and a loop, or else each call of the method, adds no more than it removes:
//
//	for (Event e : events) { last.add(e); if (last.size() > 10) { last.remove(0); } }
//
// Sound because every iteration that leaves more elements than the constant and those that it adds itself has removed one for each that it
// added.
func (m *Method) isWindow(remove ssa.ID, l int, most int64) bool {
	f, g := m.Func(), m.Graph()
	list := f.Args(remove)[0]
	inner := l
	adds, one := m.addsIn(list, l)
	for ; l >= 0 && one && len(adds) == 0; adds, one = m.addsIn(list, l) {
		l = int(g.Loops[l].Parent)
	}
	if !one || len(adds) == 0 || l < 0 && !m.isField(list) || l == inner && slices.ContainsFunc(adds, func(a ssa.ID) bool { return m.addsAgain(a, adds, l) }) {
		return false
	}
	return slices.ContainsFunc(g.RPO, func(b int32) bool { return m.limitsSize(int(b), list, int(f.Values[remove].Block), l, most) })
}

// fewCompared is up to how many elements a list may keep so that a search or a sort of it in each iteration costs about what a hash table or a search
// for the place of one element does.
const fewCompared = 12

// removals are the methods that take one element from a list or queue.
var removals = []string{"remove", "removeFirst", "removeLast", "poll", "pollFirst", "pollLast", "pop"}

// keptFew reports whether a loop keeps a list or queue at few elements.
func (m *Method) keptFew(list ssa.ID, l int) bool {
	f := m.Func()
	for v := range m.Calls(removals...) {
		if m.InLoop(v, l) && f.Values[v].Op != classfile.OpInvokestatic && m.Same(f.Args(v)[0], list) && m.isWindow(v, l, fewCompared) {
			return true
		}
	}
	return false
}

// addsIn returns the calls that add one element to a list, in loop l or in the whole method where it is negative. one is false where something
// in it may add more than one: a loop inside, or a call that is given others or the list.
func (m *Method) addsIn(list ssa.ID, l int) (adds []ssa.ID, one bool) {
	f := m.Func()
	for v, c := range m.Calls() {
		at := slices.IndexFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, list) })
		if at < 0 || !m.InLoop(v, l) {
			continue
		}
		switch receives := at == 0 && f.Values[v].Op != classfile.OpInvokestatic && !m.Engine.own(c.Class); {
		case !receives && m.Engine.own(c.Class) || strings.HasPrefix(c.Name, "addAll"):
			return nil, false
		case receives && strings.HasPrefix(c.Name, "add"):
			if m.LoopOf(v) != l {
				return nil, false
			}
			adds = append(adds, v)
		}
	}
	return adds, true
}

// addsAgain reports whether one iteration of loop l, or one call of the method, can come from an addition to another one.
func (m *Method) addsAgain(add ssa.ID, adds []ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	stays := func(e *cfg.Edge) bool {
		return withoutException(e) && (l < 0 || g.InLoop(int(e.To), l) && e.To != g.Loops[l].Header)
	}
	for b := range m.blocksFrom(f.Values[add].Block, stays) {
		if slices.ContainsFunc(adds, func(a ssa.ID) bool { return a != add && f.Values[a].Block == b }) {
			return true
		}
	}
	return false
}

// limitsSize reports whether block b ends with a test of the size of a list, after both answers of which loop l goes on, and the removal runs only
// where the list has at least a constant of few elements.
func (m *Method) limitsSize(b int, list ssa.ID, removal, l int, most int64) bool {
	f, g := m.Func(), m.Graph()
	test := f.At(g.Blocks[b].Last)
	if test == 0 || l >= 0 && !g.InLoop(b, l) || f.Values[test].Op < classfile.OpIfIcmpeq || f.Values[test].Op > classfile.OpIfIcmple {
		return false
	}
	args := f.Args(test)
	size, limit, less := args[0], args[1], outcome(1)
	if f.Values[size].Kind == ssa.Int {
		size, limit, less = limit, size, outcome(4)
	}
	if x := &f.Values[limit]; x.Kind != ssa.Int || x.Aux < 1 || x.Aux > most || !m.IsCall(size, "size", "()I") || !m.Same(f.Args(size)[0], list) {
		return false
	}
	succs := g.Blocks[b].Succs
	if slices.ContainsFunc(succs, func(e cfg.Edge) bool { return l >= 0 && !g.InLoop(int(e.To), l) }) {
		return false
	}
	return slices.ContainsFunc(succs, func(e cfg.Edge) bool {
		o := m.outcomeOf(test, e.Kind == cfg.Taken)
		return withoutException(&e) && o != 0 && o&less == 0 && m.onlyBy(&e, removal)
	})
}
