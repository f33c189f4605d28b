package recursion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/ssa"
)

const maxLinks = 4

// assign finds the parameters that have the objects, from that of the first method on.
func (r *Recursion) assign(d *structuralRecursion) bool {
	work := []int32{r.Members[0]}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		m := r.P.Sums[v].M
		if d.node[v] >= len(m.Fn.Params) {
			return false
		}
		param := m.Fn.Params[d.node[v]]
		for site, to := range r.callsWithin(v) {
			callee := r.P.Sums[to]
			at, known := d.node[to]
			var way heapsize.AccessPath
			found := false
			for i, p := range callee.M.Fn.Params {
				if known && i != at || i >= len(site.Args) || callee.M.Fn.Values[p].Type != 'a' {
					continue
				}
				if way, found = heapsize.AccessPathOf(m, site.Args[i], param, nil); found {
					at = i
					break
				}
			}
			if !found {
				return false
			}
			if !known {
				d.node[to] = at
				work = append(work, to)
			}
			block := m.Fn.Values[site.Value].Block
			if way.Over >= 0 && !m.CFG.InLoop(int(block), way.Over) {
				way.Over = -1
			}
			one := &edge{AccessPath: way}
			receiver := at == 0 && !callee.Method.Static()
			one.sure = receiver || heapsize.ProvedNonNull(m, site.Args[at], param, block)
			d.downs[edgeKey{v, site.Value, to}] = one
		}
	}
	d.never = true
	for _, v := range r.Members {
		d.never = d.never && d.node[v] == 0 && !r.P.Sums[v].Method.Static()
	}
	return len(d.node) == len(r.Members)
}

// sort orders the methods by their calls with the same object. ok is false where those go round in a circle.
func (d *structuralRecursion) sort(members []int32) (ok bool) {
	same := map[int32][]int32{}
	for k, w := range d.downs {
		if w.Steps == 0 {
			if len(w.Paths) > 1 || w.Many {
				return false // the object itself, or what a link leads to
			}
			same[k.caller] = append(same[k.caller], k.to)
		}
	}
	state := map[int32]int{}
	var visit func(v int32) bool
	visit = func(v int32) bool {
		switch state[v] {
		case 1:
			return false
		case 2:
			return true
		}
		state[v] = 1
		next := same[v]
		slices.Sort(next)
		for _, t := range next {
			if !visit(t) {
				return false
			}
		}
		state[v] = 2
		d.order = append(d.order, v)
		return true
	}
	return !slices.ContainsFunc(members, func(v int32) bool { return !visit(v) })
}

// staysAsItIs says whether the methods store to none of the links before they follow them: at all, or, where only one
// call follows them, before it.
func (r *Recursion) staysAsItIs(d *structuralRecursion) bool {
	var stays []effects.FieldStore
	var holders []string
	for _, w := range d.downs {
		stays = append(stays, w.MustNotChange...)
		holders = append(holders, w.Holders...)
	}
	others := &relinking{r: r, stays: stays, holders: holders, known: map[relinked]bool{}}
	for _, v := range r.Members {
		s := r.P.Sums[v]
		param := s.M.Fn.Params[d.node[v]]
		var changes []ssa.ID
		for _, b := range s.M.CFG.RPO {
			for _, u := range s.M.Fn.Body[b] {
				if heapsize.ChangesLinks(s.M, u, param, stays, holders) {
					changes = append(changes, u)
				}
			}
			for i := range s.Calls[b] {
				if others.call(s, &s.Calls[b][i], param) {
					changes = append(changes, s.Calls[b][i].Value)
				}
			}
		}
		d.chain = d.chain || len(changes) > 0 // or it is none
		if slices.ContainsFunc(changes, func(u ssa.ID) bool { return r.comesBefore(v, u) }) {
			return false
		}
	}
	return true
}

// comesBefore says whether method v may recur after an instruction.
func (r *Recursion) comesBefore(v int32, u ssa.ID) bool {
	m := r.P.Sums[v].M
	x := &m.Fn.Values[u]
	var calls []int32
	behind := false // in the same block
	for site := range r.callsWithin(v) {
		y := &m.Fn.Values[site.Value]
		calls = append(calls, y.Block)
		behind = behind || y.Block == x.Block && y.PC > x.PC
	}
	before := m.Before(calls, func(*cfg.Edge) bool { return true })
	return behind || slices.ContainsFunc(m.CFG.Blocks[x.Block].Succs, func(e cfg.Edge) bool { return before[e.To] })
}

