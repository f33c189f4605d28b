// Package cfg gives a method its control flow: basic blocks, exception edges, dominators, the loop nest,
// irreducible regions, and the tiles by which the energy model counts patterns.
//
// Everything is indices into a few slices: a graph of 20,000 blocks is a handful of allocations, and all of it
// is computed in linear or nearly linear time. A Graph is immutable and safe for concurrent use.
package cfg

import (
	"fmt"
	"math/bits"

	"github.com/energylint/energylint/internal/classfile"
)

// Kind says how control takes an edge.
type Kind uint8

// The kinds of edges.
const (
	Fall       Kind = iota // to the next instruction: also where a conditional branch is not taken
	Jump                   // goto
	Taken                  // a conditional branch whose condition holds
	Case                   // a switch on Edge.Case
	Default                // a switch on any other key
	Subroutine             // jsr to its subroutine
	Return                 // ret to behind one of the jsrs that call its subroutine
	Exception              // an instruction of the block throws; Edge.Handler catches
)

var kindNames = [...]string{"fall", "jump", "taken", "case", "default", "subroutine", "return", "exception"}

// String returns the kind's name.
func (k Kind) String() string { return kindNames[k] }

// Edge is one way from block From to block To. A block may have several to the same one.
type Edge struct {
	From, To int32
	Case     int32 // the key where Kind is Case
	Handler  int32 // index into Code.Handlers where Kind is Exception, else -1
	Slot     int32 // the edge's place in Blocks[To].Preds, -1 where From is unreachable
	Kind     Kind
}

// Block is a maximal run of instructions that are executed one after the other; [Start, End) are pcs and Last is
// the pc of its last instruction.
//
// Inside the range of an exception handler a store to a local variable, or an iinc, ends its block. So the local
// variables at every exception edge are those at the entry of its block.
type Block struct {
	Start, End, Last int
	Succs            []Edge  // part of Graph.Edges: first the normal ones, then the exceptions in table order
	Preds            []int32 // indices into Graph.Edges of those that come from reachable blocks
	Order            int32   // place in Graph.RPO, -1 where the block is unreachable
	Loop             int32   // innermost loop, index into Graph.Loops; -1 for none
	Region           int32   // irreducible region, index into Graph.Irreducible; -1 for none
	Throws           bool    // an instruction of the block can throw
}

// Reachable reports whether a path from the method's entry leads to the block.
func (b *Block) Reachable() bool { return b.Order >= 0 }

// Graph is the control flow of one method. Blocks are in code order and cover the code without gaps; block 0 is
// the entry, which may have predecessors besides. Unreachable blocks are there, but not in RPO, Preds, Dominators, Loops or Irreducible.
type Graph struct {
	Code           *classfile.Code
	Blocks         []Block
	Edges          []Edge  // grouped by From
	RPO            []int32 // the reachable blocks in reverse postorder
	Dominators     *Tree
	Loops          []Loop // outer before inner: preorder of the loop nest
	Irreducible    []Region
	HasSubroutines bool // the method has a reachable jsr or ret: its edges are conservative

	leaders []uint64 // bit set of the pcs that start a block
	rank    []int32  // number of leaders before each word of leaders
}

// maxEdges bounds the exception edges of one method: 64 KB of code whose every block has its own list of
// thousands of handlers is made to exhaust memory.
const maxEdges = 1 << 20

// BlockAt returns the index of the block that contains pc, which must be in the code.
func (g *Graph) BlockAt(pc int) int {
	w := pc >> 6
	return int(g.rank[w]) + bits.OnesCount64(g.leaders[w]<<(63-pc&63)) - 1
}

// Catch returns the class that an exception edge catches, empty for any.
func (g *Graph) Catch(e *Edge) string { return g.Code.Handlers[e.Handler].Type }

// catchAll reports whether a handler of this type lets nothing past.
func catchAll(t string) bool { return t == "" || t == "java/lang/Throwable" }

// Build returns the control flow graph of code that classfile has checked. It fails where a reachable path runs
// off the end of the code (JVMS 4.9.2), or reaches a ret that no jsr leads to; the error gives the offset.
func Build(code *classfile.Code) (*Graph, error) {
	g := &Graph{Code: code}
	throwing := g.findLeaders()
	g.makeBlocks(throwing)
	s := newScratch()
	defer s.release()
	if err := g.connect(s); err != nil {
		return nil, err
	}
	g.order(s)
	if err := g.checkEnds(); err != nil {
		return nil, err
	}
	g.linkPreds(s)
	g.Dominators = g.dominators(s)
	g.findLoops(s)
	return g, nil
}

