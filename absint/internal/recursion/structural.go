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

// Structural recursion: the recursive calls follow links of an object, each link at most once for each object, so that
// the number of objects bounds the calls (primitive recursion over algebraic data types).
//
// Where a call makes at most one recursive call, the depth is the longest path along the links, the symbol nodes(n.next).
// Where it makes several, each along a link of its own, the number of calls is that of the nodes below the first, once for
// each path to them: the symbol tree(n.left|right). Both count the object itself and no null.
//
// Methods that call each other with the same object are one step of the recursion: node.accept(visitor) and
// visitor.visit(node).
//
// Sound because the methods store to no link before they follow it, and no link of an object is followed twice.

// maxLinks caps the links that name the size of a structure.
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
			var path heapsize.AccessPath
			found := false
			for i, p := range callee.M.Fn.Params {
				if known && i != at || i >= len(site.Args) || callee.M.Fn.Values[p].Type != 'a' {
					continue
				}
				if path, found = heapsize.AccessPathOf(m, site.Args[i], param, nil); found {
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
			if path.Over >= 0 && !m.CFG.InLoop(int(block), path.Over) {
				path.Over = -1
			}
			one := &edge{AccessPath: path}
			receiver := at == 0 && !callee.Method.Static()
			one.neverNull = receiver || heapsize.ProvedNonNull(m, site.Args[at], param, block)
			d.calls[edgeKey{v, site.Value, to}] = one
		}
	}
	d.neverNull = true
	for _, v := range r.Members {
		d.neverNull = d.neverNull && d.node[v] == 0 && !r.P.Sums[v].Method.Static()
	}
	return len(d.node) == len(r.Members)
}

// sort orders the methods by their calls with the same object, callees first. It fails if these calls form a cycle.
func (d *structuralRecursion) sort(members []int32) (ok bool) {
	same := map[int32][]int32{}
	for k, w := range d.calls {
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

// keepsLinks reports whether no link is stored to before the recursion follows it.
func (r *Recursion) keepsLinks(d *structuralRecursion) bool {
	var stays []effects.FieldStore
	var holders []string
	for _, w := range d.calls {
		stays = append(stays, w.MustNotChange...)
		holders = append(holders, w.Holders...)
	}
	others := &relinking{r: r, stores: r.changing(stays), holders: holders, known: map[relinked]bool{}}
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
				if others.callMayStore(s, &s.Calls[b][i], param) {
					changes = append(changes, s.Calls[b][i].Value)
				}
			}
		}
		d.chain = d.chain || len(changes) > 0 // or it is none
		if slices.ContainsFunc(changes, func(u ssa.ID) bool { return r.mayRecurAfter(v, u) }) {
			return false
		}
	}
	return true
}

