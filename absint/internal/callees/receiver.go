package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// resolve finds where a virtual or interface call can go: by what is known of the object, else by the class hierarchy.
func (a *Resolver) resolve(s *Summary, c *CallSite, op classfile.Op) {
	d := a.Hierarchy.Dispatch(s.M.Fn.Method.Class, op, c.Member.Class, c.Member.Name, c.Member.Desc)
	hops := objectflow.MaxDepth
	if a.OpenWorld || d.Complete && len(d.Targets)+len(d.Lambdas) <= 1 { // it could not go to fewer
		hops = 0
	}
	if ks, ok := s.follower.Objects(s.Body, c.Args[0], c.Member.Class, hops, false); ok && a.ResolveKinds(s, c, ks, maxChosen(d)) {
		return
	}
	named := c.Member.Class
	a.fill(c, d)
	if c.Library {
		c.Subclasses = a.heirs(named)
	}
}

// maxChosen is how many methods a call may be narrowed down to. One that could go anywhere is not worth following into
// dozens: each of them adds to the recursion that everything is part of.
func maxChosen(d *callgraph.Dispatch) int {
	if len(d.Targets)+len(d.Lambdas) > MaxFollowed {
		return objectflow.MaxOrigins
	}
	return MaxFollowed
}

// ResolveKinds is the call on an object that is one of some kinds. ok is false where one of them says no more than the
// call does, or together they lead to more methods than most; then nothing has been changed.
func (a *Resolver) ResolveKinds(s *Summary, c *CallSite, ks []objectflow.AbstractObject, most int) (ok bool) {
	to := *c
	library := ""
	exact, here := true, madeNow(s.M, c.Args[0])
	for _, k := range ks {
		if k.Lambda != nil {
			if !k.Lambda.Implements(c.Member.Name, c.Member.Desc) {
				return false
			}
			to.Lambdas, to.Made = append(to.Lambdas, k.Lambda), append(to.Made, k.Made)
			here = here && k.In == c.in
			continue
		}
		one, ok := a.resolveKind(c, k)
		if !ok || (len(ks) > 1 || !k.Exact) && one.Unknown != "" {
			return false
		}
		if one.Library {
			if library != "" && (library != one.Member.Class || one.Body != to.Body) {
				return false // two models
			}
			library = one.Member.Class
			a.addModel(&to, &one, k)
		}
		exact = exact && k.Exact
		if len(ks) == 1 {
			to = one
			break
		}
		here = here && len(one.Lambdas) == 0
		to.addTargets(&one)
	}
	if len(to.Targets)+len(to.Lambdas) > most {
		return false
	}
	if !here {
		to.Made = nil
	}
	to.Owner, to.Exact, to.Direct = c.Member.Class, exact, exact
	*c = to
	return true
}

// resolveKind is call c on an object of one kind that is no lambda. ok is false where the kind says no more than the call
// does, and where not all methods are known that can run.
func (a *Resolver) resolveKind(c *CallSite, k objectflow.AbstractObject) (one CallSite, ok bool) {
	if !k.Exact && (k.Class == c.Member.Class || a.OpenWorld || a.runsTooMany(k, c.Member)) {
		return one, false
	}
	d := a.Dispatch(k, c.Member)
	if d == nil || !k.Exact && !d.Complete {
		return one, false
	}
	one = *c
	a.fill(&one, d)
	return one, true
}

// addModel makes call to one of library code, as one is on an object of kind k. Both get the classes of the program that
// the object may be of, which are those of all kinds so far.
func (a *Resolver) addModel(to, one *CallSite, k objectflow.AbstractObject) {
	to.Library, to.Member, to.Direct, to.Body = true, one.Member, one.Direct, one.Body
	switch {
	case !k.Exact:
		to.Subclasses = append(to.Subclasses, a.heirs(k.Class)...)
	case a.Hierarchy.Analysed(k.Class):
		to.Subclasses = append(to.Subclasses, k.Class)
	}
	one.Subclasses = to.Subclasses
}

// addTargets adds the methods, lambdas and stated costs that one can lead to.
func (c *CallSite) addTargets(one *CallSite) {
	c.Stated = append(c.Stated, one.Stated...)
	c.Lambdas = append(c.Lambdas, one.Lambdas...)
	for _, t := range one.Targets {
		if !slices.Contains(c.Targets, t) {
			c.Targets = append(c.Targets, t)
		}
	}
}

// runsTooMany reports whether a call on an object of a class or one below it can run so many methods that they are not followed,
// without looking at all of them.
func (a *Resolver) runsTooMany(k objectflow.AbstractObject, mem classfile.Member) bool {
	if k.Class == "" || a.Stated(mem) {
		return false
	}
	return a.Hierarchy.RunsMany(k.Class, mem.Name, mem.Desc, MaxFollowed, func(m *classfile.Method) bool {
		return a.Hierarchy.Analysed(m.Class.Name) && m.Access&classfile.AccNative == 0 && !a.Stated(m.Member())
	})
}

// madeNow says whether whatever a value is was made when the value was: not in an earlier iteration or another call, of
// which a loop, a field or a parameter may keep it. What it was made with is what the operands are now then.
func madeNow(m *symval.Func, v ssa.ID) bool {
	seen := map[ssa.ID]bool{}
	var now func(v ssa.ID) bool
	now = func(v ssa.ID) bool {
		v = m.Uncast(v)
		x := &m.Fn.Values[v]
		switch {
		case v == 0:
			return false
		case seen[v] || m.Fn.IsNull(v):
			return true
		case x.Kind == ssa.Phi:
			seen[v] = true
			return m.CFG.Blocks[x.Block].Region < 0 && m.LoopHeadedBy(int(x.Block)) < 0 &&
				!slices.ContainsFunc(m.Fn.Args(v), func(w ssa.ID) bool { return !now(w) })
		}
		return x.Kind == ssa.Instr && (x.Op == classfile.OpInvokedynamic || x.Op == classfile.OpNew)
	}
	return now(v)
}
