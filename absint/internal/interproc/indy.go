package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The cost of the code behind an invokedynamic: the library calls that it makes and its callbacks.
//
// Sound because a size that is not known makes the call unpriced.

// indyOutcome returns the cost of the code behind an invokedynamic.
func (p *Program) indyOutcome(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	out := cost.Outcome{}
	if obj.Weights != nil {
		out.Poly = expr.ConstPoly(site.Indy.Once)
		total := expr.Const(0)
		for _, c := range site.Indy.Calls {
			var conds []expr.Condition
			chars := expr.Const(c.Chars)
			if c.Member.Desc == "(Ljava/lang/String;)L"+progdb.Builder+";" && c.Chars == 0 {
				operand := *site
				operand.Component = c.Name
				q := measure(s, c.Value, progdb.Chars, true, &operand)
				chars, conds = s.ClampAt(q.Size, site), q.Conds
			}
			amount, ok := p.A.Library.Cost(c.Member, func(i int, what progdb.Measure, up bool) expr.Size {
				switch {
				case i < 0:
					return total
				case what == progdb.Chars:
					return chars
				case what == progdb.Value && i < len(c.Counts):
					return expr.Const(c.Counts[i])
				}
				return expr.TopSize
			})
			if !ok {
				return p.unpricedOutcome(s, site, obj, NoModel)
			}
			terms, ok := termsOf(s, amount, site)
			if !ok {
				return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its cost depends on a size that is not known")}}
			}
			out.Poly = out.Poly.Add(terms)
			out.Conditions = expr.Union(out.Conditions, conds)
			out.Expected = out.Expected.Unite(p.A.expectedOf(c.Member, amount))
			total = total.Add(chars)
			if params := classfile.Params(c.Member.Desc); len(params) == 1 {
				n, _ := platform.WrittenLength(params[0])
				total = total.AddInt(n)
			}
		}
	}
	for i := range site.Callbacks {
		out = out.Then(p.CallOutcome(v, &site.Callbacks[i], obj, done))
	}
	return out
}
