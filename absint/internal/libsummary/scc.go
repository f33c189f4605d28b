package libsummary

import (
	"maps"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/recursion"
	"github.com/energylint/energylint/internal/classfile"
)

// Strongly connected components of a library, found by a depth-first search (Tarjan 1972). Most library methods have no
// cost because of one of their first calls; if the search gives up in a method, all methods of its component are given
// up, because each can reach it.
//
// Sound because a method on the stack has no cost until its component is complete.

// visits is the stack of methods whose analysis is not complete.
type visits struct {
	Open []*visit // in the order of their beginning; those behind a method whose analysis has ended come back to one before it
	Path []*visit // of calls, from the method that was asked for to the one that is looked at
	At   map[*classfile.Method]*visit
}

type visit struct {
	m      *classfile.Method
	index  int  // in open
	low    int  // the least index that its calls come back to
	recurs bool // it calls itself
	needs  []classfile.Member
}

const noBoundForRecursion = "recursion to a depth that has no bound"

// recurring stands for the cost of a method on the stack.
var recurring = &cost.CostSummary{}

// of returns the cost of a call that runs the method, recurring if the method is on the stack.
func (w *LibraryAnalyzer) of(m *classfile.Method) *cost.CostSummary {
	if p, ok := w.direct[m]; ok {
		return p
	}
	if !w.a.Hierarchy.Analysed(m.Class.Name) {
		p := w.foreign(m, true)
		w.direct[m] = p
		return p
	}
	if v := w.At[m]; v != nil {
		if caller := w.Path[len(w.Path)-1]; caller == v {
			v.recurs = true
		} else {
			caller.low = min(caller.low, v.index)
		}
		return recurring
	}
	v := &visit{m: m, index: len(w.Open), low: len(w.Open)}
	w.At[m] = v
	w.Open = append(w.Open, v)
	depth := len(w.Path)
	w.Path = append(w.Path, v)
	why := recovered(m, func() string { return w.obstacle(v) })
	w.Path = w.Path[:depth]
	return w.end(v, why)
}

// recovered runs a part of the analysis of a method. why is the reason for a failure, of f itself or of a panic.
func recovered(m *classfile.Method, f func() (why string)) (why string) {
	defer func() {
		if recover() != nil {
			why = "the analysis of " + progdb.MethodName(m) + " failed"
		}
	}()
	return f()
}

// end computes the costs of the component whose root is v, none if why is set. If v is not a root, it stays on the
// stack.
func (w *LibraryAnalyzer) end(v *visit, why string) *cost.CostSummary {
	if why == "" && v.low < v.index {
		caller := w.Path[len(w.Path)-1]
		caller.low = min(caller.low, v.low)
		return recurring
	}
	members := w.Open[v.index:]
	w.Open = w.Open[:v.index]
	prices := make([]*cost.CostSummary, len(members))
	if why == "" {
		why = recovered(v.m, func() (why string) {
			if len(members) == 1 && !v.recurs {
				prices[0] = w.price(v)
				return ""
			}
			return w.recursion(members, prices)
		})
	}
	for i, x := range members {
		if prices[i] == nil || why != "" {
			prices[i] = &cost.CostSummary{Why: why}
		}
		w.direct[x.m] = prices[i]
		delete(w.At, x.m)
		w.summaries.Forget(x.m)
	}
	return w.direct[v.m]
}

// recursion computes the costs of methods that call each other.
func (w *LibraryAnalyzer) recursion(members []*visit, prices []*cost.CostSummary) (why string) {
	if len(members) > interproc.MaxDescending {
		return noBoundForRecursion
	}
	var sums []*cost.Summary
	var all []int32
	var needs []classfile.Member
	for i, v := range members {
		sums = append(sums, w.unmodelled(w.summaries.Analysis(v.m)))
		all = append(all, int32(i))
		needs = append(needs, v.needs...)
	}
	p := w.program(sums...)
	r := &recursion.Recursion{P: p, Obj: w.obj, Done: slices.Repeat([]*cost.Outcome{cost.NotEvaluated}, len(members)), Members: all, Ranges: recursion.RangesOf(p, all), Measured: new(recursion.Measured)}
	r.Price = func(v int, site *callees.CallSite) cost.Outcome {
		return w.call(p, v, site, func(m *classfile.Method) cost.Outcome {
			if i, ok := p.Positions[m]; ok {
				return *r.Done[i]
			}
			return w.finally(m)
		})
	}
	outcomes, ok := r.Outcomes()
	for _, m := range p.Others {
		w.summaries.Forget(m)
	}
	if !ok {
		return noBoundForRecursion
	}
	for i := range outcomes {
		prices[i] = w.portable(outcomes[i].Unrefuted(w.obj, p.Sums[i], nil), needs)
	}
	return ""
}

// unmodelled returns a summary without the targets of calls that a model prices.
func (w *LibraryAnalyzer) unmodelled(s *cost.Summary) *cost.Summary {
	out, calls := *s, *s.Summary
	out.Summary = &calls
	out.Calls = maps.Clone(s.Calls)
	for b, sites := range s.Calls {
		for i := range sites {
			if site := &sites[i]; !site.Library && len(site.Targets) > 0 && callees.Models(w.a.Library, site.Member) {
				own := slices.Clone(out.Calls[b])
				own[i].Targets, own[i].Library = nil, true
				out.Calls[b] = own
			}
		}
	}
	return &out
}
