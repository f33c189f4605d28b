package absint

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A stream is used once: each of its stages sees each element at most once. So a stage is priced where it is made, with
// what it does to all elements of the stream before it; that a later one ends early is not counted on.

// streamElements is how many elements a stream has at most, by how it was made. ok is false where that does not say.
func (m *method) streamElements(v ssa.ID, depth int) (s Size, ok bool) {
	f := m.f
	x := &f.Values[v]
	if !f.IsCall(v) || depth > maxDepth/2 {
		return s, false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	if !platform.InStreams(platform.ClassName(classfile.Return(mem.Desc))) {
		return s, false
	}
	if x.Op == classfile.OpInvokestatic {
		return m.streamOf(mem, args, depth)
	}
	switch {
	case platform.InStreams(mem.Class):
		s = m.elements(args[0], depth+1)
		if mem.Name == "limit" {
			if q := m.bound(args[1], true, 0); q.ok() && len(q.conds) == 0 {
				s = Min(s, m.clamp(q.size, anywhere))
			}
			return s, !s.bad
		}
		return s, platform.SameSizeStages.Named(mem.Name)
	case (mem.Name == "stream" || mem.Name == "parallelStream") && mem.Desc == platform.StreamDesc && m.sized(mem.Class):
		return m.elements(args[0], depth+1), true
	case (mem.Name == "chars" || mem.Name == "codePoints") && mem.Class == platform.StringClass:
		q := m.stringLength(args[0])
		return q.size, q.ok()
	}
	return s, false
}

// streamOf is the number of elements of a stream that a static method makes.
func (m *method) streamOf(mem classfile.Member, args []ssa.ID, depth int) (Size, bool) {
	between := func(from, to ssa.ID, more int64) (Size, bool) {
		lo, hi := m.bound(from, false, 0), m.bound(to, true, 0)
		if !lo.ok() || !hi.ok() || len(lo.conds)+len(hi.conds) > 0 {
			return Size{}, false
		}
		n := m.clamp(hi.size.Sub(lo.size).AddInt(more), anywhere)
		return n, !n.bad
	}
	length := func(v ssa.ID) (Size, bool) {
		if q := m.length(v, 0); q.ok() && len(q.conds) == 0 {
			s := m.eliminate(q.size, true, anywhere)
			return s, !s.bad
		}
		return m.largestLength(v), true
	}
	stream := platform.InStreams(mem.Class)
	switch {
	case platform.ElementStream.Has(mem) && len(args) == 1, stream && mem.Name == "of" && strings.HasPrefix(mem.Desc, "(["):
		return length(args[0])
	case platform.ElementStream.Has(mem) && len(args) == 3:
		return between(args[1], args[2], 0)
	case !stream:
	case mem.Name == "range":
		return between(args[0], args[1], 0)
	case mem.Name == "rangeClosed":
		return between(args[0], args[1], 1)
	case mem.Name == "of" || mem.Name == "ofNullable":
		return Const(1), true
	case mem.Name == "empty":
		return Size{}, true
	case mem.Name == "concat":
		s := m.elements(args[0], depth+1).Add(m.elements(args[1], depth+1))
		return s, !s.bad
	}
	return Size{}, false
}

// collector returns the calls of the functions that a collector is made of, each for an element of the stream at most once.
// ok is false where it is not made by Collectors in this method, where a collection that it makes has code of the program,
// and of flatMapping, which gives another collector more elements.
func (a *Resolver) collector(s *callSummary, site *callSite, v ssa.ID, depth int) (out []callSite, ok bool) {
	f := s.m.f
	if x := &f.Values[v]; !f.IsCall(v) || x.Op != classfile.OpInvokestatic || depth > 6 {
		return nil, false
	}
	mem, _ := f.Member(v)
	if mem.Class != platform.Collectors || mem.Name == "flatMapping" {
		return nil, false
	}
	i := 0
	ok = true
	classfile.EachParam(mem.Desc, func(t string) {
		arg := f.Args(v)[i]
		i++
		class := platform.ClassName(t)
		called, functional := platform.CollectorFunction(class)
		switch {
		case class == platform.Collector:
			more, known := a.collector(s, site, arg, depth+1)
			if out, ok = append(out, more...), ok && known; mem.Name == "partitioningBy" { // of each part, if it is empty, too
				out = append(out, more...)
			}
		case functional:
			called.Class = class
			c := a.callback(s, site, arg, called)
			ok = ok && !(class == platform.Supplier && a.suppliesOwn(&c))
			out = append(out, c)
		case t[0] == 'L' && class != platform.CharSequence:
			ok = false
		}
	})
	return out, ok
}

// suppliesOwn says whether a call of a supplier may return an object of a class of the program, as far as its code is known.
func (a *Resolver) suppliesOwn(c *callSite) (own bool) {
	if a.OpenWorld {
		return false
	}
	supplies := func(t *classfile.Method) {
		b := a.body(t)
		own = own || t.Name == "<init>" || b.err != nil
		if own {
			return
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				if x := &b.f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpAreturn {
					made := b.f.Args(v)[0]
					for b.f.Values[made].Kind == ssa.Instr && b.f.Values[made].Op == classfile.OpCheckcast {
						made = b.f.Args(made)[0]
					}
					own = own || a.Hierarchy.Analysed(platform.ClassName(b.f.Static(made)))
				}
			}
		}
	}
	a.eachBody(supplies, c.lambdas...)
	for _, t := range c.targets {
		if a.Hierarchy.Analysed(t.Class.Name) {
			supplies(t)
		}
	}
	return own
}