// mayRecurAfter reports whether method v may recur after an instruction.
func (r *Recursion) mayRecurAfter(v int32, u ssa.ID) bool {
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

// followsLinksOnce reports whether the calls follow each link at most once for each object. It sets d.chain if one call
// follows at most one link.
func (r *Recursion) followsLinksOnce(d *structuralRecursion) bool {
	r.mark(d)
	all, ok := r.countFollowing(d, true, func(*edge) bool { return true })
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
		d.paidLoops = nil
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
	d.nulls, ok = r.countFollowing(d, false, func(w *edge) bool { return w.mayBeNull })
	return ok
}

// collectLinks sets the links that the calls follow: single links in a chain, otherwise whole paths. It fails if a loop
// makes a path of any length, or if there are more than maxLinks.
func (d *structuralRecursion) collectLinks() bool {
	var paths []string
	for _, w := range d.calls {
		w.mayBeNull = !w.neverNull && (d.chain || w.Over < 0 || !w.Each)
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
	counts, ok := r.countFollowing(d, true, follows)
	search := inOneLoop(d, follows)
	for _, n := range counts {
		ok = ok && atMostOncePerMark(n, search)
	}
	return ok && r.onceInLoops(d, follows)
}

// inOneLoop reports whether all calls that follow a path are in one loop over elements, each iteration of which has another element
// (Over). A last, partial iteration, which returns what the call has found, then has one of its own, too.
func inOneLoop(d *structuralRecursion, follows func(*edge) bool) bool {
	caller, over := int32(-1), -1
	for k, w := range d.calls {
		if w.Steps == 0 || !follows(w) {
			continue
		}
		if w.Over < 0 || over >= 0 && (k.caller != caller || w.Over != over) {
			return false
		}
		caller, over = k.caller, w.Over
	}
	return over >= 0
}

// atMostOncePerMark reports whether a count of calls is at most one, or at most one in each iteration of a marked loop; with partial, also
// one in its last, partial iteration.
func atMostOncePerMark(p expr.Poly, partial bool) bool {
	single, marked := 0, 0
	for _, t := range p.Of(expr.HeaderExecutions).Terms {
		x := t.Mono
		switch {
		case t.Coef > 1:
			return false
		case len(x) == 0:
			single++
		case len(x) == 1 && x[0].Kind == expr.SymbolAtom && strings.HasPrefix(x[0].Symbol.Path, markPrefix):
			marked++
		default:
			return false
		}
	}
	return marked == 0 || marked == 1 && (single == 0 || partial)
}

// onceInLoops reports whether recursive calls are repeated only by loops in which each iteration follows the link of
// another element.
func (r *Recursion) onceInLoops(d *structuralRecursion, follows func(*edge) bool) bool {
	type place struct {
		caller int32
		over   int
	}
	seen := map[place]bool{}
	for k, w := range d.calls {
		at := place{k.caller, w.Over}
		if w.Steps == 0 || seen[at] || !follows(w) {
			continue
		}
		seen[at] = true
		own := map[*edge]bool{}
		for k, w := range d.calls {
			own[w] = k.caller == at.caller && w.Over == at.over
		}
		counts, ok := r.countFollowing(d, true, func(w *edge) bool { return own[w] && follows(w) })
		if !ok {
			return false
		}
		for _, n := range counts {
			for _, t := range n.Of(expr.HeaderExecutions).Terms {
				if len(t.Mono) > 0 && (at.over < 0 || t.Mono[0].Key != iterations(r.P.Sums[at.caller].M, at.over).Terms[0].Mono[0].Key) {
					return false
				}
			}
		}
	}
	return true
}

// markPrefix starts the path of the symbol for the iterations of a loop over elements.
const markPrefix = "~mark:"

// mark sets copies of the methods in which the number of iterations of each loop over elements is a symbol, and the
// loops whose iterations the calls for the elements account for.
func (r *Recursion) mark(d *structuralRecursion) {
	d.marked, d.paidLoops = map[int32]*cost.Summary{}, map[int32][]int{}
	for _, v := range r.Members {
		var over []int
		for k, w := range d.calls {
			if k.caller != v || w.Over < 0 || r.P.Sums[v].M.Loops[w.Over].Upper.Top {
				continue
			}
			over = append(over, w.Over)
			if w.Each && r.P.Sums[v].M.Loops[w.Over].Amortized == nil {
				d.paidLoops[v] = append(d.paidLoops[v], w.Over)
			}
		}
		slices.Sort(d.paidLoops[v])
		d.paidLoops[v] = slices.Compact(d.paidLoops[v])
		slices.Sort(over)
		d.marked[v] = withIterations(r.P.Sums[v], slices.Compact(over))
	}
}

// withIterations returns a copy of s in which the number of iterations of each of the loops is a symbol.
func withIterations(s *cost.Summary, loops []int) *cost.Summary {
	if len(loops) == 0 {
		return s
	}
	m := *s.M
	m.Loops = slices.Clone(m.Loops)
	for _, l := range loops {
		info := &m.Loops[l]
		info.Upper = iterations(s.M, l)
		info.Lower, info.Exact, info.Amortized, info.Assumptions = expr.Size{}, false, nil, nil
	}
	return s.WithMethod(&m)
}

// iterations returns the symbol for the number of iterations of loop l.
func iterations(m *symval.Func, l int) expr.Size {
	path := fmt.Sprintf("%s%d of %s.%s", markPrefix, l, m.Fn.Method.Class.Name, m.Fn.Method.ID())
	return expr.SymbolSize(expr.Symbol{Path: path, Name: "iterations", Max: symval.MaxLength})
}

// countFollowing returns for each method an upper bound on the link-following calls that one call makes, including
// those of the methods that it calls with the same object. Only edges accepted by counts are counted. It fails if a
// loop around one of these calls has no bound.
func (r *Recursion) countFollowing(d *structuralRecursion, marked bool, counts func(*edge) bool) (map[int32]expr.Poly, bool) {
	out := map[int32]expr.Poly{}
	for _, v := range d.order {
		s := r.P.Sums[v]
		if marked {
			s = d.marked[v]
		}
		o := s.Evaluate(countingCalls, func(site *callees.CallSite) cost.Outcome {
			var n expr.Poly
			for _, t := range site.Targets {
				if !r.contains(t) {
					continue
				}
				to := int32(r.P.Positions[t])
				switch w := d.calls[edgeKey{v, site.Value, to}]; {
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

// follow sets the recursive calls of a structural recursion whose methods have the same parameters.
func (r *Recursion) follow(d *structuralRecursion) {
	r.calls = nil
	if d.differentParams {
		return
	}
	all := r.recursiveCalls()
	if d.differentParams = len(all) > 4*maxRecursiveCalls; !d.differentParams {
		r.calls = all
	}
}

// size returns the symbol that bounds the calls with an object if method v is called first.
func (r *Recursion) size(d *structuralRecursion, v int32) expr.Size {
	m := r.P.Sums[v].M
	kind := "tree"
	if d.chain {
		kind = "nodes"
	}
	if d.linksByParam == nil {
		n := heapsize.StructureSize(m, m.Fn.Params[d.node[v]], kind, d.links)
		if d.neverNull {
			n.Terms[0].Mono[0].Symbol.Min = 1
		}
		return n
	}
	var sum expr.Size
	for i, p := range m.Fn.Params {
		if links := d.linksByParam[i]; len(links) > 0 {
			sum = sum.Add(heapsize.StructureSize(m, p, kind, links))
		}
	}
	return sum
}
