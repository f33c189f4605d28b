package cfg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Check verifies the invariants that a graph's users rely on; tests call it. Dominators are compared with their
// definition where the graph is small, loops with theirs on every graph of a moderate size.
func Check(g *Graph) error {
	if err := g.checkBlocks(); err != nil {
		return err
	}
	if err := g.checkEdges(); err != nil {
		return err
	}
	if err := g.checkOrder(); err != nil {
		return err
	}
	if err := g.checkDominators(); err != nil {
		return err
	}
	if err := g.checkLoops(); err != nil {
		return err
	}
	return g.checkRegions()
}

func (g *Graph) checkBlocks() error {
	pc := 0
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Start != pc || b.End <= b.Start || b.Last < b.Start || g.Code.Next(b.Last) != b.End {
			return fmt.Errorf("block %d is [%d,%d) with last instruction %d, behind %d", i, b.Start, b.End, b.Last, pc)
		}
		throws := false
		for at := b.Start; at < b.End; at = g.Code.Next(at) {
			if g.BlockAt(at) != i {
				return fmt.Errorf("BlockAt(%d) is %d, not %d", at, g.BlockAt(at), i)
			}
			op := g.Code.Op(at)
			if at != b.Last && (op.IsConditional() || op.EndsFlow()) {
				return fmt.Errorf("block %d goes on behind the %s at %d", i, op, at)
			}
			if covered(g.Code, at) {
				throws = throws || CanThrow(g.Code, at)
				if at != b.Last && (op.IsStore() || op == classfile.OpIinc) {
					return fmt.Errorf("block %d goes on behind the %s at %d, in a handler's range", i, op, at)
				}
			}
		}
		if throws != b.Throws {
			return fmt.Errorf("block %d: Throws is %v", i, b.Throws)
		}
		pc = b.End
	}
	if pc != len(g.Code.Bytes) {
		return fmt.Errorf("the blocks end at %d, the code at %d", pc, len(g.Code.Bytes))
	}
	return nil
}

func covered(c *classfile.Code, pc int) bool {
	for _, h := range c.Handlers {
		if h.Covers(pc) {
			return true
		}
	}
	return false
}

func (g *Graph) checkEdges() error {
	n := 0
	for i := range g.Blocks {
		b := &g.Blocks[i]
		handler := int32(-1)
		for j := range b.Succs {
			e := &b.Succs[j]
			if int(e.From) != i || e != &g.Edges[n] {
				return fmt.Errorf("edge %d of block %d is misplaced", j, i)
			}
			n++
			if (e.Kind == Exception) != (e.Handler >= 0) || handler >= 0 && e.Handler <= handler {
				return fmt.Errorf("edge %d of block %d has handler %d behind %d", j, i, e.Handler, handler)
			}
			handler = e.Handler
			if e.Kind == Exception {
				h := &g.Code.Handlers[e.Handler]
				if !b.Throws || b.Start < h.Start || b.End > h.End || g.Blocks[e.To].Start != h.Target {
					return fmt.Errorf("block %d has an edge to handler %d, which does not cover it", i, e.Handler)
				}
			}
			if reachable := b.Reachable(); reachable != (e.Slot >= 0) {
				return fmt.Errorf("edge %d of block %d has slot %d", j, i, e.Slot)
			} else if reachable && int(g.Blocks[e.To].Preds[e.Slot]) != n-1 {
				return fmt.Errorf("edge %d of block %d is not in slot %d of block %d", j, i, e.Slot, e.To)
			}
		}
		for slot, e := range b.Preds {
			if int(g.Edges[e].To) != i || int(g.Edges[e].Slot) != slot {
				return fmt.Errorf("predecessor %d of block %d is the edge to slot %d of block %d", slot, i, g.Edges[e].Slot, g.Edges[e].To)
			}
		}
	}
	if n != len(g.Edges) {
		return fmt.Errorf("%d edges belong to no block", len(g.Edges)-n)
	}
	return nil
}

