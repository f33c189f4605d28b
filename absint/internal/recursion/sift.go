package recursion

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/sift"
)

// boundBySift bounds a recursion by an index that jumps with each call, as that of heapify(a, n, smallest).
func (r *Recursion) boundBySift() (n Bound, ok bool) {
	if len(r.Members) != 1 || r.fan != 1 {
		return n, false
	}
	m := r.P.Sums[r.Members[0]].M
	for i, param := range m.Fn.Params {
		var args []sift.Argument
		for _, c := range r.calls {
			if v, passed := c.site.Arg(i); passed {
				args = append(args, sift.Argument{Value: v, Call: c.site.Value})
			}
		}
		if len(args) < len(r.calls) {
			continue
		}
		d, ok := sift.Recursion(m, param, args)
		if !ok {
			continue
		}
		a := &proof{Recursion: r}
		if !a.neverGrows(d.Most) {
			continue
		}
		n = Bound{fan: 1, depth: d.Depth, levels: d.Depth.AddInt(1), calls: d.Depth, callsUpper: d.Depth, leaves: expr.Const(1), conds: d.Conds}
		for _, c := range a.discharged() {
			n.conds = tighten(n.conds, c)
		}
		if a.failed {
			continue
		}
		for _, c := range r.calls {
			c.indexed = true // an access may have to show that the call is a jump
		}
		return n, true
	}
	return n, false
}
