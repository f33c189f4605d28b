package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// relinking finds the methods that may store to links, themselves or in what they call.
type relinking struct {
	r     *Recursion
	stays []effects.FieldStore
	// holders are the ways to collections that are links.
	holders []string
	known   map[relinked]bool
}

// relinked is a method that is called, with a collection that is a link among its arguments or without.
type relinked struct {
	method *classfile.Method
	given  bool
}

// call says whether code that a call runs, besides the methods of the recursion, may store to the links. param is where the
// links begin in the method that calls.
func (x *relinking) call(s *cost.Summary, site *callees.CallSite, param ssa.ID) bool {
	given := x.gives(s, site) || slices.ContainsFunc(site.Args, func(v ssa.ID) bool { return v != 0 && heapsize.IsHolder(s.M, v, param, x.stays, x.holders) })
	found := false
	site.EachCallee(x.r.P.A.Resolver, nil, func(t *classfile.Method) { found = found || !x.r.inside(t) && x.method(relinked{t, given}) })
	return found
}

// gives says whether a call may pass a collection that is a link, or run a lambda that carries one.
func (x *relinking) gives(s *cost.Summary, site *callees.CallSite) bool {
	return len(x.holders) > 0 && (len(site.Lambdas)+len(site.Callbacks) > 0 || slices.ContainsFunc(site.Args, func(v ssa.ID) bool {
		return v != 0 && s.M.Fn.Values[v].Type == 'a' && heapsize.MayAlias(s.M, v, nil)
	}))
}

func (x *relinking) method(k relinked) bool {
	if found, ok := x.known[k]; ok {
		return found
	}
	found := memo.Search(effects.MaxRelinking, []relinked{k}, func(next relinked, reach func(relinked)) bool {
		s := x.r.P.Summary(next.method)
		if s.Failure != nil {
			return false // its cost is unknown anyhow
		}
		for site := range s.AllCalls() {
			given := next.given || x.gives(s, site)
			site.EachCallee(x.r.P.A.Resolver, nil, func(t *classfile.Method) {
				if !x.r.inside(t) {
					reach(relinked{t, given})
				}
			})
		}
		return heapsize.ChangesAnyLink(s.M, x.stays, x.holders, next.given)
	})
	x.known[k] = found
	return found
}
