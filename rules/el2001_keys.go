package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// mapViews are the methods of maps that show keys, values or both.
var mapViews = append([]string{"keys", "values", "elements", "entrySet"}, keySets...)

// mostKeys is of how many calls of next a key may come.
const mostKeys = 16

// taken returns the calls that take what v may be from iterators; nil where it may be something else but null.
func (m *Method) taken(v ssa.ID) (nexts []ssa.ID) {
	f := m.Func()
	w := visit(v)
	for v := range w.all() {
		v = m.Strip(v)
		switch x := &f.Values[v]; {
		case len(w.seen) > mostKeys:
			return nil
		case x.Kind == ssa.Phi:
			w.add(f.Args(v)...)
		case m.iteratedOver(v) != 0:
			nexts = append(nexts, v)
		case v != 0 && !f.IsNull(v):
			return nil
		}
	}
	return nexts
}

// iteratedOver returns the collection, or the enumeration of a map's keys, that v is an element of, which an iterator gave; 0 where v is none.
func (m *Method) iteratedOver(v ssa.ID) ssa.ID {
	f := m.Func()
	switch {
	case v == 0:
	case m.IsCall(v, "next", "()Ljava/lang/Object;"):
		if it := m.Strip(f.Args(v)[0]); m.IsCall(it, "iterator", "()Ljava/util/Iterator;") {
			return m.Strip(f.Args(it)[0])
		}
	case m.IsCall(v, "nextElement", "()Ljava/lang/Object;"):
		return m.Strip(f.Args(v)[0])
	case f.IsCallTo(v, kotlinCollections, "first") && len(f.Args(v)) == 1:
		return m.Strip(f.Args(v)[0])
	}
	return 0
}

// takenFrom returns the collections of a map, keys or entries as of says, of which what v is comes in each way there, and what repeats the call
// of get that is given it: a loop that takes the next one, or, where the method takes one alone, what repeats that. ok is false where they are
// not all of the map.
func (m *Method) takenFrom(get, v, of ssa.ID, from func(f *ssa.Func, collection ssa.ID) bool) (collections ssa.ID, r repetition, ok bool) {
	f := m.Func()
	nexts := m.taken(v)
	r.loop = -1
	for _, n := range nexts {
		c := m.iteratedOver(n)
		if !from(f, c) || !m.showsOf(c, of) {
			return 0, r, false
		}
		if l := m.LoopOf(n); l >= 0 && m.Iterates(get, l) {
			if m.IsCall(n, "nextElement", "") && m.altersIn(of, l, mapViews...) || m.givenBetween(n, get, of) || m.changedBetween(n, get, of) {
				return 0, r, false // an iterator throws where an enumeration goes on
			}
			r.loop = l
		}
		collections = c
	}
	if len(nexts) == 0 || r.loop >= 0 {
		return collections, r, len(nexts) > 0
	}
	if m.LoopOf(get) >= 0 || slices.ContainsFunc(nexts, func(n ssa.ID) bool { return m.LoopOf(n) >= 0 || m.changedBetween(n, get, of) }) {
		return 0, r, false
	}
	r, ok = m.recurs(get)
	return collections, r, ok
}

// partsOfMaps are the methods of sorted maps that show a part of their entries, or all of them in another order.
var partsOfMaps = []string{"headMap", "tailMap", "subMap", "descendingMap"}

// showsOf reports whether a collection that a method of a map shows is of a map, or of a part of it.
func (m *Method) showsOf(shown, of ssa.ID) bool {
	f := m.Func()
	shows := m.Strip(f.Args(shown)[0])
	for range 4 {
		if m.Same(shows, of) {
			return true
		}
		if c, _ := f.Member(shows); !f.IsCall(shows) || !slices.Contains(partsOfMaps, c.Name) || m.Engine.own(c.Class) {
			return false
		}
		shows = m.Strip(f.Args(shows)[0])
	}
	return false
}

// changedBetween reports whether a method of a map, or of an iterator, that may change the map is called between two instructions.
func (m *Method) changedBetween(from, to, of ssa.ID) bool {
	f := m.Func()
	for v, c := range m.Calls("put", "putAll", "putIfAbsent", "remove", "clear", "replace", "replaceAll", "compute", "computeIfAbsent", "computeIfPresent", "merge") {
		if x := &f.Values[v]; x.PC > f.Values[from].PC && x.PC < f.Values[to].PC && x.Op != classfile.OpInvokestatic && (m.Same(f.Args(v)[0], of) || c.Desc == "()V") {
			return true
		}
	}
	return false
}

// sameElements are stages of a stream that leave elements out, but make none.
var sameElements = []string{"filter", "distinct", "limit", "skip", "peek", "takeWhile", "dropWhile", "unordered", "parallel", "sequential"}

// streamed returns the collection whose elements a stream has, or some of them, else v.
func (m *Method) streamed(v ssa.ID) ssa.ID {
	f := m.Func()
	v = m.Strip(v)
	for at := v; f.IsCall(at); at = m.Strip(f.Args(at)[0]) {
		c, _ := f.Member(at)
		switch {
		case (c.Name == "stream" || c.Name == "parallelStream") && c.Desc == "()L"+streamClass+";":
			return m.Strip(f.Args(at)[0])
		case c.Class != streamClass || !slices.Contains(sameElements, c.Name):
			return v
		}
	}
	return v
}

// givenBetween reports whether a method of the program that gets a map, or reads its field, runs between two instructions: it may put another value
// under the key, which not every map shows in the entry.
func (m *Method) givenBetween(from, to, of ssa.ID) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		if x := &f.Values[v]; x.PC > f.Values[from].PC && x.PC < f.Values[to].PC && m.Engine.own(c.Class) && m.touches(v, of) {
			return true
		}
	}
	return false
}
