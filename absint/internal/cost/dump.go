package cost

import (
	"fmt"

	"github.com/energylint/energylint/internal/plain"
)

// String returns the expression for people, without costs: loops, alternatives and blocks by their numbers.
func (x *expression) String() string {
	d := &dumper{x: x}
	d.dump(func(int32) string { return "" }, func(l int32) string { return fmt.Sprintf("loop %d", l) }, func(b int32) string { return fmt.Sprintf("block %d", b) })
	return d.String()
}

// Dump writes the cost expression of the method as a tree in which each part has its cost, as text writes it. What several
// parts lead to stands once, under a number.
func (e *Evaluator) Dump(text func(Outcome) string) string {
	m := e.S.M
	d := &dumper{x: &e.S.Expr}
	d.dump(func(id int32) string {
		if t := text(e.Node(id)); t != "" {
			return ": " + t
		}
		return ""
	}, func(l int32) string {
		return fmt.Sprintf("loop %d at %s, %s", l, m.Place(int(l)), &m.Loops[l])
	}, func(b int32) string {
		return fmt.Sprintf("block %d at %s", b, m.PlaceAt(m.CFG.Blocks[b].Start))
	})
	return d.String()
}

// maxNested bounds how deep parts of an expression stand inside each other: deeper ones get a number, too.
const maxNested = 8

// dumper writes an expression. Parts that are used more than once, or that are too deep, are written behind the tree.
type dumper struct {
	plain.Listing
	x           *expression
	uses        []int32 // by node
	parts       map[int32]int
	queue       []int32
	cost        func(id int32) string
	loop, block func(id int32) string
}

func (d *dumper) dump(cost, loop, block func(int32) string) {
	d.cost, d.loop, d.block = cost, loop, block
	d.uses, d.parts = make([]int32, len(d.x.nodes)), map[int32]int{}
	d.countUses()
	d.write(0, d.x.Root, true)
	for len(d.queue) > 0 && !d.Full() {
		id := d.queue[0]
		d.queue = d.queue[1:]
		d.Add(0, "part %d%s", d.parts[id], d.cost(id))
		d.write(1, id, true)
	}
}

// countUses counts in how many places each node stands, each reachable node visited once.
func (d *dumper) countUses() {
	todo := []int32{d.x.Root}
	use := func(id int32) {
		if d.uses[id]++; d.uses[id] == 1 {
			todo = append(todo, id)
		}
	}
	d.uses[d.x.Root] = 1
	for len(todo) > 0 {
		n := &d.x.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		switch n.kind {
		case seqNode, altNode:
			use(n.first)
			use(n.second)
		case loopNode, finalNode:
			use(n.first)
		}
	}
}

// write writes node id; top is set where its place has been prepared: as the root, or under its number.
func (d *dumper) write(level int, id int32, top bool) {
	for { // one after the other
		if d.Full() {
			return
		}
		n := &d.x.nodes[id]
		branches := n.kind == seqNode || n.kind == altNode
		if branches && !top && (d.uses[id] > 1 || level > maxNested) {
			d.Add(level, "then part %d", d.part(id))
			return
		}
		if n.kind != seqNode {
			d.writeOne(level, id)
			return
		}
		d.write(level, n.first, false)
		id, top = n.second, false
	}
}

// part is the number of a node that is written behind the tree.
func (d *dumper) part(id int32) int {
	k, ok := d.parts[id]
	if !ok {
		k = len(d.parts) + 1
		d.parts[id] = k
		d.queue = append(d.queue, id)
	}
	return k
}

// writeOne writes a node that is no sequence.
func (d *dumper) writeOne(level int, id int32) {
	n := &d.x.nodes[id]
	switch n.kind {
	case emptyNode:
		d.Add(level, "end")
	case infeasibleNode:
		d.Add(level, "no path")
	case throwNode:
		d.Add(level, "throws")
	case blockNode:
		d.Add(level, "%s%s", d.block(n.id), d.cost(id))
	case partialNode:
		d.Add(level, "%s, cut short by an exception%s", d.block(n.id), d.cost(id))
	case raiseNode:
		d.Add(level, "an exception of block %d is raised and caught%s", d.x.Raises[n.id].Block, d.cost(id))
	case altNode:
		d.Add(level, "one of%s", d.cost(id))
		d.alternatives(level+1, id)
	case loopNode:
		d.Add(level, "%s%s", d.loop(n.id), d.cost(id))
		d.write(level+1, n.first, d.uses[n.first] == 1)
	case finalNode:
		d.Add(level, "last, partial iteration of loop %d and what follows%s", n.id, d.cost(id))
		d.write(level+1, n.first, d.uses[n.first] == 1)
	case unknownNode:
		d.Add(level, "no bound: %s", d.x.reasons[n.id])
	}
}

// alternatives writes the branches of an alternative, of which there may be alternatives again: of a switch.
func (d *dumper) alternatives(level int, id int32) {
	todo := []int32{id}
	k := 0
	for len(todo) > 0 && !d.Full() {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := &d.x.nodes[at]
		if n.kind == altNode && (at == id || d.uses[at] == 1) {
			todo = append(todo, n.second, n.first)
			continue
		}
		k++
		d.Add(level, "branch %d%s", k, d.cost(at))
		d.write(level+1, at, false)
	}
}
