package marks

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Colours as marks: while (!q.isEmpty()) { int u = q.poll(); for (int v : next[u]) if (colour[v] == -1) { colour[v] = 1 - colour[u]; q.add(v); } }. Sound
// because the method makes the array and the queue, and no other code has them; each element that it adds to the queue is the index of a cell that is
// marked before the queue is asked again; and what it stores to the array is a constant, or computed from a marked cell, and so one of few numbers, of
// which none stands for no mark. Only before the first element is added may it store what stands for no mark.

// maxColours bounds how many numbers are colours.
const maxColours = 8

// isColour reports whether what an instruction stores is computed from the colour of a cell that is marked, so that it is a mark.
func (k *Cells) isColour(store ssa.ID) bool {
	f := k.M.Fn
	array := k.arrays[0]
	if k.rows() || !k.constant(k.limit) || !k.M.OwnedHere(array) || len(k.M.CFG.Code.Handlers) > 0 || len(k.M.CFG.Irreducible) > 0 {
		return false
	}
	c := &colours{Cells: k, unmarks: []ssa.ID{array}} // a new array has no colours
	if _, _, ok := c.computed(f.Args(store)[2]); !ok || !c.of(f.Args(store)[0]) || !c.add(0) {
		return false
	}
	for _, b := range k.M.CFG.RPO {
		for _, v := range f.Body[b] {
			if f.Values[v].Kind == ssa.Instr && !c.stores(v) {
				return false
			}
		}
	}
	return c.closed() && c.queue != 0 && c.onlyMarked() && c.unmarksBefore()
}

// colours are the numbers that a method stores to the cells of an array.
type colours struct {
	*Cells
	known    []int64
	computes []ssa.ID // what is computed from a colour
	unmarks  []ssa.ID // what makes the array, or stores what stands for no mark
	queue    ssa.ID   // from which the cells come that colours are computed from
	adds     []ssa.ID
}

// add adds a number that is stored; it reports whether there are not too many.
func (c *colours) add(n int64) bool {
	if !c.isUnmarked(n) && !slices.Contains(c.known, n) {
		c.known = append(c.known, n)
	}
	return len(c.known) <= maxColours
}

// isUnmarked reports whether a number stands for no mark.
func (c *colours) isUnmarked(n int64) bool {
	limit := int64(0)
	if c.limit != 0 {
		limit = c.M.Fn.Values[c.limit].Aux
	}
	return !outside(expr.Interval{Lo: float64(n), Hi: float64(n)}, c.relation, float64(limit))
}

// of reports whether a value is the array.
func (c *colours) of(v ssa.ID) bool { return c.M.Uncast(v) == c.arrays[0] }

// stores adds what an instruction stores to the cells; it fails if that is neither a constant nor computed from a colour.
func (c *colours) stores(v ssa.ID) bool {
	f := c.M.Fn
	x, args := &f.Values[v], f.Args(v)
	value := ssa.ID(0)
	switch mem, _ := f.Member(v); {
	case x.Op == c.store && c.of(args[0]):
		value = args[2]
	case f.IsCall(v) && slices.ContainsFunc(args, c.of):
		if !c.fills(mem) {
			return false
		}
		value = args[len(args)-1]
	default:
		return true
	}
	if _, _, ok := c.computed(value); ok {
		c.computes = append(c.computes, value)
		return true
	}
	if y := &f.Values[value]; y.Kind == ssa.Int {
		if c.isUnmarked(y.Aux) {
			c.unmarks = append(c.unmarks, v)
		}
		return c.add(y.Aux)
	}
	return false
}

// computed returns the cell that a number is read from, and the function that computes it from what the cell holds: 1 - x, -x or x ^ 1.
func (c *colours) computed(v ssa.ID) (load ssa.ID, of func(int64) int64, ok bool) {
	f := c.M.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr {
		return 0, nil, false
	}
	args := f.Args(v)
	constant := func(a ssa.ID) bool {
		return f.Values[a].Kind == ssa.Int && f.Values[a].Aux >= -maxColours && f.Values[a].Aux <= maxColours
	}
	switch {
	case x.Op == classfile.OpIneg:
		load, of = args[0], func(n int64) int64 { return -n }
	case x.Op == classfile.OpIsub && constant(args[0]):
		k := f.Values[args[0]].Aux
		load, of = args[1], func(n int64) int64 { return k - n }
	case x.Op == classfile.OpIxor && constant(args[1]):
		k := f.Values[args[1]].Aux
		load, of = args[0], func(n int64) int64 { return n ^ k }
	default:
		return 0, nil, false
	}
	y := &f.Values[load]
	return load, of, y.Kind == ssa.Instr && y.Op == classfile.OpIaload && c.store == classfile.OpIastore && c.of(f.Args(load)[0]) && c.taken(f.Args(load)[1])
}

