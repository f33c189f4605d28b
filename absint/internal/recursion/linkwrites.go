package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Writes to the links of a structure by code that the recursion calls. A structural bound holds only if no link is
// stored to before the recursion follows it.
//
// Sound because a search that exceeds its budget counts as a write.

// relinking searches the callees of a recursion for stores to links.
type relinking struct {
	r      *Recursion
	stores []effects.FieldStore
	// holders are the paths to collections that hold links.
	holders []string
	known   map[relinked]bool
}

// relinked is a called method. given reports whether its arguments may include a collection that holds links.
type relinked struct {
	method      *classfile.Method
	passesLinks bool
}

// changing returns the links that code outside of the recursion may store to: not those that only constructors set, of objects that are in no
// structure yet. A constructor of the recursion may have one of its own object set by that of its superclass.
func (r *Recursion) changing(links []effects.FieldStore) []effects.FieldStore {
	if slices.ContainsFunc(r.Members, func(v int32) bool { return r.P.Sums[v].Method.Name == "<init>" }) {
		return links
	}
	return slices.DeleteFunc(slices.Clone(links), func(s effects.FieldStore) bool {
		return s.Name != "" && r.P.Sums[r.Members[0]].M.Fields.StableInAll(progdb.Named{Name: s.Name, Desc: s.Desc})
	})
}

// callMayStore reports whether code that a call runs outside of the recursion may store to the links that start at
// param in the caller.
func (x *relinking) callMayStore(s *cost.Summary, site *callees.CallSite, param ssa.ID) bool {
	if len(x.stores)+len(x.holders) == 0 {
		return false
	}
	given := x.passesLinks(s, site) || slices.ContainsFunc(site.Args, func(v ssa.ID) bool { return v != 0 && heapsize.IsHolder(s.M, v, param, x.stores, x.holders) })
	found := false
	x.eachCallee(s, site, func(t *classfile.Method) { found = found || x.methodMayStore(relinked{t, given}) })
	return found
}

// eachCallee calls f with every analysed method outside of the recursion that a call can run, and with those that platform code behind it
// may call back: the price of a call may have no part for these.
func (x *relinking) eachCallee(s *cost.Summary, site *callees.CallSite, f func(*classfile.Method)) {
	outside := func(t *classfile.Method) {
		if !x.r.contains(t) {
			f(t)
		}
	}
	site.EachCallee(x.r.P.A.Resolver, nil, outside)
	for _, t := range s.M.Db.CalledBack(s.M.Fn, site.Value) {
		outside(t)
	}
}

// passesLinks reports whether a call may pass a collection that holds links, or run a lambda that captures one.
func (x *relinking) passesLinks(s *cost.Summary, site *callees.CallSite) bool {
	return len(x.holders) > 0 && (len(site.Lambdas)+len(site.Callbacks) > 0 || slices.ContainsFunc(site.Args, func(v ssa.ID) bool {
		return v != 0 && s.M.Fn.Values[v].Type == 'a' && heapsize.MayAlias(s.M, v, nil)
	}))
}

// methodMayStore reports whether a method or one of its callees outside of the recursion may store to the links.
func (x *relinking) methodMayStore(k relinked) bool {
	if found, ok := x.known[k]; ok {
		return found
	}
	found := memo.Search(effects.MaxRelinking, []relinked{k}, func(next relinked, reach func(relinked)) bool {
		if x.known[next] {
			return true
		}
		s := x.r.P.Summary(next.method)
		if s.Failure != nil {
			return false // its cost is unknown
		}
		if heapsize.ChangesAnyLink(s.M, x.stores, x.holders, next.passesLinks) {
			return true
		}
		for site := range s.AllCalls() {
			given := next.passesLinks || x.passesLinks(s, site)
			x.eachCallee(s, site, func(t *classfile.Method) { reach(relinked{t, given}) })
		}
		return false
	})
	x.known[k] = found
	return found
}
