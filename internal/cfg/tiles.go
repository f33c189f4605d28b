package cfg

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Piece is one tile: a set of instructions that the energy model prices as one statement: a root, the pure pushes that feed
// it, and the store that takes its result.
type Piece struct {
	Root     int            // pc of the instruction that does the work
	PCs      []int32        // of all its instructions, ascending
	Patterns pattern.Counts // what it costs: one pattern, and for calls one more per argument
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
	Tiles        []Piece // ascending by Root
	Blocks       []BlockTiles
	Allocations  []Allocation // ascending by PC
	Instructions int
}

// BlockTiles is what one execution of a block costs.
type BlockTiles struct {
	Tiles        []Piece // those whose root is in the block, part of Tiling.Tiles
	Counts       pattern.Counts
	Instructions int // of the block, whatever tiles they belong to
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
//   - Zeroing is counted where Allocation.Length says a constant, and else up to who knows the length.
func Tile(g *Graph) (*Tiling, error) { return new(Tiler).Tile(g) }

// Tiler tiles many graphs, one at a time; tiling the methods of a class in a row with one Tiler is faster.
type Tiler struct {
	class      *classfile.Class
	bootstraps []classfile.Bootstrap

	g      *Graph
	pcs    []int32      // by instruction
	owner  []int32      // instruction to the root of its tile, or to one that this root has taken over; -1 none yet
	ids    []pattern.ID // root to its pattern
	taken  []bool       // root whose result has been stored already
	stack  []slot
	extras []extra
	allocs []Allocation
	counts []float64 // by pattern ID
	met    []pattern.ID
	fill   []int32
}

// slot is what is known of a slot of the operand stack: the instruction that made the value, doubled, and whether
// it is a copy that dup made. Long and double values take two equal slots.
type slot int32

const unknown slot = -1 // a value from another block

func (s slot) at() int32 { return int32(s >> 1) }

// extra is a pattern of a tile besides its root's.
type extra struct {
	root int32
	id   pattern.ID
	n    float64
}

// Tile is Tile with the Tiler's memory. The result does not share it.
func (t *Tiler) Tile(g *Graph) (*Tiling, error) {
	t.g = g
	n := g.Code.Count
	t.pcs, t.owner = slices.Grow(t.pcs[:0], n), slices.Grow(t.owner[:0], n)[:n]
	t.ids, t.taken = slices.Grow(t.ids[:0], n)[:n], slices.Grow(t.taken[:0], n)[:n]
	t.extras, t.allocs = t.extras[:0], t.allocs[:0]
	for i := range n {
		t.owner[i], t.taken[i] = -1, false
	}
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

// continues says whether block b is executed if and only if the block before it is, exceptions aside.
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
func (t *Tiler) pushed(pc int) (slots int, y pattern.Type, size pattern.Size) {
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

func (t *Tiler) push(s slot, n int) {
	for range n {
		t.stack = append(t.stack, s)
	}
}

// operand returns the slot that is n slots deep, 1 the topmost.
func (t *Tiler) operand(n int) slot {
	if n > len(t.stack) {
		return unknown
	}
	return t.stack[len(t.stack)-n]
}

func (t *Tiler) drop(n int) { t.stack = t.stack[:max(0, len(t.stack)-n)] }

// consume lets the tile of root take a value and returns the size that this gives the tile.
func (t *Tiler) consume(s slot, root int32) pattern.Size {
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
func (t *Tiler) step(i int32, pc int, op classfile.Op) error {
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
		size := pattern.NoSize
		if op == classfile.OpIxor || op == classfile.OpLxor {
			size = t.xor(i, s)
		} else {
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
func (t *Tiler) root(i int32, op pattern.Operation, y pattern.Type, size pattern.Size) {
	t.owner[i] = i
	t.ids[i] = pattern.Of(op, y, size)
}

func (t *Tiler) isPush(i int32) bool {
	op := t.g.Code.Op(int(t.pcs[i]))
	return shapes[op].role == push || op >= classfile.OpLdc && op <= classfile.OpLdc2W
}

// collect makes the tiling from what the steps noted.
func (t *Tiler) collect() *Tiling {
	g, n := t.g, len(t.pcs)
	t.fill = slices.Grow(t.fill[:0], n+1)[:n+1]
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
	r := &Tiling{Tiles: make([]Piece, 0, tiles), Blocks: make([]BlockTiles, len(g.Blocks)), Instructions: n}
	members := make([]int32, n)
	costs := make(pattern.Counts, 0, tiles+len(t.extras))
	at, x, b := int32(0), 0, 0
	first := 0
	for i := range n {
		for int(t.pcs[i]) >= g.Blocks[b].End {
			r.Blocks[b].Tiles = r.Tiles[first:len(r.Tiles):len(r.Tiles)]
			first = len(r.Tiles)
			b++
		}
		r.Blocks[b].Instructions++
		size := t.fill[i]
		t.fill[i] = at
		if size == 0 {
			continue
		}
		from := len(costs)
		costs = append(costs, pattern.Count{ID: t.ids[i], N: 1})
		for ; x < len(t.extras) && t.extras[x].root == int32(i); x++ {
			costs = include(costs, from, t.extras[x].id, t.extras[x].n)
		}
		r.Tiles = append(r.Tiles, Piece{Root: int(t.pcs[i]), PCs: members[at : at+size : at+size], Patterns: costs[from:len(costs):len(costs)]})
		at += size
	}
	r.Blocks[b].Tiles = r.Tiles[first:]
	for i, o := range t.owner {
		members[t.fill[o]] = t.pcs[i]
		t.fill[o]++
	}
	t.countBlocks(r)
	if len(t.allocs) > 0 {
		r.Allocations = slices.Clone(t.allocs)
	}
	return r
}

// include adds n of a pattern to the vector at c[from:], in order.
func include(c pattern.Counts, from int, id pattern.ID, n float64) pattern.Counts {
	i := len(c)
	for i > from && c[i-1].ID > id {
		i--
	}
	if i > from && c[i-1].ID == id {
		c[i-1].N += n
		return c
	}
	return slices.Insert(c, i, pattern.Count{ID: id, N: n})
}

// countBlocks sums the tiles of each block.
func (t *Tiler) countBlocks(r *Tiling) {
	if t.counts == nil {
		t.counts = make([]float64, pattern.Num)
	}
	arena := make(pattern.Counts, 0, len(r.Tiles))
	for i := range r.Blocks {
		b := &r.Blocks[i]
		if len(b.Tiles) == 1 {
			b.Counts = b.Tiles[0].Patterns
			continue
		}
		t.met = t.met[:0]
		for j := range b.Tiles {
			for _, p := range b.Tiles[j].Patterns {
				if t.counts[p.ID] == 0 {
					t.met = append(t.met, p.ID)
				}
				t.counts[p.ID] += p.N
			}
		}
		slices.Sort(t.met)
		from := len(arena)
		for _, id := range t.met {
			arena = append(arena, pattern.Count{ID: id, N: t.counts[id]})
			t.counts[id] = 0
		}
		b.Counts = arena[from:len(arena):len(arena)]
	}
}
