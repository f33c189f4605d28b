package callees

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
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

// facade says whether a model knows a static method of a library by the class that is named, and not by the one that
// declares it: Kotlin's CollectionsKt inherits its functions from classes whose names are nobody's business.
func (a *Resolver) facade(named classfile.Member, declared *classfile.Method) bool {
	if !declared.Static() || named.Class == declared.Class.Name || a.Hierarchy.Analysed(declared.Class.Name) {
		return false
	}
	inherited := named
	inherited.Class = declared.Class.Name
	return a.Modelled(named) && !a.Modelled(inherited)
}

// fill takes over where a dispatch leads.
func (a *Resolver) fill(c *CallSite, d *callgraph.Dispatch) {
	named := c.Member
	c.Owner, c.Direct = named.Class, d.Direct
	if d.Resolved != nil && !a.facade(named, d.Resolved) {
		c.Member.Class = d.Resolved.Class.Name
	}
	for _, m := range []classfile.Member{named, c.Member} {
		if a.Stated(m) { // wherever it leads
			c.Member, c.Library = m, true
			return
		}
	}
	if elements := arrayOwner(named.Class); elements != "" && named.Name == "clone" {
		c.Member.Class = elements // it copies all of them, as Object.clone does of no other object
	}
	c.Incomplete = !d.Complete
	r := a.targetSetOf(d)
	external := r.external != nil || !d.Complete && (!a.Hierarchy.Analysed(named.Class) || d.Resolved != nil && !a.Hierarchy.Analysed(d.Resolved.Class.Name))
	if d.Direct {
		c.Body = r.external
	}
	c.Stated, c.Library = r.stated, external
	if r.many > 0 {
		c.Unknown = fmt.Sprintf("any of %d "+expr.ManyMayRun, r.many)
		return
	}
	c.Targets, c.Lambdas = r.targets, d.Lambdas
	if !d.Direct {
		c.Route = r
	}
	if r.native {
		c.Unknown = "it runs native code"
	}
	if !d.Complete && !external {
		c.Unknown = fmt.Sprintf("code that was not analysed may override it (through %s)", classfile.External(d.Open))
	}
}

// arrayOwner is the name under which models know the methods of an array: int[], and java/lang/Object[] for all arrays of
// references; empty where the class is no array.
func arrayOwner(class string) string {
	switch {
	case len(class) < 2 || class[0] != '[':
		return ""
	case len(class) == 2:
		return classfile.JavaType(class)
	}
	return "java/lang/Object[]"
}

// heirs is a class of the program by itself, and nothing for a class of a library: that may be any other one, too.
func (a *Resolver) heirs(class string) []string {
	if a.OpenWorld || !a.Hierarchy.Analysed(class) {
		return nil
	}
	return []string{class}
}
