package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The cost of element calls.
//
// Sound because they are added to an expected cost, which is marked as such.

// elementCallsOutcome returns outcome out of a library call plus the cost of its element calls. size returns the sizes
// of the call.
func (p *Program) elementCallsOutcome(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome, out cost.Outcome, size func(i int, what progdb.Measure, up bool) expr.Size) cost.Outcome {
	if len(site.ElementCalls) == 0 || obj.Weights == nil || !obj.Upper || len(out.Reasons) > 0 {
		return out
	}
	s := p.Sums[v]
	for i := range site.ElementCalls {
		c := &site.ElementCalls[i]
		n := expr.Const(1)
		switch c.Times {
		case callees.PerLevel:
			n = size(-1, progdb.Elements, true).Log2().AddInt(1)
		case callees.PerElement:
			n = size(-1, progdb.Elements, true)
		case callees.PerArgumentElement:
			n = size(0, progdb.Elements, true)
		case callees.PerSort:
			n = size(0, progdb.Length, true)
			n = n.Mul(n.Log2().AddInt(1))
		case callees.PerEntry:
			n = size(0, progdb.Length, true)
		case callees.PerLastEntry:
			n = size(len(classfile.Params(site.Member.Desc))-1, progdb.Length, true)
		case callees.PerAddition:
			n = size(0, progdb.Elements, true)
			all := n
			if site.Member.Name != "<init>" { // which makes the receiver
				all = all.Add(size(-1, progdb.Elements, true))
			}
			n = n.Mul(all.Log2().AddInt(1))
		case callees.PerEntryAddition:
			n = size(1, progdb.Length, true)
			n = n.Mul(n.Add(size(0, progdb.Elements, true)).Log2().AddInt(1))
		case callees.PerEntryLevel:
			n = size(0, progdb.Length, true).Log2().AddInt(1)
		case callees.PerFactors:
			n = expr.Const(int64(c.Number))
			for _, f := range c.Factors {
				n = n.Mul(factorOf(f, size))
			}
		}
		if n.Top {
			return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "how often it calls methods of elements depends on a size that is not known")}}
		}
		out = out.Then(p.CallOutcome(v, &c.CallSite, obj, done).Times(s.ClampAt(n, site)))
		out.Expected = out.Expected.Unite(p.A.Methods.Single(site.Member)) // which may ask more often
	}
	return out
}

// factorOf returns a factor of the number of calls.
func factorOf(f platform.Factor, size func(i int, what progdb.Measure, up bool) expr.Size) expr.Size {
	if f.Kind == platform.Entries {
		return size(int(f.Of), progdb.Length, true)
	}
	n := size(int(f.Of), progdb.Elements, true)
	switch f.Kind {
	case platform.Levels:
		return n.Log2().AddInt(1)
	case platform.Sorted:
		return n.Mul(n.Log2().AddInt(1))
	}
	return n
}
