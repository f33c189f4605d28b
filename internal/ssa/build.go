package ssa

import (
	"fmt"
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// builder holds the state of one construction.
type builder struct {
	*Func
	*scratch
	live    locals
	reached []bool
	exits   []state // per block, behind its last instruction
	entries []state // per block; the locals are what an exception edge carries
	stack   []ID
	locals  []ID
}

// scratch is the memory that constructions reuse. A finished form refers to none of it.
type scratch struct {
	values   []Value
	operands []ID     // Func.args
	order    []ID     // the values of Func.Body, block by block
	sets     []uint64 // locals.store
	states   []ID     // of which locals and stacks of states are taken
	flow     []state  // the states on entry to blocks and at their ends
	ins      []state  // what the predecessors of a block carry into it
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// maxScratch bounds what of one kind of memory is kept for the next construction: methods with more are rare.
const maxScratch = 1 << 16

// take returns n IDs, all 0.
func (s *scratch) take(n int) []ID {
	if cap(s.states)-len(s.states) < n {
		s.states = make([]ID, 0, max(1024, n, 2*cap(s.states)))
	}
	from := len(s.states)
	s.states = s.states[:from+n]
	out := s.states[from : from+n : from+n]
	clear(out)
	return out
}

// copied returns ids in the memory of s.
func (s *scratch) copied(ids []ID) []ID {
	out := s.take(len(ids))
	copy(out, ids)
	return out
}

// release keeps the memory for the next construction.
func (s *scratch) release() {
	s.values, s.operands, s.order, s.sets, s.states = kept(s.values), kept(s.operands), kept(s.order), kept(s.sets), kept(s.states)
	clear(s.flow)
	clear(s.ins[:cap(s.ins)])
	s.flow, s.ins = kept(s.flow), kept(s.ins)
	scratches.Put(s)
}

// blocks returns n states, all empty, twice.
func (s *scratch) blocks(n int) (one, other []state) {
	s.flow = slices.Grow(s.flow[:0], 2*n)[:2*n]
	return s.flow[:n:n], s.flow[n:]
}

func kept[T any](s []T) []T {
	if cap(s) > maxScratch {
		return nil
	}
	return s[:0]
}

// state is the symbolic machine state at one point: local variables and the operand stack.
type state struct {
	locals []ID
	stack  []ID
}

// Build puts a method into SSA form. It fails where the code could not be verified either: operand stacks that
// underflow or differ in height between the predecessors of a block.
//
// Phis are placed where a live local differs between predecessors; at blocks with a predecessor that comes later
// in reverse postorder (loop headers), for the live locals that some block of the graph between the two assigns.
// Trivial ones are removed afterwards, so the form is minimal for reducible graphs.
func Build(g *cfg.Graph) (*Func, error) {
	code := g.Code
	b := &builder{Func: &Func{Graph: g, Code: code, Method: code.Method}, scratch: scratches.Get().(*scratch)}
	defer b.scratch.release()
	n := len(g.Blocks)
	b.Values, b.args = append(b.values, Value{}), b.operands
	b.Body = make([][]ID, n)
	b.at = make([]ID, len(code.Bytes))
	if len(g.RPO) > 0 {
		b.live = liveness(g, b.sets)
		b.sets = b.live.store
		b.exits, b.entries = b.blocks(n)
		b.reached = make([]bool, n)
		if err := b.build(); err != nil {
			return nil, err
		}
	}
	b.values, b.Values = b.Values, slices.Clone(b.Values)
	b.operands, b.args = b.args, slices.Clone(b.args)
	return b.Func, nil
}

// build makes the values of all blocks.
func (b *builder) build() error {
	if err := b.parameters(); err != nil {
		return err
	}
	ends := make([]int, 0, len(b.Graph.RPO))
	for _, k := range b.Graph.RPO {
		if err := b.block(int(k)); err != nil {
			return err
		}
		ends = append(ends, len(b.order))
	}
	order, from := slices.Clone(b.order), 0
	for i, k := range b.Graph.RPO {
		if to := ends[i]; to > from {
			b.Body[k] = order[from:to:to]
			from = to
		}
	}
	if err := b.fillPhis(); err != nil {
		return err
	}
	b.removeTrivialPhis()
	for l := range b.Graph.Loops {
		b.addEntries(l)
	}
	return nil
}

// addEntries makes the Entry values of the numbers in the header of loop l, where more than one value enters it.
func (b *builder) addEntries(l int) {
	g := b.Graph
	h := g.Loops[l].Header
	blk := &g.Blocks[h]
	if blk.Region >= 0 || g.Entry(int(h)) != nil {
		return
	}
	for _, phi := range b.Body[h] {
		b.addEntry(phi, l)
	}
}

// addEntry makes the Entry value of a phi in the header of loop l, where the phi is a number and more than one value enters the loop.
func (f *Func) addEntry(phi ID, l int) {
	g := f.Graph
	h := g.Loops[l].Header
	x := f.Values[phi]
	args := f.Args(phi)
	if x.Kind != Phi || x.Type != 'i' && x.Type != 'l' || len(args) != len(g.Blocks[h].Preds) {
		return
	}
	var entering []ID
	for e := range g.Entries(l) {
		entering = append(entering, args[e.Slot])
	}
	if slices.Contains(entering, 0) || !slices.ContainsFunc(entering, func(v ID) bool { return v != entering[0] }) {
		return
	}
	if f.starts == nil {
		f.starts = map[ID]ID{}
	}
	f.starts[phi] = f.newValue(Value{Kind: Entry, Type: x.Type, Block: int32(g.Dominators.Parent(int(h))), PC: -1, Aux: int64(phi)}, entering...)
}

func (f *Func) newValue(v Value, args ...ID) ID {
	v.first, v.count = int32(len(f.args)), int32(len(args))
	f.args = append(f.args, args...)
	id := ID(len(f.Values))
	f.Values = append(f.Values, v)
	return id
}

func (b *builder) parameters() error {
	slot := 0
	entry := make([]ID, b.Code.MaxLocals)
	var err error
	add := func(t string) {
		if slot+classfile.Slots(t) > len(entry) {
			err = fmt.Errorf("max_locals is %d, the parameters need more", len(entry))
			return
		}
		id := b.newValue(Value{Kind: Param, Type: Letter(t), PC: -1, Aux: int64(slot)})
		b.Params = append(b.Params, id)
		entry[slot] = id
		slot += classfile.Slots(t)
	}
	if !b.Method.Static() {
		add("L")
	}
	classfile.EachParam(b.Method.Desc, add)
	b.locals = entry
	return err
}

// Letter is the type letter of a descriptor: i, l, f, d, a, or v for none.
func Letter(desc string) byte {
	switch desc[0] {
	case 'J':
		return 'l'
	case 'F':
		return 'f'
	case 'D':
		return 'd'
	case 'L', '[':
		return 'a'
	case 'V':
		return 'v'
	}
	return 'i'
}

// edgeState is what a predecessor edge carries into its target.
func (b *builder) edgeState(e *cfg.Edge) (state, bool) {
	if !b.reached[e.From] {
		return state{}, false
	}
	if e.Kind == cfg.Exception {
		return state{locals: b.entries[e.From].locals}, true
	}
	return b.exits[e.From], true
}

// enter computes the state on entry to block k and creates its phis (their arguments come later).
func (b *builder) enter(k int) error {
	blk := &b.Graph.Blocks[k]
	if k == 0 && len(blk.Preds) == 0 {
		b.entries[k] = state{locals: b.locals}
		return nil
	}
	ins := b.ins[:0]
	later := false
	handler := false
	for _, i := range blk.Preds {
		e := &b.Graph.Edges[i]
		handler = handler || e.Kind == cfg.Exception
		if s, ok := b.edgeState(e); ok {
			ins = append(ins, s)
		} else {
			later = true
		}
	}
	if k == 0 { // the entry block is also jumped to
		ins = append(ins, state{locals: b.locals})
	}
	b.ins = ins
	if len(ins) == 0 {
		return fmt.Errorf("block at offset %d has no predecessor that comes first", blk.Start)
	}
	if len(ins) == 1 && !later && !handler { // nothing to join: the state is shared, blocks copy before they write
		b.entries[k] = ins[0]
		return nil
	}
	in := state{locals: b.take(len(ins[0].locals))}
	var assigned localSet
	if later {
		assigned = b.assignedIn(k)
	}
	live := b.live.liveIn(k)
	for i := range in.locals {
		if !live.has(i) {
			continue
		}
		v := ins[0].locals[i]
		differ := false
		for _, s := range ins[1:] {
			differ = differ || s.locals[i] != v
		}
		if differ || later && assigned.has(i) || k == 0 {
			v = b.newPhi(k, b.joinType(ins, func(s state) ID { return s.locals[i] }), int64(i))
		}
		in.locals[i] = v
	}
	if handler {
		caught := b.newValue(Value{Kind: Caught, Type: 'a', Block: int32(k), PC: int32(blk.Start)})
		b.order = append(b.order, caught)
		in.stack = []ID{caught}
		for _, s := range ins {
			if len(s.stack) != 0 {
				return fmt.Errorf("the handler at offset %d is also reached with %d operands on the stack", blk.Start, len(s.stack))
			}
		}
		b.entries[k] = in
		return nil
	}
	in.stack = b.take(len(ins[0].stack))
	for i := range in.stack {
		v := ins[0].stack[i]
		differ := later
		for _, s := range ins[1:] {
			if len(s.stack) != len(in.stack) {
				return fmt.Errorf("operand stack heights differ at offset %d: %d and %d", blk.Start, len(in.stack), len(s.stack))
			}
			differ = differ || s.stack[i] != v
		}
		if differ {
			v = b.newPhi(k, b.joinType(ins, func(s state) ID { return s.stack[i] }), int64(-1-i))
		}
		in.stack[i] = v
	}
	b.entries[k] = in
	return nil
}

// assignedIn is the set of locals that may change between block k and a later block that jumps back to it. For a
// natural loop that is what the loop's body assigns; for an irreducible region, anything.
func (b *builder) assignedIn(k int) localSet {
	s := make(localSet, b.live.words)
	g := b.Graph
	if l := g.Blocks[k].Loop; l >= 0 && int(g.Loops[l].Header) == k && g.Blocks[k].Region < 0 {
		for _, x := range g.Loops[l].Blocks {
			s.addAll(b.live.assigned(int(x)))
		}
		return s
	}
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}

func (b *builder) joinType(ins []state, get func(state) ID) byte {
	for _, s := range ins {
		if v := get(s); v != 0 {
			return b.Values[v].Type
		}
	}
	return 'a'
}

func (b *builder) newPhi(k int, t byte, aux int64) ID {
	id := b.newValue(Value{Kind: Phi, Type: t, Block: int32(k), PC: -1, Aux: aux})
	b.order = append(b.order, id)
	return id
}

func (b *builder) block(k int) error {
	if err := b.enter(k); err != nil {
		return err
	}
	in := b.entries[k]
	blk := &b.Graph.Blocks[k]
	b.stack = append(b.stack[:0], in.stack...)
	b.locals = in.locals
	if slices.ContainsFunc(b.live.assigned(k), func(w uint64) bool { return w != 0 }) {
		b.locals = b.copied(in.locals)
	}
	for pc := blk.Start; pc < blk.End; pc = b.Code.Next(pc) {
		if err := b.instruction(k, pc); err != nil {
			return err
		}
	}
	b.exits[k] = state{locals: b.locals, stack: b.copied(b.stack)}
	b.reached[k] = true
	return nil
}

// fillPhis gives every phi its arguments, one per predecessor edge in the block's order; an edge from an
// unreachable block gives 0.
func (b *builder) fillPhis() error {
	for _, k := range b.Graph.RPO {
		blk := &b.Graph.Blocks[k]
		for _, id := range b.Body[k] {
			if b.Values[id].Kind != Phi {
				continue
			}
			first := len(b.args)
			aux := b.Values[id].Aux
			for _, i := range blk.Preds {
				e := &b.Graph.Edges[i]
				v := ID(0)
				if s, ok := b.edgeState(e); ok {
					if aux >= 0 {
						v = s.locals[aux]
					} else {
						i := int(-1 - aux)
						if i >= len(s.stack) {
							return fmt.Errorf("operand stack heights differ at offset %d", blk.Start)
						}
						v = s.stack[i]
					}
					if v == 0 {
						v = b.undef(int(k))
					}
				}
				b.args = append(b.args, v)
			}
			if k == 0 { // the way in from the caller is the last argument
				b.args = append(b.args, b.entryLocal(int(aux)))
			}
			b.Values[id].first, b.Values[id].count = int32(first), int32(len(b.args)-first)
		}
	}
	return nil
}

func (b *builder) entryLocal(slot int) ID {
	for _, p := range b.Params {
		if b.Values[p].Aux == int64(slot) {
			return p
		}
	}
	return b.undef(0)
}

func (b *builder) undef(block int) ID {
	return b.newValue(Value{Kind: Undef, Type: 'i', Block: int32(block), PC: -1})
}

// removeTrivialPhis replaces every phi whose arguments are one other value and itself, until there is none.
func (b *builder) removeTrivialPhis() {
	var phis []ID
	for _, k := range b.Graph.RPO {
		for _, id := range b.Body[k] {
			if b.Values[id].Kind == Phi {
				phis = append(phis, id)
			}
		}
	}
	r := b.trivialPhis(phis, nil)
	if len(r.same) == 0 {
		return
	}
	for i, a := range b.args {
		if a != 0 {
			b.args[i] = r.find(a)
		}
	}
	for _, k := range b.Graph.RPO {
		b.Body[k] = slices.DeleteFunc(b.Body[k], func(id ID) bool { _, gone := r.same[id]; return gone })
	}
}
