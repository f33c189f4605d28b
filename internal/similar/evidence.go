package similar

import "slices"

// evidence is a matching of all nodes, by which pairs of tasks are judged.
type evidence struct {
	a, b   *flat
	of     map[int32]pair // by node of a
	placed map[int32]bool // by node of a
	hands  map[int32]bool // by framework method of a: it calls the same callback as its partner
	equal  []int32        // prefix sums of the pairs with equal labels over a's numbers: subtrees are ranges
}

func newEvidence(a, b *flat, pairs []pair) *evidence {
	e := &evidence{a: a, b: b, of: map[int32]pair{}, hands: map[int32]bool{}, equal: make([]int32, a.size()+1)}
	for _, p := range pairs {
		e.of[p.a] = p
		if p.equal {
			e.equal[p.a+1] = 1
		}
	}
	for v := range a.size() {
		e.equal[v+1] += e.equal[v]
	}
	for _, p := range pairs {
		if caller, mapped := e.of[a.parent[p.a]]; mapped && p.equal && a.nodes[p.a].App && b.nodes[p.b].App && caller.b == b.parent[p.b] {
			matched, _ := e.shared(p)
			e.hands[caller.a] = e.hands[caller.a] || matched > 0
		}
	}
	return e
}

// shared returns how many calls below a pair are matched, and how many there are on the side that has more.
func (e *evidence) shared(p pair) (matched, most int32) {
	return e.equal[e.a.last[p.a]] - e.equal[p.a+1], max(e.a.last[p.a]-p.a, e.b.last[p.b]-p.b) - 1
}

// alike reports whether two nodes do the same: they have one name, or run a callback of one name with a call in common, as
// Thread.start and Executor.execute do, or at least half of what each of them calls is matched.
func (e *evidence) alike(p pair) bool {
	matched, most := e.shared(p)
	return p.equal || e.hands[p.a] || matched > 0 && 2*matched >= most
}

// moved reports whether two callbacks do the same by what they call alone: nearly all of it, and more than a call or two.
func (e *evidence) moved(p pair) bool {
	matched, most := e.shared(p)
	return matched >= 3 && 4*matched >= 3*most
}

// place marks the pairs that are in the same place: whose callers are matched with each other and do the same, up to the
// roots, or up to callbacks that are clearly the same in another place.
func (e *evidence) place(pairs []pair) {
	e.placed = map[int32]bool{}
	for _, p := range pairs { // callers first
		caller, mapped := e.of[e.a.parent[p.a]]
		together := mapped && caller.b == e.b.parent[p.b] && e.placed[caller.a]
		e.placed[p.a] = p.a == 0 && p.b == 0 || p.a > 0 && together && e.alike(p) || e.a.nodes[p.a].App && e.b.nodes[p.b].App && e.moved(p)
	}
}

// matchTasks keeps the pairs of tasks that are in the same place: others match by chance.
func matchTasks(a, b *flat, pairs []pair) []pair {
	e := newEvidence(a, b, pairs)
	e.place(pairs)
	return slices.DeleteFunc(pairs, func(p pair) bool { return !a.task(p.a) || !b.task(p.b) || !e.placed[p.a] })
}
