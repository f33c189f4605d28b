package cfg

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Piece is one tile: a set of instructions that the energy model prices as one statement: a root, the pure
// pushes that feed it, and the store that takes its result.
type Piece struct {
	Root     int32 // pc of the instruction that does the work
	pcs, ids int32 // ends of its part of Tiling.pcs and Tiling.ids; they begin where the piece before ends
}

// Allocation is an instruction that creates an array, for those who know how long it gets.
type Allocation struct {
	PC         int
	Dimensions int          // arrays within arrays that it creates: 1 but for multianewarray
	Leaf       pattern.Type // element type of the innermost arrays that it creates
	LeafBytes  int          // size of one element of those
	Size       pattern.Size // data size of the allocation's pattern
	Length     int64        // the constant length, -1 where it is computed or Dimensions is not 1
}

// Level returns the element type and size of the arrays created for dimension k, from 0: references but for the
// last.
func (a *Allocation) Level(k int) (t pattern.Type, bytes int) {
	if k == a.Dimensions-1 {
		return a.Leaf, a.LeafBytes
	}
	return pattern.Reference, ReferenceBytes
}

// ReferenceBytes is the size of a reference in an array: HotSpot compresses them in heaps below 32 GB.
const ReferenceBytes = 4

// ZeroingUnit is the number of bytes of a new array that one ArrayZeroing pattern stands for. The first so many
// are part of the measured allocation.
const ZeroingUnit = 64

// Zeroing returns the pattern that ZeroingUnit bytes of a new array cost, of constant zeros.
func Zeroing(element pattern.Type) pattern.ID {
	return pattern.Of(pattern.ArrayZeroing, element, pattern.Constant)
}

// zeroings returns how many of those an array of so many bytes costs.
func zeroings(bytes int64) int64 {
	return max(0, (bytes-1)/ZeroingUnit)
}

// Tiling is a graph's tiles. Every instruction, unreachable ones too, belongs to exactly one.
//
// Blocks that only exception handling parts (each the one normal successor, by falling through, of the one
// before it, which has no other way out but into handlers) are tiled as one, so that a try statement does not
// change what its statements cost. A tile then counts in the block of its root.
type Tiling struct {
	Tiles       []Piece      // ascending by Root
	Allocations []Allocation // ascending by PC

	pcs    []int32      // of the instructions, tile by tile
	ids    []pattern.ID // of the tiles
	counts pattern.Counts
	blocks []blockTiles
	parts  bool // of TileParts
}

// blockTiles are ends in the slices of the Tiling: a block's part begins where that of the block before ends.
type blockTiles struct{ tiles, counts, instructions int32 }

// Instructions returns the number of instructions of block b, whatever tiles they belong to.
func (t *Tiling) Instructions(b int) int {
	n := int(t.blocks[b].instructions)
	if b > 0 {
		n -= int(t.blocks[b-1].instructions)
	}
	return n
}

// InBlock returns the tiles whose root is in block b.
func (t *Tiling) InBlock(b int) []Piece {
	from, to := t.tileRange(b)
	return t.Tiles[from:to:to]
}

func (t *Tiling) tileRange(b int) (from, to int32) {
	if b > 0 {
		from = t.blocks[b-1].tiles
	}
	return from, t.blocks[b].tiles
}

// Counts returns what one execution of block b costs: the patterns of its tiles.
func (t *Tiling) Counts(b int) pattern.Counts {
	from, to := int32(0), t.blocks[b].counts
	if b > 0 {
		from = t.blocks[b-1].counts
	}
	return t.counts[from:to:to]
}

// PCs returns the pcs of the instructions of tile i, ascending.
func (t *Tiling) PCs(i int) []int32 {
	from, to := int32(0), t.Tiles[i].pcs
	if i > 0 {
		from = t.Tiles[i-1].pcs
	}
	return t.pcs[from:to:to]
}

// Patterns returns what tile i costs: one pattern, for calls one more per argument, for the return of a synchronized method
// two of its lock, for arrays of constant length the zeroing, and after TileParts the parts.
func (t *Tiling) Patterns(i int) pattern.Counts {
	c := pattern.Tally(t.tileIDs(i)...)
	if id, n := t.zeroing(t.Tiles[i].Root); n > 0 {
		c = c.Add(pattern.Single(id, n))
	}
	return c
}