// keepsFunction says whether a method gives a stream that runs a function later, for its elements: what its own code costs
// is not what it makes others cost.
func keepsFunction(m classfile.Member) bool {
	return platform.InStreams(m.Class) && strings.HasSuffix(classfile.Return(m.Desc), "Stream;") &&
		platform.MentionsFunctionPackage(m.Desc)
}

// ownStream says whether a stream was made in this method, by code that shows all that it does: then what its elements
// run is priced in this method, and nowhere else.
func (a *Resolver) ownStream(s *callSummary, v ssa.ID, depth int) bool {
	f := s.m.f
	x := &f.Values[v]
	if depth > maxDepth || !f.IsCall(v) {
		return false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case x.Op == classfile.OpInvokestatic:
		return platform.ElementStream.Has(mem) ||
			platform.InStreams(mem.Class) && (mem.Name == "range" || mem.Name == "rangeClosed" || mem.Name == "empty")
	case platform.InStreams(mem.Class):
		return platform.OwnStages.Named(mem.Name) && a.ownStream(s, args[0], depth+1)
	case mem.Name == "stream" && mem.Desc == platform.StreamDesc:
		made := &f.Values[args[0]]
		class := platform.ClassName(f.Static(args[0]))
		return made.Kind == ssa.Instr && made.Op == classfile.OpNew && platform.IsPlatform(class) && !a.Hierarchy.Analysed(class)
	}
	return false
}

// ownStage says whether a call makes such a stream, or is one of it and its model has all that it calls back.
func (a *Resolver) ownStage(s *callSummary, site *callSite) bool {
	switch {
	case a.Library == nil || site.callback || site.value == 0 || len(site.args) == 0 || !s.m.f.IsCall(site.value):
		return false
	case site.member.Name == "stream" || s.m.f.Values[site.value].Op == classfile.OpInvokestatic:
		return a.ownStream(s, site.value, 0)
	case !platform.InStreams(site.member.Class):
		return false
	}
	functions := 0
	for _, t := range classfile.Params(site.member.Desc) {
		if t[0] == 'L' && t != "Ljava/lang/Object;" {
			functions++
		}
	}
	_, callbacks := a.Library.Calls(site.member)
	return platform.OwnStages.Named(site.member.Name) && functions == len(callbacks) && len(callbacks) == len(site.callbacks) && a.ownStream(s, site.args[0], 0)
}
