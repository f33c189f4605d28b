package callees

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Virtual calls: the targets by what the object flow analysis knows of the receiver, otherwise by the class hierarchy.
//
// Sound because a set of receiver objects replaces the class hierarchy's targets only if it is complete.

// resolve sets the targets of a virtual or interface call.
func (a *Resolver) resolve(s *Summary, c *CallSite, op classfile.Op) {
	if c.Member.Class == platform.ObjectClass && !c.IsCallback { // compilers before javac 18 name Object where the receiver is of an interface
		c.Member.Class = a.typeOf(s, c.Args[0], c.Member.Class)
		op = a.virtualOp(c.Member.Class)
	}
	d := a.Hierarchy.Dispatch(s.M.Fn.Method.Class, op, c.Member.Class, c.Member.Name, c.Member.Desc)
	depth := objectflow.MaxDepth
	if a.OpenWorld || d.Complete && len(d.Targets)+len(d.Lambdas) <= 1 { // no smaller target set exists
		depth = 0
	}
	ks, ok := s.objects.Objects(s.Body, c.Args[0], c.Member.Class, depth, false)
	if ok && a.ResolveObjects(s, c, ks, maxChosen(d)) {
		return
	}
	named := c.Member.Class
	a.setTargets(c, d)
	if ok && a.allMissing(ks) {
		c.Targets, c.Route = nil, nil
	}
	if c.Library && !a.OpenWorld && !strings.HasPrefix(named, "[") {
		c.Receivers = []string{named}
	}
	if t := platform.ToString; c.Library && c.Incomplete && c.Member.Class == t.Class && c.Member.Name == t.Name && c.Member.Desc == t.Desc && !strings.HasPrefix(s.M.Fn.Static(c.Args[0]), "[") {
		c.anySubtype(named)
	}
}

// allMissing reports whether all objects are exactly of classes that are known by name only: no application code below them runs.
func (a *Resolver) allMissing(ks []objectflow.AbstractObject) bool {
	return len(ks) > 0 && !slices.ContainsFunc(ks, func(k objectflow.AbstractObject) bool {
		return !k.Exact || k.Lambda != nil || k.Class == "" || a.Hierarchy.Lookup(k.Class) != nil
	})
}

// anySubtype makes c a call whose targets are not known because its receiver may be of any subtype of class. Every class
// has a toString: the cost of all would be useless, and recursive, and that of Object's is none of them.
func (c *CallSite) anySubtype(class string) {
	c.Owner, c.Member.Class = class, class
	c.Targets, c.Route, c.Lambdas, c.LambdaValues, c.Stated, c.Library = nil, nil, nil, nil, nil, false
	c.Unknown = fmt.Sprintf("it may be of any subtype of %s", classfile.External(class))
}

// virtualOp returns the instruction that calls a method of a class or an interface.
func (a *Resolver) virtualOp(class string) classfile.Op {
	if k := a.Hierarchy.Lookup(class); k != nil && !k.IsInterface() {
		return classfile.OpInvokevirtual
	}
	return classfile.OpInvokeinterface
}

// maxChosen returns the number of targets that a set of receiver objects may have to replace the targets of a dispatch.
// If the dispatch has too many targets to be followed, only a few are allowed: each adds to the recursion that contains
// the call.
func maxChosen(d *callgraph.Dispatch) int {
	if len(d.Targets)+len(d.Lambdas) > MaxFollowed {
		return objectflow.MaxOrigins
	}
	return MaxFollowed
}

