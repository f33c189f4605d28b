package absint

import (
	"maps"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// A library is analysed depth first, and most of its methods have no price because of one of their first calls. So the
// methods that call each other are found on the way (Tarjan 1972), and a method in which the search gives up takes all of
// them along: they all can come to what has no price.

// visits are the methods whose analysis has begun and not ended.
type visits struct {
	open []*visit // in the order of their beginning; those behind a method whose analysis has ended come back to one before it
	path []*visit // of calls, from the method that was asked for to the one that is looked at
	at   map[*classfile.Method]*visit
}

type visit struct {
	m      *classfile.Method
	index  int  // in open
	low    int  // the least index that its calls come back to
	recurs bool // it calls itself
	needs  []classfile.Member
}

const noBoundForRecursion = "recursion to a depth that has no bound"

// recurring stands for the price of a method that is being analysed.
var recurring = &Portable{}

// of is the price of a call that runs the method. It is recurring where the method is one of those that are open.
func (w *World) of(m *classfile.Method) *Portable {
	if p, ok := w.direct[m]; ok {
		return p
	}
	if !w.a.Hierarchy.Analysed(m.Class.Name) {
		p := w.foreign(m, true)
		w.direct[m] = p
		return p
	}
	if v := w.at[m]; v != nil {
		if caller := w.path[len(w.path)-1]; caller == v {
			v.recurs = true
		} else {
			caller.low = min(caller.low, v.index)
		}
		return recurring
	}
	v := &visit{m: m, index: len(w.open), low: len(w.open)}
	w.at[m] = v
	w.open = append(w.open, v)
	depth := len(w.path)
	w.path = append(w.path, v)
	why := recovered(m, func() string { return w.obstacle(v) })
	w.path = w.path[:depth]
	return w.end(v, why)
}

// recovered runs a part of the analysis of a method; why says that it failed, or what f says.
func recovered(m *classfile.Method, f func() (why string)) (why string) {
	defer func() {
		if recover() != nil {
			why = "the analysis of " + MethodName(m) + " failed"
		}
	}()
	return f()
}

// end prices what is open from a method on, unless its calls come back to before it.
func (w *World) end(v *visit, why string) *Portable {
	if why == "" && v.low < v.index {
		caller := w.path[len(w.path)-1]
		caller.low = min(caller.low, v.low)
		return recurring
	}
	members := w.open[v.index:]
	w.open = w.open[:v.index]
	prices := make([]*Portable, len(members))
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
			prices[i] = &Portable{Why: why}
		}
		w.direct[x.m] = prices[i]
		delete(w.at, x.m)
		w.summaries.forget(x.m)
	}
	return w.direct[v.m]
}

// recursion prices methods that call each other.
func (w *World) recursion(members []*visit, prices []*Portable) (why string) {
	if len(members) > maxDescending {
		return noBoundForRecursion
	}
	var sums []*costSummary
	var all []int32
	var needs []classfile.Member
	for i, v := range members {
		sums = append(sums, w.unmodelled(w.summaries.summary(v.m)))
		all = append(all, int32(i))
		needs = append(needs, v.needs...)
	}
	p := w.program(sums...)
	r := &recursion{p: p, obj: w.obj, done: make([]Outcome, len(members)), members: all, ranges: p.rangesOf(all), measured: new(measured)}
	r.price = func(v int, site *callSite) Outcome {
		return w.call(p.sums[v], site, func(m *classfile.Method) Outcome {
			if i, ok := p.index[m]; ok {
				return r.done[i]
			}
			return w.finally(m)
		})
	}
	outcomes, ok := r.outcomes()
	for _, m := range p.behind {
		w.summaries.forget(m)
	}
	if !ok {
		return noBoundForRecursion
	}
	for i := range outcomes {
		prices[i] = w.portable(outcomes[i].unrefuted(w.obj, p.sums[i], nil), needs)
	}
	return ""
}

// unmodelled is a method without the targets of calls that a model prices.
func (w *World) unmodelled(s *costSummary) *costSummary {
	out, calls := *s, *s.callSummary
	out.callSummary = &calls
	out.calls = maps.Clone(s.calls)
	for b, sites := range s.calls {
		for i := range sites {
			if site := &sites[i]; !site.library && len(site.targets) > 0 && Models(w.a.Library, site.member) {
				own := slices.Clone(out.calls[b])
				own[i].targets, own[i].library = nil, true
				out.calls[b] = own
			}
		}
	}
	return &out
}
