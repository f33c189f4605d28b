package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// origin is where an object comes from in the method that uses it: made by new, or a lambda.
type origin struct {
	made   ssa.ID
	class  string            // of what new makes, internal name
	lambda *callgraph.Lambda // nil for new
}

// maxOrigins bounds the places that one object may come from: of more, a call is as open as of an unknown object.
const maxOrigins = 8

// origins returns all places that v can come from, if all are in this method. A null is none.
func (a *Analyzer) origins(s *Summary, v ssa.ID) (out []origin, ok bool) {
	f := s.m.f
	work, seen := []ssa.ID{v}, map[ssa.ID]bool{v: true}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		x := &f.Values[v]
		var next []ssa.ID
		switch {
		case v != 0 && f.IsNull(v):
		case x.Kind == ssa.Phi:
			next = f.Args(v)
		case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
			next = f.Args(v)[:1]
		case x.Kind == ssa.Instr && x.Op == classfile.OpNew:
			t := f.Static(v)
			if len(t) < 3 {
				return nil, false
			}
			out = append(out, origin{made: v, class: t[1 : len(t)-1]})
		default:
			l := a.lambdaOf(s, v)
			if l == nil {
				return nil, false
			}
			out = append(out, origin{made: v, lambda: l})
		}
		for _, w := range next {
			if w == 0 || len(seen) > 4*maxOrigins {
				return nil, false
			}
			if !seen[w] {
				seen[w] = true
				work = append(work, w)
			}
		}
		if len(out) > maxOrigins {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// resolve finds where a virtual or interface call can go: by what is known of the object, else by the class hierarchy.
func (a *Analyzer) resolve(s *Summary, c *callSite, op classfile.Op) {
	if os, ok := a.origins(s, c.args[0]); ok && a.resolveOrigins(c, os) {
		return
	}
	a.fill(c, a.Hierarchy.Dispatch(s.m.f.Method.Class, op, c.member.Class, c.member.Name, c.member.Desc))
}

// resolveOrigins is the call on an object that comes from one of some places. ok is false where one of them does not
// say which code runs; then nothing has been changed.
func (a *Analyzer) resolveOrigins(c *callSite, os []origin) (ok bool) {
	to := *c
	library := ""
	for _, o := range os {
		if o.lambda != nil {
			if !o.lambda.Implements(c.member.Name, c.member.Desc) {
				return false
			}
			to.lambdas, to.made = append(to.lambdas, o.lambda), append(to.made, o.made)
			continue
		}
		d := a.Hierarchy.Exact(o.class, c.member.Name, c.member.Desc)
		if d == nil {
			return false
		}
		one := *c
		a.fill(&one, d)
		if one.library && library != "" && (library != one.member.Class || one.body != to.body) || len(os) > 1 && one.unknown != "" {
			return false // two models
		}
		if one.library {
			library = one.member.Class
			to.library, to.member, to.direct, to.body = true, one.member, one.direct, one.body
		}
		if len(os) == 1 {
			to = one
			break
		}
		to.stated = append(to.stated, one.stated...)
		for _, t := range one.targets {
			if !slices.Contains(to.targets, t) {
				to.targets = append(to.targets, t)
			}
		}
	}
	to.exact, to.direct = true, true
	*c = to
	return true
}