// ResolveObjects sets the targets of a call on an object that is one of ks. ok is false if an object determines no
// targets, if two library models are possible, or if there are more than most targets; c is unchanged then.
func (a *Resolver) ResolveObjects(s *Summary, c *CallSite, ks []objectflow.AbstractObject, most int) (ok bool) {
	to := *c
	library := ""
	exact, here := true, s.M.MadeNow(c.Args[0])
	for _, k := range ks {
		if k.Lambda != nil {
			if !k.Lambda.Implements(c.Member.Name, c.Member.Desc) {
				return false
			}
			to.Lambdas, to.LambdaValues = append(to.Lambdas, k.Lambda), append(to.LambdaValues, k.Made)
			here = here && k.In == c.in
			continue
		}
		one, ok := a.resolveObject(c, k)
		if !ok || (len(ks) > 1 || !k.Exact) && one.Unknown != "" {
			return false
		}
		if one.Library {
			if library != "" && (library != one.Member.Class || one.Body != to.Body) {
				return false // two models may apply
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
		to.LambdaValues = nil
	}
	to.Owner, to.Exact, to.Direct = c.Member.Class, exact, exact
	*c = to
	return true
}

// resolveObject returns call c on object k, which is no lambda. ok is false if k is not more precise than the static
// type, or if its targets are not complete.
func (a *Resolver) resolveObject(c *CallSite, k objectflow.AbstractObject) (one CallSite, ok bool) {
	if !k.Exact && (k.Class == c.Member.Class || a.OpenWorld || a.exceedsMaxFollowed(k, c.Member)) {
		return one, false
	}
	d := a.Dispatch(k, c.Member)
	if d == nil || !k.Exact && !d.Complete {
		return one, false
	}
	one = *c
	a.setTargets(&one, d)
	return one, true
}

// addModel makes to a library call like one, whose receiver is k. Both get the classes of all receivers so far.
func (a *Resolver) addModel(to, one *CallSite, k objectflow.AbstractObject) {
	to.Library, to.Member, to.Direct, to.Body = true, one.Member, one.Direct, one.Body
	if k.Exact && a.Hierarchy.Analysed(k.Class) || !k.Exact && !a.OpenWorld {
		to.Receivers = append(to.Receivers, k.Class)
	}
	one.Receivers = to.Receivers
}

// exceedsMaxFollowed reports whether a call on an object of class k.Class or a subclass can run more than MaxFollowed
// methods, without visiting all of them.
func (a *Resolver) exceedsMaxFollowed(k objectflow.AbstractObject, mem classfile.Member) bool {
	if k.Class == "" || a.Stated(mem) {
		return false
	}
	return a.Hierarchy.RunsMany(k.Class, mem.Name, mem.Desc, MaxFollowed, func(m *classfile.Method) bool {
		return a.Hierarchy.Analysed(m.Class.Name) && m.Access&classfile.AccNative == 0 && !a.Stated(m.Member())
	})
}

// isFacade reports whether a model names a library method by the class in the call instead of the declaring class: Kotlin's
// CollectionsKt inherits its functions from internal classes, and EnumSet's methods are AbstractCollection's or of classes that
// nobody names. Sound because no class of the program is below that class, so that the model is of all objects that it can have.
func (a *Resolver) isFacade(named classfile.Member, declared *classfile.Method) bool {
	if named.Class == declared.Class.Name || a.Hierarchy.Analysed(declared.Class.Name) {
		return false
	}
	if !declared.Static() {
		return a.Modelled(named) && !a.mayBeExtended(named.Class)
	}
	inherited := named
	inherited.Class = declared.Class.Name
	return a.Modelled(named) && !a.Modelled(inherited)
}

// setTargets sets the targets of c from dispatch d.
func (a *Resolver) setTargets(c *CallSite, d *callgraph.Dispatch) {
	named := c.Member
	c.Owner, c.Direct = named.Class, d.Direct
	if d.Resolved != nil && !a.isFacade(named, d.Resolved) {
		c.Member.Class = d.Resolved.Class.Name
	}
	for _, m := range []classfile.Member{named, c.Member} {
		if a.Stated(m) { // whatever its targets are
			c.Member, c.Library = m, true
			return
		}
	}
	if elements := progdb.ArrayOwner(named.Class); elements != "" && named.Name == "clone" {
		c.Member.Class = elements // clone of an array copies all elements
	}
	c.Incomplete = !d.Complete
	r := a.targetSetOf(d)
	external := r.external != nil || !d.Complete && (!a.Hierarchy.Analysed(named.Class) || d.Resolved != nil && !a.Hierarchy.Analysed(d.Resolved.Class.Name))
	if d.Direct {
		c.Body = r.external
	}
	c.Stated, c.Library = r.stated, external
	if r.excess > 0 {
		c.Unknown = manyMayRun(r.excess)
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

// manyMayRun returns the reason for a call of n methods, which are not followed.
func manyMayRun(n int) string { return fmt.Sprintf("any of %d "+expr.ManyMayRun, n) }

// appSubclasses returns the application classes that extend or implement a library class.
func (a *Resolver) appSubclasses(class string) []string {
	if a.OpenWorld || !a.Hierarchy.Analysed(class) {
		return nil
	}
	return []string{class}
}