func (t *Tiling) tileIDs(i int) []pattern.ID {
	from, to := int32(0), t.Tiles[i].ids
	if i > 0 {
		from = t.Tiles[i-1].ids
	}
	return t.ids[from:to:to]
}

// zeroing returns what zeroing an array of constant length costs beyond its allocation at root.
func (t *Tiling) zeroing(root int32) (pattern.ID, float64) {
	i, ok := slices.BinarySearchFunc(t.Allocations, int(root), func(a Allocation, pc int) int { return a.PC - pc })
	if !ok {
		return 0, 0
	}
	a := &t.Allocations[i]
	y, bytes := a.Level(0)
	return Zeroing(y), float64(zeroings(a.Length * int64(bytes)))
}

// Tile covers the graph's code with tiles, as the specification's table has it. Readings of it:
//
//   - A receiver is an argument of the call: it is pushed here and local variable 0 there.
//   - The store that takes a tile's result is in that tile; where dup made copies of the result, only the first
//     is, and the others are variable declarations of their own.
//   - A push belongs to the first tile that consumes it, and gives that tile its size. A copy that dup made is a
//     value left on the stack: Load.
//   - x ^ -1 is a bit complement of the size of x.
//   - multianewarray counts its outermost array. The arrays within are up to who knows the lengths.
//   - A synchronized method locks and unlocks where it returns, once per call.
//   - Zeroing is counted where Allocation.Length says a constant, and else up to who knows the length.
//
// The error says which instruction has no pattern: an invokedynamic without its bootstrap method.
func Tile(g *Graph) (*Tiling, error) { return tile(g, false) }

// TileParts is Tile for models that price the parts of tiles: besides its own pattern, a tile counts an operand push for
// every push that feeds it and a result store for the store that takes its result. So each instruction counts once, but
// for a comparison, which is in the pattern of the branch that consumes it.
func TileParts(g *Graph) (*Tiling, error) { return tile(g, true) }

func tile(g *Graph, parts bool) (*Tiling, error) {
	t := tilers.Get().(*tiler)
	t.withParts = parts
	r, err := t.tile(g)
	t.g = nil
	tilers.Put(t) // not deferred: after a panic it is not fit for use
	return r, err
}

var tilers = sync.Pool{New: func() any { return &tiler{counts: make([]float64, pattern.Triples)} }}

// tiler is the memory for tiling one graph after the other.
type tiler struct {
	class      *classfile.Class
	bootstraps []classfile.Bootstrap

	g         *Graph
	withParts bool         // count pushes and stores beside their tiles
	pcs       []int32      // by instruction
	owner     []int32      // instruction to the root of its tile, or to one that this root has taken over; -1 none yet
	ids       []pattern.ID // root to its pattern
	taken     []bool       // root whose result has been stored already
	stack     []slot
	extras    []extra
	types     []pattern.Type // of the arguments of the call at hand
	allocs    []Allocation
	counts    []float64 // by pattern ID
	met       []pattern.ID
	sums      pattern.Counts
	fill      []int32

	pieceArena arena[Piece]
	pcArena    arena[int32]
	idArena    arena[pattern.ID]
	blockArena arena[blockTiles]
	countArena arena[pattern.Count]
}

// slot is what is known of a slot of the operand stack: the instruction that made the value, doubled, and whether
// it is a copy that dup made. Long and double values take two equal slots.
type slot int32

const unknown slot = -1 // a value from another block

func (s slot) at() int32 { return int32(s >> 1) }

// extra is what a tile counts besides the pattern of its root: an argument of a call, or a part.
type extra struct {
	root int32
	id   pattern.ID
}

