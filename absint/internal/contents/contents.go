// Package contents tells what the collections and maps that a method makes hold: what the method puts into them, as in
//
//	for (Order o : orders) groups.computeIfAbsent(o.customer(), k -> new ArrayList<>()).add(o);
//
// where the lists of groups are new and the list orders is none of them.
//
// Sound because the method makes the collection and gives it to no other code (OwnedHere), because each call on it, on its views and on its
// iterators puts nothing into it, or what it is given, or the result of a function, and because an object that is made after the last time that a
// value was computed is not that value.
package contents

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Apart reports whether a is made by the method, or taken out of a collection or map that holds only objects other than b, of which none is
// a view of b.
func Apart(m *code.Method, db *progdb.DB, a, b ssa.ID) bool {
	s := search{m: m, db: db, other: m.Root(b)}
	return s.apart(a)
}

// search is the question whether values are apart from one.
type search struct {
	m     *code.Method
	db    *progdb.DB
	other ssa.ID
	seen  []ssa.ID
}

// apart reports whether v is another object, or null.
func (s *search) apart(v ssa.ID) bool {
	f := s.m.Fn
	if f.IsNull(v) || f.Values[v].Type != 'a' || !s.m.Related(v, s.other) {
		return true
	}
	v = s.m.Root(v)
	switch {
	case v == s.other || len(s.seen) > code.MaxDepth:
		return false
	case slices.Contains(s.seen, v):
		return true // inductively: what else it may be decides
	}
	s.seen = append(s.seen, v)
	switch {
	case f.Values[v].Kind == ssa.Phi:
		return !slices.ContainsFunc(f.Args(v), func(w ssa.ID) bool { return !s.apart(w) })
	case s.m.Creates(v):
		return platform.InUtil(platform.ClassName(f.Static(v))) && s.later(v)
	}
	c := s.taken(v)
	return c != 0 && s.m.OwnedHere(c) && s.holdsApart(c)
}

// taken returns the collection or map that a call takes a value out of that it holds; 0 for another value.
func (s *search) taken(v ssa.ID) ssa.ID {
	mem, _ := s.m.Fn.Member(v)
	x := &s.m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface || x.Type != 'a' || !platform.IsPlatform(mem.Class) || !platform.ReturningHeld.Named(mem.Name) {
		return 0
	}
	c := s.m.Uncast(s.m.Fn.Args(v)[0]) // a view may be of the keys
	switch s.m.Family(c) {
	case code.ListFamily, code.SetFamily:
		return c
	}
	return 0
}

// holdsApart reports whether all that is put into a collection or map that the method makes is apart.
func (s *search) holdsApart(c ssa.ID) bool {
	f := s.m.Fn
	for _, b := range s.m.CFG.RPO {
		for _, u := range f.Body[b] {
			if op := f.Values[u].Op; !f.IsCall(u) || op == classfile.OpInvokestatic || op == classfile.OpInvokedynamic || s.m.Root(f.Args(u)[0]) != c {
				continue
			}
			if !s.putsApart(u) {
				return false
			}
		}
	}
	return true
}

// putsApart reports whether a call on a collection, a map, or a view or an iterator of it puts nothing into it that is not apart.
func (s *search) putsApart(u ssa.ID) bool {
	f := s.m.Fn
	mem, _ := f.Member(u)
	args := f.Args(u)
	last := args[len(args)-1]
	switch {
	case mem.Name == "<init>":
		return !slices.ContainsFunc(args[1:], func(a ssa.ID) bool { return f.Values[a].Type == 'a' })
	case platform.ReturningEntry.Named(mem.Name):
		return s.entryRead(u)
	case platform.HoldingArguments.Named(mem.Name):
		return !slices.ContainsFunc(args[1:], func(a ssa.ID) bool { return !s.apart(a) })
	case platform.HoldingLast.Named(mem.Name):
		return s.apart(last)
	case platform.HoldingResult.Named(mem.Name):
		return s.makes(u, last)
	}
	return platform.PuttingNothing.Named(mem.Name)
}

// entryRead reports whether no value is set in what an iterator returns, which may be an entry.
func (s *search) entryRead(next ssa.ID) bool {
	f := s.m.Fn
	return s.everyUse(next, func(u ssa.ID) bool {
		if f.Values[u].Kind != ssa.Instr || f.Values[u].Op != classfile.OpCheckcast {
			return false
		}
		switch family := s.m.Family(u); {
		case family == code.ListFamily || family == code.SetFamily:
			return true
		case !s.m.Fields.H.Related(platform.ClassName(f.Static(u)), platform.SimpleEntry):
			return true
		}
		return s.everyUse(u, func(w ssa.ID) bool {
			mem, _ := f.Member(w)
			return f.IsCall(w) && len(f.Args(w)) == 1 && platform.ReadingEntry.Named(mem.Name)
		})
	})
}

// everyUse reports whether ok holds for all instructions and phis that have v as an operand.
func (s *search) everyUse(v ssa.ID, ok func(u ssa.ID) bool) bool {
	f := s.m.Fn
	for u := range f.Values {
		if slices.Contains(f.Args(ssa.ID(u)), v) && !ok(ssa.ID(u)) {
			return false
		}
	}
	return true
}

// makes reports whether a function that call u runs returns only objects that it makes.
func (s *search) makes(u, function ssa.ID) bool {
	l := progdb.LambdaOf(s.m.Fn, s.m.Uncast(function))
	if l == nil || !s.later(u) {
		return false
	}
	if l.Body.Kind == classfile.RefNewInvokeSpecial {
		return platform.InUtil(l.Body.Member.Class)
	}
	d := s.db.Hierarchy.Body(l)
	return d.Complete && len(d.Lambdas) == 0 && !slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool { return !s.returnsMade(t) })
}

// returnsMade reports whether a method returns only objects that it makes.
func (s *search) returnsMade(t *classfile.Method) bool {
	body := s.db.Body(t)
	if body.Err != nil {
		return false
	}
	m := code.New(body, s.m.Fields)
	for v := range body.Returned() {
		if !made(&m, v) {
			return false
		}
	}
	return true
}

// made reports whether a value is an object of java.util that its method makes.
func made(m *code.Method, v ssa.ID) bool {
	v = m.Uncast(v)
	return m.Creates(v) && platform.InUtil(platform.ClassName(m.Fn.Static(v)))
}

// later reports whether each execution of v follows the last one that computes the other value.
func (s *search) later(v ssa.ID) bool {
	x, y := &s.m.Fn.Values[s.other], &s.m.Fn.Values[v]
	switch {
	case x.Kind == ssa.Param: // it is not computed again
		return true
	case !s.m.ComputedFirst(s.other, v):
		return false
	}
	leads := s.m.Before([]int32{x.Block}, func(*cfg.Edge) bool { return true })
	return !slices.ContainsFunc(s.m.CFG.Blocks[y.Block].Succs, func(e cfg.Edge) bool { return leads[e.To] })
}
