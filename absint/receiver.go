package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// resolve finds where a virtual or interface call can go: by what is known of the object, else by the class hierarchy.
func (a *Resolver) resolve(s *callSummary, c *callSite, op classfile.Op) {
	d := a.Hierarchy.Dispatch(s.m.f.Method.Class, op, c.member.Class, c.member.Name, c.member.Desc)
	hops := maxHops
	if a.OpenWorld || d.Complete && len(d.Targets)+len(d.Lambdas) <= 1 { // it could not go to fewer
		hops = 0
	}
	if ks, ok := s.follower.kinds(s.body, c.args[0], c.member.Class, hops, false); ok && a.resolveKinds(s, c, ks, maxChosen(d)) {
		return
	}
	named := c.member.Class
	a.fill(c, d)
	if c.library {
		c.heirs = a.heirs(named)
	}
}

// maxChosen is how many methods a call may be narrowed down to. One that could go anywhere is not worth following into
// dozens: each of them adds to the recursion that everything is part of.
func maxChosen(d *callgraph.Dispatch) int {
	if len(d.Targets)+len(d.Lambdas) > maxFollowed {
		return maxOrigins
	}
	return maxFollowed
}

// resolveKinds is the call on an object that is one of some kinds. ok is false where one of them says no more than the
// call does, or together they lead to more methods than most; then nothing has been changed.
func (a *Resolver) resolveKinds(s *callSummary, c *callSite, ks []kind, most int) (ok bool) {
	to := *c
	library := ""
	exact, here := true, s.m.madeNow(c.args[0])
	for _, k := range ks {
		if k.lambda != nil {
			if !k.lambda.Implements(c.member.Name, c.member.Desc) {
				return false
			}
			to.lambdas, to.made = append(to.lambdas, k.lambda), append(to.made, k.made)
			here = here && k.in == c.in
			continue
		}
		one, ok := a.resolveKind(c, k)
		if !ok || (len(ks) > 1 || !k.exact) && one.unknown != "" {
			return false
		}
		if one.library {
			if library != "" && (library != one.member.Class || one.body != to.body) {
				return false // two models
			}
			library = one.member.Class
			a.addModel(&to, &one, k)
		}
		exact = exact && k.exact
		if len(ks) == 1 {
			to = one
			break
		}
		here = here && len(one.lambdas) == 0
		to.addTargets(&one)
	}
	if len(to.targets)+len(to.lambdas) > most {
		return false
	}
	if !here {
		to.made = nil
	}
	to.owner, to.exact, to.direct = c.member.Class, exact, exact
	*c = to
	return true
}

// resolveKind is call c on an object of one kind that is no lambda. ok is false where the kind says no more than the call
// does, and where not all methods are known that can run.
func (a *Resolver) resolveKind(c *callSite, k kind) (one callSite, ok bool) {
	if !k.exact && (k.class == c.member.Class || a.OpenWorld || a.runsTooMany(k, c.member)) {
		return one, false
	}
	d := a.dispatch(k, c.member)
	if d == nil || !k.exact && !d.Complete {
		return one, false
	}
	one = *c
	a.fill(&one, d)
	return one, true
}

// addModel makes call to one of library code, as one is on an object of kind k. Both get the classes of the program that
// the object may be of, which are those of all kinds so far.
func (a *Resolver) addModel(to, one *callSite, k kind) {
	to.library, to.member, to.direct, to.body = true, one.member, one.direct, one.body
	switch {
	case !k.exact:
		to.heirs = append(to.heirs, a.heirs(k.class)...)
	case a.Hierarchy.Analysed(k.class):
		to.heirs = append(to.heirs, k.class)
	}
	one.heirs = to.heirs
}

// addTargets adds the methods, lambdas and stated costs that one can lead to.
func (c *callSite) addTargets(one *callSite) {
	c.stated = append(c.stated, one.stated...)
	c.lambdas = append(c.lambdas, one.lambdas...)
	for _, t := range one.targets {
		if !slices.Contains(c.targets, t) {
			c.targets = append(c.targets, t)
		}
	}
}

// runsTooMany reports whether a call on an object of a class or one below it can run so many methods that they are not followed,
// without looking at all of them.
func (a *Resolver) runsTooMany(k kind, mem classfile.Member) bool {
	if k.class == "" || a.stated(mem) {
		return false
	}
	return a.Hierarchy.RunsMany(k.class, mem.Name, mem.Desc, maxFollowed, func(m *classfile.Method) bool {
		return a.Hierarchy.Analysed(m.Class.Name) && m.Access&classfile.AccNative == 0 && !a.stated(m.Member())
	})
}

// madeNow says whether whatever a value is was made when the value was: not in an earlier iteration or another call, of
// which a loop, a field or a parameter may keep it. What it was made with is what the operands are now then.
func (m *method) madeNow(v ssa.ID) bool {
	seen := map[ssa.ID]bool{}
	var now func(v ssa.ID) bool
	now = func(v ssa.ID) bool {
		v = m.uncast(v)
		x := &m.f.Values[v]
		switch {
		case v == 0:
			return false
		case seen[v] || m.f.IsNull(v):
			return true
		case x.Kind == ssa.Phi:
			seen[v] = true
			return m.g.Blocks[x.Block].Region < 0 && m.loopHeadedBy(int(x.Block)) < 0 &&
				!slices.ContainsFunc(m.f.Args(v), func(w ssa.ID) bool { return !now(w) })
		}
		return x.Kind == ssa.Instr && (x.Op == classfile.OpInvokedynamic || x.Op == classfile.OpNew)
	}
	return now(v)
}
