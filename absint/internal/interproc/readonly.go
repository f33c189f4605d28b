package interproc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Collections passed to callees that only read them: the caller's bound on their size replaces the callee's symbol for
// the largest number of elements.
//
// Sound because the callee does not recur, the cost grows with the symbol, and no other call changes the collection in
// between.

// readOnlySizes returns outcome o of callee t with the sizes of collections that the call passes read-only substituted
// for the callee's symbols. These symbols are the same for all calls of the callee, recursive ones included.
func (p *Program) readOnlySizes(v int, t *classfile.Method, site *callees.CallSite, done []*cost.Outcome, obj cost.Objective, arg func(param int) (ssa.ID, bool), o cost.Outcome) cost.Outcome {
	i := p.Positions[t]
	obj.Rivals.Consult(i)
	if !obj.Upper || o.Constant() || len(p.Comps[p.Comp[i]]) > 1 || done[i].Recurs {
		return o
	}
	m := p.Sums[v].M
	of := fmt.Sprintf("(%s.%s:p", t.Class.Name, t.ID())
	poly, bad := o.Poly.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		what, param, found := strings.Cut(a.Symbol.Path, of)
		n, err := strconv.Atoi(strings.TrimSuffix(param, ")"))
		if !found || err != nil || !slices.Contains([]string{"~size", "~yields", "~count.size"}, what) || direction(o.Poly, a.Key, obj) != expr.Growing {
			return expr.Size{}, false
		}
		if given, ok := arg(n); ok {
			if what == "~count.size" && m.Breach(given, platform.ClassName(m.Fn.Static(given)), contracts.Counting) != nil {
				return expr.Size{}, false
			}
			if what == "~yields" && heapsize.CalleeAdds(m, given, site.Value) {
				return expr.Size{}, false
			}
			if s, ok := heapsize.PassedSize(m, site.Value, given); ok && IndicesReach(p.Sums[v], s, site.Value) {
				return m.LimitedAt(s, m.Fn.Values[site.Value].Block), true
			}
		}
		return expr.Size{}, false
	})
	if !bad {
		o.Poly = m.Env.DecidePoly(poly)
	}
	return o
}