func (t *tiler) tile(g *Graph) (*Tiling, error) {
	t.g = g
	t.stack = t.stack[:0]
	n := g.Code.Count
	t.pcs, t.owner = slices.Grow(t.pcs[:0], n), slices.Grow(t.owner[:0], n)[:n]
	t.ids, t.taken = slices.Grow(t.ids[:0], n)[:n], slices.Grow(t.taken[:0], n)[:n]
	t.extras, t.allocs = t.extras[:0], t.allocs[:0]
	for i := range n {
		t.owner[i], t.taken[i] = -1, false
	}
	synchronized := g.Code.Method != nil && g.Code.Method.Access&classfile.AccSynchronized != 0
	b := -1
	for pc := 0; pc < len(g.Code.Bytes); pc = g.Code.Next(pc) {
		if b+1 < len(g.Blocks) && g.Blocks[b+1].Start == pc {
			if b++; !g.continues(b) {
				t.stack = t.stack[:0]
			}
		}
		i := int32(len(t.pcs))
		t.pcs = append(t.pcs, int32(pc))
		if err := t.step(i, pc, g.Code.Op(pc)); err != nil {
			return nil, err
		}
		if synchronized && g.Code.Op(pc).IsReturn() {
			lock := extra{i, pattern.Of(pattern.Monitor, pattern.Reference, pattern.Load)}
			t.extras = append(t.extras, lock, lock)
		}
	}
	for i, o := range t.owner {
		if o < 0 { // a push that no tile consumed
			_, y, size := t.pushed(int(t.pcs[i]))
			t.owner[i] = int32(i)
			t.ids[i] = pattern.Of(pattern.LoneLoad, y, size)
		}
	}
	return t.collect(), nil
}

// continues reports whether block b is executed if and only if the block before it is, exceptions aside.
func (g *Graph) continues(b int) bool {
	k := &g.Blocks[b]
	if b == 0 || len(k.Preds) != 1 {
		return false
	}
	e := &g.Edges[k.Preds[0]]
	if e.Kind != Fall || int(e.From) != b-1 {
		return false
	}
	s := g.Blocks[b-1].Succs
	return len(s) == 1 || s[1].Kind == Exception
}

// pushed describes the pure push at pc: slots, type, and the size it gives its consumer.
func (t *tiler) pushed(pc int) (slots int, y pattern.Type, size pattern.Size) {
	c := t.g.Code
	op := c.Op(pc)
	if s := &shapes[op]; s.role == push {
		return int(s.out), s.typ, s.size
	}
	// ldc, ldc_w, ldc2_w
	pool := &c.Method.Class.Pool
	switch i := c.Index(pc); pool.Tag(i) {
	case classfile.TagInteger:
		y = pattern.Int
	case classfile.TagFloat:
		y = pattern.Float
	case classfile.TagLong:
		y = pattern.Long
	case classfile.TagDouble:
		y = pattern.Double
	case classfile.TagDynamic:
		d, _ := pool.Dynamic(i)
		y = pattern.TypeOf(d.Desc)
	default:
		y = pattern.Reference
	}
	if op == classfile.OpLdc2W {
		return 2, y, pattern.Bits64
	}
	return 1, y, pattern.Bits32
}

func (t *tiler) push(s slot, n int) {
	for range n {
		t.stack = append(t.stack, s)
	}
}

// operand returns the slot that is n slots deep, 1 the topmost.
func (t *tiler) operand(n int) slot {
	if n > len(t.stack) {
		return unknown
	}
	return t.stack[len(t.stack)-n]
}

func (t *tiler) drop(n int) { t.stack = t.stack[:max(0, len(t.stack)-n)] }

// consume lets the tile of root take a value and returns the size that this gives the tile.
func (t *tiler) consume(s slot, root int32) pattern.Size {
	if s == unknown {
		return pattern.Load
	}
	i := s.at()
	if t.owner[i] >= 0 {
		return pattern.Load
	}
	t.owner[i] = root
	_, _, size := t.pushed(int(t.pcs[i]))
	return size
}

// step executes instruction i.
func (t *tiler) step(i int32, pc int, op classfile.Op) error {
	s := &shapes[op]
	switch s.role {
	case push:
		t.push(slot(i<<1), int(s.out))
		return nil
	case store:
		v := t.operand(int(s.in[0]))
		t.drop(int(s.in[0]))
		if v != unknown && t.owner[v.at()] >= 0 && !t.isPush(v.at()) && !t.taken[v.at()] {
			t.taken[v.at()] = true
			t.owner[i] = v.at()
			return nil
		}
		t.root(i, s.op, s.typ, t.consume(v, i))
		return nil
	case root:
		deep := int(s.in[0]) + int(s.in[1]) + int(s.in[2])
		if op == classfile.OpIxor || op == classfile.OpLxor {
			t.xor(i, s)
		} else {
			size := pattern.NoSize
			for d, k := deep, 0; d > 0; k++ {
				size = max(size, t.consume(t.operand(d), i))
				d -= int(s.in[k])
			}
			if s.size != pattern.NoSize {
				size = s.size
			}
			t.root(i, s.op, s.typ, size)
		}
		t.drop(deep)
		t.push(slot(i<<1), int(s.out))
		return nil
	}
	return t.special(i, pc, op, s)
}

