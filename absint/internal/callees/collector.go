package callees

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Collectors and local streams: the functions that run when a stream created in the same method is consumed.
//
// Sound because a stream or a collector of unknown origin is not resolved, and its call has no price.

// collector returns the calls of the functions of a collector, each executed at most once for each element. ok is false
// if it is not created by Collectors or Collector.of in this method, if it fills an application collection or one in an order of the
// application, and for flatMapping,
// which passes on more elements than it gets.
func (a *Resolver) collector(s *Summary, site *CallSite, v ssa.ID, depth int) (out []CallSite, ok bool) {
	f := s.M.Fn
	if x := &f.Values[v]; !f.IsCall(v) || x.Op != classfile.OpInvokestatic || depth > 6 {
		return nil, false
	}
	mem, _ := f.Member(v)
	made := mem.Class == platform.Collector // of functions that alone touch the container
	if !made && mem.Class != platform.Collectors || mem.Name == "flatMapping" {
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
			if out, ok = append(out, more...), ok && known; mem.Name == "partitioningBy" { // it finishes both parts, even an empty one
				out = append(out, more...)
			}
		case functional:
			called.Class = class
			c := a.callback(s, site, arg, called)
			ok = ok && (made || !(class == platform.Supplier && a.mayReturnOwn(&c)))
			out = append(out, c)
		case t[0] == 'L' && class != platform.CharSequence && class != platform.ObjectClass: // the identity of reducing
			ok = false
		}
	})
	return out, ok
}

// mayReturnOwn reports whether a supplier may return an object of an application class, or a collection with a comparator.
func (a *Resolver) mayReturnOwn(c *CallSite) (own bool) {
	if a.OpenWorld {
		return false
	}
	supplies := func(t *classfile.Method) {
		b := a.Body(t)
		own = own || t.Name == "<init>" || b.Err != nil
		if own {
			return
		}
		for v := range b.Returned() {
			made := b.F.Uncast(v)
			class := platform.ClassName(b.F.Static(made))
			own = own || a.Hierarchy.Analysed(class) || platform.FindsByOrder.Has(class) && !progdb.MadeInNaturalOrder(b, made)
		}
	}
	a.EachBody(supplies, c.Lambdas...)
	for _, t := range c.Targets {
		if a.Hierarchy.Analysed(t.Class.Name) {
			supplies(t)
		}
	}
	return own
}

// isLocalStream reports whether a stream was created in this method by stages whose functions are all priced here.
func (a *Resolver) isLocalStream(s *Summary, v ssa.ID, depth int) bool {
	f := s.M.Fn
	x := &f.Values[v]
	if depth > symval.MaxDepth || !f.IsCall(v) {
		return false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case x.Op == classfile.OpInvokestatic:
		return platform.ElementStream.Has(mem) ||
			platform.InStreams(mem.Class) && (mem.Name == "range" || mem.Name == "rangeClosed" || mem.Name == "empty")
	case platform.InStreams(mem.Class):
		return platform.OwnStages.Named(mem.Name) && a.isLocalStream(s, args[0], depth+1)
	case mem.Name == "stream" && mem.Desc == platform.StreamDesc:
		made := &f.Values[args[0]]
		class := platform.ClassName(f.Static(args[0]))
		return made.Kind == ssa.Instr && made.Op == classfile.OpNew && platform.IsPlatform(class) && !a.Hierarchy.Analysed(class)
	}
	return false
}

// isLocalStage reports whether a call creates a local stream, or is a stage of one whose model declares all its
// callbacks.
func (a *Resolver) isLocalStage(s *Summary, site *CallSite) bool {
	switch {
	case a.Library == nil || site.IsCallback || site.Value == 0 || len(site.Args) == 0 || !s.M.Fn.IsCall(site.Value):
		return false
	case site.Member.Name == "stream" || s.M.Fn.Values[site.Value].Op == classfile.OpInvokestatic:
		return a.isLocalStream(s, site.Value, 0)
	case !platform.InStreams(site.Member.Class):
		return false
	}
	functions := 0
	for _, t := range classfile.Params(site.Member.Desc) {
		if t[0] == 'L' && t != "Ljava/lang/Object;" {
			functions++
		}
	}
	_, callbacks := a.Library.Calls(site.Member)
	return platform.OwnStages.Named(site.Member.Name) && functions == len(callbacks) && len(callbacks) == len(site.Callbacks) && a.isLocalStream(s, site.Args[0], 0)
}
