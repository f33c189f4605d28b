package absint

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/ssa"
)

// A recursion over objects has an object at each call from which the next calls follow links: a node of a list or a
// tree. What it uses up is a size of the data structure, as for the loops of walks.go and worklists.go. Where a call
// makes at most one recursive call, that is the longest way along the links, the symbol nodes(n.next). Where it makes
// several, but each link leads to one of them, it is the nodes below the first, once for each way there: the symbol
// tree(n.left|right). Both count the object itself and no null, and hold while the links stay as they are.
//
// Methods that call each other with the same object are one step of such a recursion: node.accept(visitor) and
// visitor.visit(node).

// maxDescending bounds the methods of a recursion over objects, maxLinks the links that it follows: whatever implements
// an interface by asking others is no data structure that anybody could name the size of.
const (
	maxDescending = 48
	maxLinks      = 4
)

// descent is a recursion over objects.
type descent struct {
	node   map[int32]int // by method, the parameter that has the object
	order  []int32       // the methods, those called with the same object first
	downs  map[downKey]*down
	chain  bool
	links  []string
	both   map[int][]string // of one method whose calls follow links from one of several objects: the links, by parameter
	loose  bool             // the methods have different parameters: what a call costs is not followed from one to the next
	never  bool             // the object is never null
	nulls  map[int32]Poly
	paid   map[int32][]int // loops that take an element in each iteration, which the call for the element pays
	marked map[int32]*costSummary
}

type downKey struct {
	caller int32
	call   ssa.ID
	to     int32
}

// down is a call that follows links, or none.
type down struct {
	reach
	sure  bool // the object is not null
	maybe bool // it may be, and is then none of those that are counted
}

// descend looks for the objects that a recursion follows links from.
func (r *recursion) descend() (*descent, bool) {
	if len(r.members) > maxDescending || !r.plain() {
		return nil, false
	}
	loose := !r.alike()
	first := r.p.sums[r.members[0]]
	for i, v := range first.m.f.Params {
		if first.m.f.Values[v].Type != 'a' {
			continue
		}
		d := &descent{node: map[int32]int{r.members[0]: i}, downs: map[downKey]*down{}, loose: loose}
		if r.assign(d) && d.sort(r.members) && r.staysAsItIs(d) && r.usesUp(d) {
			r.follow(d)
			return d, true
		}
	}
	return r.descendTogether()
}

// callsWithin are the calls by which method v recurs, each with a method that it calls.
func (r *recursion) callsWithin(v int32) iter.Seq2[*callSite, int32] {
	s := r.p.sums[v]
	return func(yield func(*callSite, int32) bool) {
		for site := range s.allCalls() {
			if r.cutsOff(s, site) {
				continue
			}
			for _, t := range site.targets {
				if r.inside(t) && !yield(site, int32(r.p.index[t])) {
					return
				}
			}
		}
	}
}