// root makes instruction i the root of a tile.
func (t *tiler) root(i int32, op pattern.Operation, y pattern.Type, size pattern.Size) {
	t.owner[i] = i
	t.ids[i] = pattern.Of(op, y, size)
}

func (t *tiler) isPush(i int32) bool {
	op := t.g.Code.Op(int(t.pcs[i]))
	return shapes[op].role == push || op >= classfile.OpLdc && op <= classfile.OpLdc2W
}

// collect makes the tiling from what the steps noted.
func (t *tiler) collect() *Tiling {
	g, n := t.g, len(t.pcs)
	t.fill = slices.Grow(t.fill[:0], n)[:n]
	clear(t.fill)
	tiles := 0
	for i, o := range t.owner {
		for t.owner[o] != o { // a comparison that a branch took over
			o = t.owner[o]
		}
		t.owner[i] = o
		t.fill[o]++
		if int(o) == i {
			tiles++
		}
	}
	if t.withParts {
		t.addParts()
	}
	r := &Tiling{
		Tiles:  t.pieceArena.take(tiles)[:0],
		pcs:    t.pcArena.take(n),
		ids:    t.idArena.take(tiles + len(t.extras))[:0],
		blocks: t.blockArena.take(len(g.Blocks)),
		parts:  t.withParts,
	}
	if len(t.allocs) > 0 {
		r.Allocations = slices.Clone(t.allocs)
	}
	at, next, b := int32(0), 0, 0
	for i := range n {
		for int(t.pcs[i]) >= g.Blocks[b].End {
			r.blocks[b] = blockTiles{tiles: int32(len(r.Tiles)), instructions: int32(i)}
			b++
		}
		size := t.fill[i]
		t.fill[i] = at
		if size == 0 {
			continue
		}
		at += size
		r.ids = append(r.ids, t.ids[i])
		for ; next < len(t.extras) && t.extras[next].root == int32(i); next++ {
			r.ids = append(r.ids, t.extras[next].id)
		}
		r.Tiles = append(r.Tiles, Piece{Root: t.pcs[i], pcs: at, ids: int32(len(r.ids))})
	}
	r.blocks[b] = blockTiles{tiles: int32(len(r.Tiles)), instructions: int32(n)}
	for i, o := range t.owner {
		r.pcs[t.fill[o]] = t.pcs[i]
		t.fill[o]++
	}
	t.countBlocks(r)
	return r
}

// countBlocks sums the tiles of each block.
func (t *tiler) countBlocks(r *Tiling) {
	t.sums = t.sums[:0]
	count := func(id pattern.ID, n float64) {
		if t.counts[id] == 0 {
			t.met = append(t.met, id)
		}
		t.counts[id] += n
	}
	alloc, ids := 0, r.ids
	for b := range r.blocks {
		t.met = t.met[:0]
		if from, to := r.tileRange(b); to > from {
			start, end := int32(0), r.Tiles[to-1].ids
			if from > 0 {
				start = r.Tiles[from-1].ids
			}
			for _, id := range ids[start:end] {
				count(id, 1)
			}
		}
		for ; alloc < len(r.Allocations) && r.Allocations[alloc].PC < t.g.Blocks[b].End; alloc++ {
			if id, n := r.zeroing(int32(r.Allocations[alloc].PC)); n > 0 {
				count(id, n)
			}
		}
		slices.Sort(t.met)
		for _, id := range t.met {
			t.sums = append(t.sums, pattern.Count{ID: id, N: t.counts[id]})
			t.counts[id] = 0
		}
		r.blocks[b].counts = int32(len(t.sums))
	}
	r.counts = t.countArena.take(len(t.sums))
	copy(r.counts, t.sums)
}