// usesUp reports whether the calls follow each link once for each object: then the links bound them. Where they follow one
// link in all, of any name, they are a chain.
func (r *Recursion) usesUp(d *structuralRecursion) bool {
	r.mark(d)
	all, ok := r.countDowns(d, true, func(*edge) bool { return true })
	if !ok {
		return false
	}
	single := true
	for _, n := range all {
		c := n.Of(expr.HeaderExecutions)
		single = single && (len(c.Terms) == 0 || len(c.Terms) == 1 && len(c.Terms[0].Mono) == 0 && c.Terms[0].Coef <= 1)
	}
	if d.chain && !single {
		return false
	}
	if d.chain = single; single {
		d.paid = nil
	}
	if !d.collectLinks() {
		return false
	}
	if !d.chain {
		for _, path := range d.links {
			if !r.followsOnce(d, path) {
				return false
			}
		}
	}
	d.nulls, ok = r.countDowns(d, false, func(w *edge) bool { return w.maybe })
	return ok
}

// collectLinks sets the links that the calls follow: single ones in a chain, else whole paths. It fails where a loop makes
// a path of any length, and where the links are too many.
func (d *structuralRecursion) collectLinks() bool {
	var paths []string
	for _, w := range d.downs {
		w.maybe = !w.sure && (d.chain || w.Over < 0 || !w.Each)
		if w.Steps == 0 {
			continue
		}
		if d.chain {
			d.links = append(d.links, w.Letters...)
			continue
		}
		if w.Many {
			return false
		}
		paths = append(paths, w.Paths...)
	}
	if !d.chain {
		d.links = paths
	}
	slices.Sort(d.links)
	d.links = slices.Compact(d.links)
	return len(d.links) <= maxLinks
}

// followsOnce reports whether one path is followed at most once for each object.
func (r *Recursion) followsOnce(d *structuralRecursion, path string) bool {
	follows := func(w *edge) bool { return slices.Contains(w.Paths, path) }
	counts, ok := r.countDowns(d, true, follows)
	for _, n := range counts {
		ok = ok && atMostOncePerMark(n)
	}
	return ok && r.onceInLoops(d, follows)
}

// atMostOncePerMark reports whether a count of calls is at most one, or at most one in each iteration of a marked loop.
func atMostOncePerMark(p expr.Poly) bool {
	n := p.Of(expr.HeaderExecutions)
	switch {
	case len(n.Terms) == 0:
		return true
	case len(n.Terms) > 1 || n.Terms[0].Coef > 1:
		return false
	}
	x := n.Terms[0].Mono
	return len(x) == 0 || len(x) == 1 && x[0].Kind == expr.SymbolAtom && strings.HasPrefix(x[0].Symbol.Path, markPrefix)
}

// onceInLoops says whether calls are only repeated by the loops in which they are for another element each time: any other
// loop follows its links as often as it runs.
func (r *Recursion) onceInLoops(d *structuralRecursion, follows func(*edge) bool) bool {
	type place struct {
		caller int32
		over   int
	}
	seen := map[place]bool{}
	for k, w := range d.downs {
		at := place{k.caller, w.Over}
		if w.Steps == 0 || seen[at] || !follows(w) {
			continue
		}
		seen[at] = true
		own := map[*edge]bool{}
		for k, w := range d.downs {
			own[w] = k.caller == at.caller && w.Over == at.over
		}
		counts, ok := r.countDowns(d, true, func(w *edge) bool { return own[w] && follows(w) })
		if !ok {
			return false
		}
		for _, n := range counts {
			for _, t := range n.Of(expr.HeaderExecutions).Terms {
				if len(t.Mono) > 0 && (at.over < 0 || t.Mono[0].Key != mark(r.P.Sums[at.caller].M, at.over).Terms[0].Mono[0].Key) {
					return false
				}
			}
		}
	}
	return true
}