func (g *Graph) checkOrder() error {
	reached := g.reach(0, -1)
	if g.RPO[0] != 0 {
		return errors.New("the entry is not the first of the order")
	}
	for i, b := range g.RPO {
		if int(g.Blocks[b].Order) != i {
			return fmt.Errorf("block %d has order %d, not %d", b, g.Blocks[b].Order, i)
		}
	}
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Reachable() != reached[i] {
			return fmt.Errorf("block %d: Reachable is %v", i, b.Reachable())
		}
		if !b.Reachable() && (b.Loop >= 0 || b.Region >= 0 || len(b.Preds) > 0) {
			return fmt.Errorf("block %d is unreachable, but in a loop, region or predecessor list", i)
		}
		// In a postorder of any depth-first search a block comes behind its successors, but for those that it
		// can be reached from.
		if i != 0 && b.Reachable() && !slices.ContainsFunc(b.Preds, func(e int32) bool { return g.Blocks[g.Edges[e].From].Order < b.Order }) {
			return fmt.Errorf("block %d comes before all of its predecessors", i)
		}
	}
	return nil
}

// reach returns the blocks that can be reached from one without passing another.
func (g *Graph) reach(from, without int) []bool {
	seen := make([]bool, len(g.Blocks))
	if from == without {
		return seen
	}
	seen[from] = true
	work := []int{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.Blocks[b].Succs {
			if to := int(e.To); to != without && !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return seen
}

// maxNaive is the number of blocks up to which definitions of quadratic cost are checked.
const maxNaive = 60

func (g *Graph) checkDominators() error {
	for i := range g.Blocks {
		p := g.Dominators.Parent(i)
		if (p < 0) != (i == 0 || !g.Blocks[i].Reachable()) {
			return fmt.Errorf("block %d has the immediate dominator %d", i, p)
		}
		if p >= 0 && (!g.Dominators.Dominates(p, i) || g.Dominators.Dominates(i, p)) {
			return fmt.Errorf("block %d: Dominates contradicts Parent %d", i, p)
		}
	}
	if len(g.Blocks) > maxNaive {
		return nil
	}
	for a := range g.Blocks {
		without := g.reach(0, a)
		for b := range g.Blocks {
			want := g.Blocks[a].Reachable() && g.Blocks[b].Reachable() && !without[b]
			if got := g.Dominators.Dominates(a, b); got != want {
				return fmt.Errorf("block %d dominates %d: %v, by definition %v", a, b, got, want)
			}
		}
	}
	return nil
}

func (g *Graph) checkLoops() error {
	inBody := make([]int, len(g.Blocks))
	headers := map[int32]int{}
	for l := range g.Loops {
		k := &g.Loops[l]
		if _, twice := headers[k.Header]; twice || k.Blocks[0] != k.Header {
			return fmt.Errorf("loop %d: header %d is another's too, or not the first block", l, k.Header)
		}
		headers[k.Header] = l
		depth := int32(1)
		if p := k.Parent; p >= 0 {
			depth += g.Loops[p].Depth
			if int(p) >= l || k.End > g.Loops[p].End || !g.InLoop(int(k.Header), int(p)) {
				return fmt.Errorf("loop %d is not within its parent %d", l, p)
			}
		}
		if depth != k.Depth || int(k.End) <= l {
			return fmt.Errorf("loop %d has depth %d and end %d", l, k.Depth, k.End)
		}
		for _, b := range k.Blocks {
			inBody[b]++
			if !g.InLoop(int(b), l) || !g.Dominators.Dominates(int(k.Header), int(b)) {
				return fmt.Errorf("loop %d has block %d, which its header does not dominate", l, b)
			}
			if b == k.Header {
				continue
			}
			for _, e := range g.Blocks[b].Preds {
				if from := g.Edges[e].From; !g.InLoop(int(from), l) {
					return fmt.Errorf("loop %d can be entered from %d at %d, which is not its header", l, from, b)
				}
			}
		}
		for _, e := range k.BackEdges {
			if g.Edges[e].To != k.Header || !g.InLoop(int(g.Edges[e].From), l) {
				return fmt.Errorf("loop %d has the edge %d to %d for a back edge", l, g.Edges[e].From, g.Edges[e].To)
			}
		}
	}
	for i := range g.Blocks {
		depth := 0
		if l := g.Blocks[i].Loop; l >= 0 {
			depth = int(g.Loops[l].Depth)
		}
		if depth != inBody[i] {
			return fmt.Errorf("block %d is in %d loops, its innermost has depth %d", i, inBody[i], depth)
		}
	}
	for i := range g.Edges { // all back edges belong to a loop; other retreating edges are within regions
		e := &g.Edges[i]
		from, to := &g.Blocks[e.From], &g.Blocks[e.To]
		if !from.Reachable() || from.Order < to.Order {
			continue
		}
		if g.Dominators.Dominates(int(e.To), int(e.From)) {
			l, ok := headers[e.To]
			if !ok || !slices.Contains(g.Loops[l].BackEdges, int32(i)) {
				return fmt.Errorf("the back edge %d to %d belongs to no loop", e.From, e.To)
			}
		} else if from.Region < 0 || from.Region != to.Region {
			return fmt.Errorf("the retreating edge %d to %d is in no irreducible region", e.From, e.To)
		}
	}
	return nil
}

func (g *Graph) checkRegions() error {
	total := 0
	for i := range g.Irreducible {
		r := &g.Irreducible[i]
		if len(r.Entries) < 2 {
			return fmt.Errorf("region %d has %d entries", i, len(r.Entries))
		}
		for _, b := range r.Blocks {
			if int(g.Blocks[b].Region) != i {
				return fmt.Errorf("block %d of region %d is in region %d", b, i, g.Blocks[b].Region)
			}
		}
		total += len(r.Blocks)
	}
	for i := range g.Blocks {
		if g.Blocks[i].Region >= 0 {
			total--
		}
	}
	if total != 0 {
		return fmt.Errorf("the regions have %d blocks more than say so", total)
	}
	return nil
}

// CheckTiling verifies that the tiles partition the instructions, and that blocks count their tiles. After TileParts, each
// tile counts one part for each push and store that is not its root.
func CheckTiling(g *Graph, t *Tiling) error {
	tile := make([]int32, len(g.Code.Bytes))
	for i, k := range t.Tiles {
		pcs, patterns := t.PCs(i), t.Patterns(i)
		if i > 0 && k.Root <= t.Tiles[i-1].Root || !slices.Contains(pcs, k.Root) || !slices.IsSorted(pcs) {
			return fmt.Errorf("tile %d with root %d and instructions %d is out of order", i, k.Root, pcs)
		}
		if len(patterns) == 0 {
			return fmt.Errorf("the tile at %d has no pattern", k.Root)
		}
		parts := 0.0
		for _, p := range patterns {
			if p.ID.Operation().Part() {
				parts += p.N
			}
			if p.N <= 0 || p.ID.Operation() == pattern.NoOperation {
				return fmt.Errorf("the tile at %d has the patterns %v", k.Root, patterns)
			}
		}
		if absorbed := absorbedParts(g, k, pcs); t.parts && parts != absorbed || !t.parts && parts != 0 {
			return fmt.Errorf("the tile at %d counts %v parts, and absorbs %v pushes and stores", k.Root, parts, absorbed)
		}
		for _, pc := range pcs {
			if tile[pc] != 0 {
				return fmt.Errorf("the instruction at %d is in tiles %d and %d", pc, tile[pc]-1, i)
			}
			tile[pc] = int32(i + 1)
		}
	}
	instructions := 0
	for pc := 0; pc < len(tile); pc = g.Code.Next(pc) {
		instructions++
		if tile[pc] == 0 {
			return fmt.Errorf("the %s at %d is in no tile", g.Code.Op(pc), pc)
		}
	}
	n := 0
	for b := range g.Blocks {
		var sum pattern.Counts
		for _, k := range t.InBlock(b) {
			if t.Tiles[n] != k || int(k.Root) < g.Blocks[b].Start || int(k.Root) >= g.Blocks[b].End {
				return fmt.Errorf("the tile at %d is not in block %d", k.Root, b)
			}
			sum = sum.Add(t.Patterns(n))
			n++
		}
		if !slices.Equal(sum, t.Counts(b)) {
			return fmt.Errorf("block %d counts %v, its tiles %v", b, t.Counts(b), sum)
		}
		instructions -= t.Instructions(b)
	}
	if n != len(t.Tiles) || instructions != 0 {
		return fmt.Errorf("the blocks have %d tiles of %d, and %d instructions too few", n, len(t.Tiles), instructions)
	}
	return nil
}

// absorbedParts counts the pushes and stores among the instructions of a tile, its root aside.
func absorbedParts(g *Graph, k Piece, pcs []int32) float64 {
	n := 0.0
	for _, pc := range pcs {
		if op := g.Code.Op(int(pc)); pc != k.Root && (op.IsLoad() || op.IsStore() || op >= classfile.OpAconstNull && op <= classfile.OpLdc2W) {
			n++
		}
	}
	return n
}