// CanThrow reports whether the instruction at pc can throw: at run time, or because what it names cannot be linked.
// Errors that any instruction may meet (a stack overflow, an asynchronous stop) do not count.
func CanThrow(code *classfile.Code, pc int) bool {
	switch op := code.Op(pc); op {
	case classfile.OpIdiv, classfile.OpLdiv, classfile.OpIrem, classfile.OpLrem,
		classfile.OpGetstatic, classfile.OpPutstatic, classfile.OpGetfield, classfile.OpPutfield,
		classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic,
		classfile.OpInvokeinterface, classfile.OpInvokedynamic,
		classfile.OpNew, classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray,
		classfile.OpArraylength, classfile.OpAthrow, classfile.OpCheckcast, classfile.OpInstanceof,
		classfile.OpMonitorenter:
		return true
	case classfile.OpMonitorexit:
		// It throws only where locking is not structured (JVMS 2.11.10), which no compiler emits. javac covers the
		// monitorexit of a synchronized block by its own handler: an edge there would be a loop that never runs.
		return false
	case classfile.OpLdc, classfile.OpLdcW, classfile.OpLdc2W:
		switch code.Method.Class.Pool.Tag(code.Index(pc)) {
		case classfile.TagClass, classfile.TagMethodHandle, classfile.TagMethodType, classfile.TagDynamic:
			return true
		}
		return false
	default:
		return op >= classfile.OpIaload && op <= classfile.OpSaload ||
			op >= classfile.OpIastore && op <= classfile.OpSastore
	}
}

func (g *Graph) lead(pc int) {
	if pc < len(g.Code.Bytes) {
		g.leaders[pc>>6] |= 1 << (pc & 63)
	}
}

// findLeaders marks the pcs that start a block, and returns the set of pcs whose instruction can throw, nil
// where the method catches nothing.
func (g *Graph) findLeaders() (throwing []uint64) {
	c := g.Code
	words := (len(c.Bytes) + 63) / 64
	g.leaders = make([]uint64, words)
	g.rank = make([]int32, words)
	g.lead(0)
	var covers []int32 // covers[pc]: handler ranges that start at pc, less those that end there
	if len(c.Handlers) > 0 {
		covers = make([]int32, len(c.Bytes)+1)
		throwing = make([]uint64, words)
		for i := range c.Handlers {
			h := &c.Handlers[i]
			covers[h.Start]++
			covers[h.End]--
			g.lead(h.Start)
			g.lead(h.End)
			g.lead(h.Target)
		}
	}
	covered := int32(0)
	for pc, next := 0, 0; pc < len(c.Bytes); pc = next {
		next = c.Next(pc)
		op := c.Op(pc)
		if covers != nil {
			if covered += covers[pc]; covered > 0 {
				if op.IsStore() || op == classfile.OpIinc {
					g.lead(next)
				}
				if CanThrow(c, pc) {
					throwing[pc>>6] |= 1 << (pc & 63)
				}
			}
		}
		switch {
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
			def, cases := c.Switch(pc)
			g.lead(def)
			for _, k := range cases {
				g.lead(k.Target)
			}
			g.lead(next)
		case op.IsConditional() || op.EndsFlow():
			if t, ok := c.Branch(pc); ok {
				g.lead(t)
			}
			g.lead(next)
		}
	}
	return throwing
}

func (g *Graph) makeBlocks(throwing []uint64) {
	n := 0
	for w, word := range g.leaders {
		g.rank[w] = int32(n)
		n += bits.OnesCount64(word)
	}
	g.Blocks = make([]Block, n)
	b := -1
	for pc, next := 0, 0; pc < len(g.Code.Bytes); pc = next {
		next = g.Code.Next(pc)
		if g.leaders[pc>>6]&(1<<(pc&63)) != 0 {
			b++
			g.Blocks[b] = Block{Start: pc, Order: -1, Loop: -1, Region: -1}
		}
		g.Blocks[b].Last, g.Blocks[b].End = pc, next
		if throwing != nil && throwing[pc>>6]&(1<<(pc&63)) != 0 {
			g.Blocks[b].Throws = true
		}
	}
}

// checkEnds reports reachable blocks from which control goes nowhere.
func (g *Graph) checkEnds() error {
	for _, b := range g.RPO {
		k := &g.Blocks[b]
		switch op := g.Code.Op(k.Last); {
		case op == classfile.OpJsr || op == classfile.OpJsrW:
			g.HasSubroutines = true
		case op == classfile.OpRet:
			g.HasSubroutines = true
			if !hasKind(k.Succs, Return) {
				return fmt.Errorf("the ret at offset %d has nowhere to return to: no jsr leads to it that has an instruction behind it", k.Last)
			}
		case k.End == len(g.Code.Bytes) && !op.EndsFlow():
			return fmt.Errorf("control falls off the end of the code behind the %s at offset %d", op, k.Last)
		}
	}
	return nil
}

func hasKind(es []Edge, k Kind) bool {
	for i := range es {
		if es[i].Kind == k {
			return true
		}
	}
	return false
}