// assign finds the parameters that have the objects, from that of the first method on.
func (r *recursion) assign(d *descent) bool {
	work := []int32{r.members[0]}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		m := r.p.sums[v].m
		if d.node[v] >= len(m.f.Params) {
			return false
		}
		param := m.f.Params[d.node[v]]
		for site, to := range r.callsWithin(v) {
			callee := r.p.sums[to]
			at, known := d.node[to]
			var way reach
			found := false
			for i, p := range callee.m.f.Params {
				if known && i != at || i >= len(site.args) || callee.m.f.Values[p].Type != 'a' {
					continue
				}
				if way, found = m.reaches(site.args[i], param, nil); found {
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
			block := m.f.Values[site.value].Block
			if way.over >= 0 && !m.g.InLoop(int(block), way.over) {
				way.over = -1
			}
			one := &down{reach: way}
			receiver := at == 0 && !callee.Method.Static()
			one.sure = receiver || m.knownObject(site.args[at], param, block)
			d.downs[downKey{v, site.value, to}] = one
		}
	}
	d.never = true
	for _, v := range r.members {
		d.never = d.never && d.node[v] == 0 && !r.p.sums[v].Method.Static()
	}
	return len(d.node) == len(r.members)
}

// sort orders the methods by their calls with the same object. ok is false where those go round in a circle.
func (d *descent) sort(members []int32) (ok bool) {
	same := map[int32][]int32{}
	for k, w := range d.downs {
		if w.steps == 0 {
			if len(w.paths) > 1 || w.many {
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
func (r *recursion) staysAsItIs(d *descent) bool {
	var stays []fieldStore
	var holders []string
	for _, w := range d.downs {
		stays = append(stays, w.stays...)
		holders = append(holders, w.holders...)
	}
	others := &relinking{r: r, stays: stays, holders: holders, known: map[relinked]bool{}}
	for _, v := range r.members {
		s := r.p.sums[v]
		param := s.m.f.Params[d.node[v]]
		var changes []ssa.ID
		for _, b := range s.m.g.RPO {
			for _, u := range s.m.f.Body[b] {
				if s.m.changes(u, param, stays, holders) {
					changes = append(changes, u)
				}
			}
			for i := range s.calls[b] {
				if others.call(s, &s.calls[b][i], param) {
					changes = append(changes, s.calls[b][i].value)
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
func (r *recursion) comesBefore(v int32, u ssa.ID) bool {
	m := r.p.sums[v].m
	x := &m.f.Values[u]
	var calls []int32
	behind := false // in the same block
	for site := range r.callsWithin(v) {
		y := &m.f.Values[site.value]
		calls = append(calls, y.Block)
		behind = behind || y.Block == x.Block && y.PC > x.PC
	}
	before := m.before(calls, func(*cfg.Edge) bool { return true })
	return behind || slices.ContainsFunc(m.g.Blocks[x.Block].Succs, func(e cfg.Edge) bool { return before[e.To] })
}

// usesUp reports whether the calls follow each link once for each object: then the links bound them. Where they follow one
// link in all, of any name, they are a chain.
func (r *recursion) usesUp(d *descent) bool {
	r.mark(d)
	all, ok := r.countDowns(d, true, func(*down) bool { return true })
	if !ok {
		return false
	}
	single := true
	for _, n := range all {
		c := n.of(headerExecutions)
		single = single && (len(c.terms) == 0 || len(c.terms) == 1 && len(c.terms[0].mono) == 0 && c.terms[0].coef <= 1)
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
	d.nulls, ok = r.countDowns(d, false, func(w *down) bool { return w.maybe })
	return ok
}

// collectLinks sets the links that the calls follow: single ones in a chain, else whole paths. It fails where a loop makes
// a path of any length, and where the links are too many.
func (d *descent) collectLinks() bool {
	var paths []string
	for _, w := range d.downs {
		w.maybe = !w.sure && (d.chain || w.over < 0 || !w.each)
		if w.steps == 0 {
			continue
		}
		if d.chain {
			d.links = append(d.links, w.letters...)
			continue
		}
		if w.many {
			return false
		}
		paths = append(paths, w.paths...)
	}
	if !d.chain {
		d.links = paths
	}
	slices.Sort(d.links)
	d.links = slices.Compact(d.links)
	return len(d.links) <= maxLinks
}

// followsOnce reports whether one path is followed at most once for each object.
func (r *recursion) followsOnce(d *descent, path string) bool {
	follows := func(w *down) bool { return slices.Contains(w.paths, path) }
	counts, ok := r.countDowns(d, true, follows)
	for _, n := range counts {
		ok = ok && atMostOncePerMark(n)
	}
	return ok && r.onceInLoops(d, follows)
}

// atMostOncePerMark reports whether a count of calls is at most one, or at most one in each iteration of a marked loop.
func atMostOncePerMark(p Poly) bool {
	n := p.of(headerExecutions)
	switch {
	case len(n.terms) == 0:
		return true
	case len(n.terms) > 1 || n.terms[0].coef > 1:
		return false
	}
	x := n.terms[0].mono
	return len(x) == 0 || len(x) == 1 && x[0].kind == symbolAtom && strings.HasPrefix(x[0].symbol.Path, markPrefix)
}

// onceInLoops says whether calls are only repeated by the loops in which they are for another element each time: any other
// loop follows its links as often as it runs.
func (r *recursion) onceInLoops(d *descent, follows func(*down) bool) bool {
	type place struct {
		caller int32
		over   int
	}
	seen := map[place]bool{}
	for k, w := range d.downs {
		at := place{k.caller, w.over}
		if w.steps == 0 || seen[at] || !follows(w) {
			continue
		}
		seen[at] = true
		own := map[*down]bool{}
		for k, w := range d.downs {
			own[w] = k.caller == at.caller && w.over == at.over
		}
		counts, ok := r.countDowns(d, true, func(w *down) bool { return own[w] && follows(w) })
		if !ok {
			return false
		}
		for _, n := range counts {
			for _, t := range n.of(headerExecutions).terms {
				if len(t.mono) > 0 && (at.over < 0 || t.mono[0].key != r.p.sums[at.caller].m.mark(at.over).terms[0].mono[0].key) {
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
func (r *recursion) mark(d *descent) {
	d.marked, d.paid = map[int32]*costSummary{}, map[int32][]int{}
	for _, v := range r.members {
		var over []int
		for k, w := range d.downs {
			if k.caller != v || w.over < 0 || r.p.sums[v].m.loops[w.over].upper.bad {
				continue
			}
			over = append(over, w.over)
			if w.each && r.p.sums[v].m.loops[w.over].amortized == nil {
				d.paid[v] = append(d.paid[v], w.over)
			}
		}
		slices.Sort(d.paid[v])
		d.paid[v] = slices.Compact(d.paid[v])
		slices.Sort(over)
		d.marked[v] = r.p.sums[v].withMarks(slices.Compact(over))
	}
}

// withMarks is the method as if each of the loops ran as often as a symbol of its own says.
func (s *costSummary) withMarks(loops []int) *costSummary {
	if len(loops) == 0 {
		return s
	}
	m := *s.m
	m.loops = slices.Clone(m.loops)
	for _, l := range loops {
		info := &m.loops[l]
		info.upper = s.m.mark(l)
		info.lower, info.exact, info.amortized, info.assumptions = Size{}, false, nil, nil
	}
	return s.withMethod(&m)
}

func (m *method) mark(l int) Size {
	path := fmt.Sprintf("%s%d of %s.%s", markPrefix, l, m.f.Method.Class.Name, m.f.Method.ID())
	return SymbolSize(Symbol{Path: path, Name: "iterations", Max: maxLength})
}

// countDowns counts, per method, the calls for another object that one call makes, on the way that makes the most: with
// those that it calls with the same object. ok is false where a loop that matters has no bound.
func (r *recursion) countDowns(d *descent, marked bool, counts func(*down) bool) (map[int32]Poly, bool) {
	out := map[int32]Poly{}
	for _, v := range d.order {
		s := r.p.sums[v]
		if marked {
			s = d.marked[v]
		}
		o := s.evaluate(countingCalls, func(site *callSite) Outcome {
			var n Poly
			for _, t := range site.targets {
				if !r.inside(t) {
					continue
				}
				to := int32(r.p.index[t])
				switch w := d.downs[downKey{v, site.value, to}]; {
				case w == nil:
				case w.steps > 0 && counts(w):
					n = join(n, oneCall)
				case w.steps == 0:
					n = join(n, out[to])
				}
			}
			return Outcome{Poly: n}
		})
		if len(o.Reasons) > 0 {
			return nil, false
		}
		out[v] = o.Poly
	}
	return out, true
}

// follow finds how the sizes move from one call to the next, where the methods have the same parameters.
func (r *recursion) follow(d *descent) {
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
func (r *recursion) size(d *descent, v int32) Size {
	m := r.p.sums[v].m
	kind := "tree"
	if d.chain {
		kind = "nodes"
	}
	if d.both == nil {
		n := m.structure(m.f.Params[d.node[v]], kind, d.links)
		if d.never {
			n.terms[0].mono[0].symbol.Min = 1
		}
		return n
	}
	var sum Size
	for i, p := range m.f.Params {
		if links := d.both[i]; len(links) > 0 {
			sum = sum.Add(m.structure(p, kind, links))
		}
	}
	return sum
}