// taken reports whether an index is an element that a call has taken from the one queue.
func (c *colours) taken(index ssa.ID) bool {
	m := c.M
	v := m.Uncast(Unboxed(m, index))
	if v = m.Uncast(v); !m.Fn.IsCall(v) || m.Fn.Values[v].Op == classfile.OpInvokestatic {
		return false
	}
	mem, _ := m.Fn.Member(v)
	queue := m.Root(m.Fn.Args(v)[0])
	if !platform.Taking.Has(mem.Name, mem.Desc) || !m.OwnedHere(queue) || c.queue != 0 && c.queue != queue {
		return false
	}
	c.queue = queue
	return true
}

// closed adds what is computed from colours until there is nothing new; it fails if that may stand for no mark.
func (c *colours) closed() bool {
	for i := 0; i < len(c.known); i++ {
		for _, v := range c.computes {
			_, of, _ := c.computed(v)
			if n := of(c.known[i]); c.isUnmarked(n) || !c.add(n) {
				return false
			}
		}
	}
	return true
}

// onlyMarked reports whether all that the method adds to the queue are indices of cells that are marked, before the queue is asked again.
func (c *colours) onlyMarked() bool {
	f := c.M.Fn
	for _, b := range c.M.CFG.RPO {
		for at, v := range f.Body[b] {
			args := f.Args(v)
			if !f.IsCall(v) || len(args) == 0 || f.Values[args[0]].Type != 'a' || c.M.Root(args[0]) != c.queue {
				continue
			}
			switch mem, _ := f.Member(v); {
			case mem.Name == "<init>":
				if len(args) > 1 && f.Values[args[1]].Type == 'a' { // a copy of another collection
					return false
				}
			case platform.PutOne.Named(mem.Name):
				if len(args) != 2 || !c.marksIndex(args[1], b, at) {
					return false
				}
				c.adds = append(c.adds, v)
			case platform.Taking.Has(mem.Name, mem.Desc):
			case f.Values[v].Type == 'a' && platform.ClassName(classfile.Return(mem.Desc)) != platform.ObjectClass, // an iterator may add elements
				!platform.Reading.Named(mem.Name) && !platform.Removing.Named(mem.Name) || platform.Putting.Named(mem.Name):
				return false
			}
		}
	}
	return true
}

// marksIndex reports whether the cell with an index is marked where the instruction at a place in a block adds it to the queue, or in the same block before
// anything asks the queue.
func (c *colours) marksIndex(index ssa.ID, block int32, at int) bool {
	f := c.M.Fn
	marks := func(v ssa.ID) bool {
		x, args := &f.Values[v], f.Args(v)
		if x.Kind != ssa.Instr || x.Op != c.store || !c.of(args[0]) || !SameNumber(c.M, args[1], index) {
			return false
		}
		y := &f.Values[args[2]]
		return y.Kind != ssa.Int || !c.isUnmarked(y.Aux)
	}
	for b := block; b >= 0; b = int32(c.M.CFG.Dominators.Parent(int(b))) {
		body := f.Body[b]
		if b == block {
			body = body[:at]
		}
		if slices.ContainsFunc(body, marks) {
			return true
		}
	}
	for _, v := range f.Body[block][at+1:] {
		if marks(v) {
			return true
		}
		if f.IsCall(v) {
			if mem, _ := f.Member(v); !platform.PutOne.Named(mem.Name) && !platform.Boxing.Has(mem) {
				return false
			}
		}
	}
	return false
}

// unmarksBefore reports whether nothing is unmarked once an element has been added to the queue.
func (c *colours) unmarksBefore() bool {
	f, g := c.M.Fn, c.M.CFG
	var blocks []int32
	for _, u := range c.unmarks {
		blocks = append(blocks, f.Values[u].Block)
	}
	before := c.M.Before(blocks, func(*cfg.Edge) bool { return true })
	return !slices.ContainsFunc(c.adds, func(v ssa.ID) bool {
		x := &f.Values[v]
		return slices.ContainsFunc(g.Blocks[x.Block].Succs, func(e cfg.Edge) bool { return before[e.To] }) ||
			slices.ContainsFunc(c.unmarks, func(u ssa.ID) bool { return f.Values[u].Block == x.Block && f.Values[u].PC > x.PC })
	})
}