// markPrefix starts the path of the symbol that stands for the iterations of a loop over elements.
const markPrefix = "~mark:"

// mark makes copies of the methods in which the loops over elements run as often as a symbol of their own says, and finds
// the loops that the calls for the elements pay.
func (r *Recursion) mark(d *structuralRecursion) {
	d.marked, d.paid = map[int32]*cost.Summary{}, map[int32][]int{}
	for _, v := range r.Members {
		var over []int
		for k, w := range d.downs {
			if k.caller != v || w.Over < 0 || r.P.Sums[v].M.Loops[w.Over].Upper.Top {
				continue
			}
			over = append(over, w.Over)
			if w.Each && r.P.Sums[v].M.Loops[w.Over].Amortized == nil {
				d.paid[v] = append(d.paid[v], w.Over)
			}
		}
		slices.Sort(d.paid[v])
		d.paid[v] = slices.Compact(d.paid[v])
		slices.Sort(over)
		d.marked[v] = withMarks(r.P.Sums[v], slices.Compact(over))
	}
}

// withMarks is the method as if each of the loops ran as often as a symbol of its own says.
func withMarks(s *cost.Summary, loops []int) *cost.Summary {
	if len(loops) == 0 {
		return s
	}
	m := *s.M
	m.Loops = slices.Clone(m.Loops)
	for _, l := range loops {
		info := &m.Loops[l]
		info.Upper = mark(s.M, l)
		info.Lower, info.Exact, info.Amortized, info.Assumptions = expr.Size{}, false, nil, nil
	}
	return s.WithMethod(&m)
}

func mark(m *symval.Func, l int) expr.Size {
	path := fmt.Sprintf("%s%d of %s.%s", markPrefix, l, m.Fn.Method.Class.Name, m.Fn.Method.ID())
	return expr.SymbolSize(expr.Symbol{Path: path, Name: "iterations", Max: symval.MaxLength})
}

// countDowns counts, per method, the calls for another object that one call makes, on the way that makes the most: with
// those that it calls with the same object. ok is false where a loop that matters has no bound.
func (r *Recursion) countDowns(d *structuralRecursion, marked bool, counts func(*edge) bool) (map[int32]expr.Poly, bool) {
	out := map[int32]expr.Poly{}
	for _, v := range d.order {
		s := r.P.Sums[v]
		if marked {
			s = d.marked[v]
		}
		o := s.Evaluate(countingCalls, func(site *callees.CallSite) cost.Outcome {
			var n expr.Poly
			for _, t := range site.Targets {
				if !r.inside(t) {
					continue
				}
				to := int32(r.P.Positions[t])
				switch w := d.downs[edgeKey{v, site.Value, to}]; {
				case w == nil:
				case w.Steps > 0 && counts(w):
					n = expr.Join(n, oneCall)
				case w.Steps == 0:
					n = expr.Join(n, out[to])
				}
			}
			return cost.Outcome{Poly: n}
		})
		if len(o.Reasons) > 0 {
			return nil, false
		}
		out[v] = o.Poly
	}
	return out, true
}

// follow finds how the sizes move from one call to the next, where the methods have the same parameters.
func (r *Recursion) follow(d *structuralRecursion) {
	r.edges = nil
	if d.loose {
		return
	}
	all := r.recursiveCalls()
	if d.loose = len(all) > 4*maxRecursiveCalls; !d.loose {
		r.edges = all
	}
}

// size is the symbol that bounds the calls with an object, of method v as the first.
func (r *Recursion) size(d *structuralRecursion, v int32) expr.Size {
	m := r.P.Sums[v].M
	kind := "tree"
	if d.chain {
		kind = "nodes"
	}
	if d.both == nil {
		n := heapsize.StructureSize(m, m.Fn.Params[d.node[v]], kind, d.links)
		if d.never {
			n.Terms[0].Mono[0].Symbol.Min = 1
		}
		return n
	}
	var sum expr.Size
	for i, p := range m.Fn.Params {
		if links := d.both[i]; len(links) > 0 {
			sum = sum.Add(heapsize.StructureSize(m, p, kind, links))
		}
	}
	return sum
}
