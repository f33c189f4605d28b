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

// readOnlySizes puts what is known of collections that a call lends in the place of the symbols for how many elements the callee
// finds in them at most. Those are the same for all calls of the callee: where it recurs, for those by itself, too.
func (p *Program) readOnlySizes(v int, t *classfile.Method, site *callees.CallSite, done []cost.Outcome, obj cost.Objective, arg func(param int) (ssa.ID, bool), o cost.Outcome) cost.Outcome {
	i := p.Positions[t]
	if !obj.Upper || o.Constant() || len(p.Comps[p.Comp[i]]) > 1 || done[i].Recurs {
		return o
	}
	weights := obj.AllWeights()
	if obj.Choices != nil {
		weights = nil
	}
	m := p.Sums[v].M
	of := fmt.Sprintf("(%s.%s:p", t.Class.Name, t.ID())
	poly, bad := o.Poly.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		what, param, found := strings.Cut(a.Symbol.Path, of)
		n, err := strconv.Atoi(strings.TrimSuffix(param, ")"))
		if !found || err != nil || !slices.Contains([]string{"~size", "~yields", "~count.size"}, what) || o.Poly.Direction(a.Key, weights) != expr.Growing {
			return expr.Size{}, false
		}
		if given, ok := arg(n); ok {
			if what == "~count.size" && m.Breach(given, platform.ClassName(m.Fn.Static(given)), contracts.Counting) != nil {
				return expr.Size{}, false
			}
			if s, ok := heapsize.PassedSize(m, site.Value, given); ok && IndicesReach(p.Sums[v], s, site.Value) {
				return s, true
			}
		}
		return expr.Size{}, false
	})
	if !bad {
		o.Poly = m.Env.DecidePoly(poly)
	}
	return o
}
