package code

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lookups in a method's control-flow graph.

// Method is the code of one method.
type Method struct {
	Fn     *ssa.Func
	CFG    *cfg.Graph
	Fields *progdb.FieldTable
	lines  []classfile.Line

	// What FindLive computes: the blocks from which a normal return (Live), or one or a throw (Ends), can be reached.
	Live, Ends []bool
	// CallStep returns of which argument of a call the result always is a linear function; nil if nothing is known of results.
	CallStep func(call ssa.ID) Step
}

// Step is the result of a call that is a linear function of an argument, with the overflow of its type: Times * argument + By. The argument is counted
// from 1; 0 is for other results.
type Step struct {
	Arg       int
	Times, By int64
}

// New returns the code of a body of the program with those fields.
func New(b *progdb.Body, fields *progdb.FieldTable) Method {
	return Method{Fn: b.F, CFG: b.G, Fields: fields, lines: b.G.Code.Lines()}
}

// NoBlock stands for an unknown block.
const NoBlock = -1

// Line returns the source line of the instruction at pc, of inlined code that of the call, 0 if the class has no line table.
func (m *Method) Line(pc int) int {
	n := m.ClassLine(pc)
	if n > 0 {
		n = m.Fn.Method.Class.InlinedLines().Line(n)
	}
	return n
}

// ClassLine returns the line of the instruction at pc by the class file, 0 if the class has no line table. Kotlin's compiler makes up lines
// beyond the end of the file for code that it inlines.
func (m *Method) ClassLine(pc int) int { return classfile.LineAt(m.lines, pc) }

// LoopHeadedBy returns the loop whose header is block b, -1 for none.
func (m *Method) LoopHeadedBy(b int) int {
	l := int(m.CFG.Blocks[b].Loop)
	if l >= 0 && int(m.CFG.Loops[l].Header) == b {
		return l
	}
	return -1
}

// LoopLine returns the line of the loop's header.
func (m *Method) LoopLine(l int) int { return m.Line(m.CFG.Blocks[m.CFG.Loops[l].Header].Start) }

// Place returns the place of a loop's header, for messages.
func (m *Method) Place(l int) string {
	return m.PlaceAt(m.CFG.Blocks[m.CFG.Loops[l].Header].Start)
}

// PlaceAt returns the line of an instruction, or its offset if the class has no line table, for messages.
func (m *Method) PlaceAt(pc int) string {
	if n := m.Line(pc); n > 0 {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("offset %d", pc)
}

// ViaBackEdge reports whether argument i of the phis in the header of loop l comes from an iteration, not from the entry.
func (m *Method) ViaBackEdge(l, i int) bool {
	preds := m.CFG.Blocks[m.CFG.Loops[l].Header].Preds
	return i < len(preds) && m.CFG.InLoop(int(m.CFG.Edges[preds[i]].From), l)
}

// LoopOfPhi returns the loop that the block of a phi is the header of, -1 for none, and for an Entry value, which is computed in front of it.
func (m *Method) LoopOfPhi(v ssa.ID) int {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Phi {
		return m.LoopHeadedBy(int(x.Block))
	}
	return -1
}

// EdgeOf returns the edge for argument i of a phi or of an Entry value, nil for the call of the method.
func (m *Method) EdgeOf(v ssa.ID, i int) *cfg.Edge {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Entry {
		return m.EdgeInto(x.Block, i)
	}
	for e := range m.CFG.Entries(m.LoopHeadedBy(int(m.Fn.Values[x.Aux].Block))) {
		if i == 0 {
			return e
		}
		i--
	}
	return nil
}

// EdgeInto returns the edge for argument i of the phis in block b, nil for the call of the method.
func (m *Method) EdgeInto(b int32, i int) *cfg.Edge {
	if preds := m.CFG.Blocks[b].Preds; i < len(preds) {
		return &m.CFG.Edges[preds[i]]
	}
	return nil
}

// IsConstant reports whether v is the constant k; the value 0 stands for the constant zero.
func (m *Method) IsConstant(v ssa.ID, k int64) bool {
	return v == 0 && k == 0 || v != 0 && m.Fn.Values[v].Kind == ssa.Int && m.Fn.Values[v].Aux == k
}

// InitOf returns the value with which a header phi enters its loop, an Entry value where there are several, 0 if that is not known.
func (m *Method) InitOf(phi ssa.ID, l int) ssa.ID {
	if v := m.Fn.EntryOf(phi); v != 0 {
		return v
	}
	init := ssa.ID(0)
	for i, a := range m.Fn.Args(phi) {
		if m.ViaBackEdge(l, i) {
			continue
		}
		if init != 0 && a != init {
			return 0
		}
		init = a
	}
	return init
}

// DominatesLatches reports whether block b dominates every latch of loop l.
func (m *Method) DominatesLatches(b, l int) bool {
	for _, e := range m.CFG.Loops[l].BackEdges {
		if !m.CFG.Dominators.Dominates(b, int(m.CFG.Edges[e].From)) {
			return false
		}
	}
	return true
}

// ThrowsInto reports whether loop l may catch an exception in block b: an iteration through b may skip its exit test.
func (m *Method) ThrowsInto(l int, b int32) bool {
	for i := range m.CFG.Blocks[b].Succs {
		if e := &m.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.CFG.InLoop(int(e.To), l) {
			return true
		}
	}
	return false
}

// Before returns the blocks from which one of blocks is reachable along edges that followed accepts.
func (m *Method) Before(blocks []int32, followed func(e *cfg.Edge) bool) []bool {
	in := make([]bool, len(m.CFG.Blocks))
	for _, b := range blocks {
		in[b] = true
	}
	for work := slices.Clone(blocks); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range m.CFG.Blocks[b].Preds {
			if e := &m.CFG.Edges[i]; !in[e.From] && followed(e) {
				in[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return in
}

// MaxDepth bounds the depth of the expressions that values are traced through.
const MaxDepth = 24

// LoopBelow returns the loop directly in l that holds block b, -1 if b is at the level of l itself.
func (m *Method) LoopBelow(l int, b int32) int {
	for k := int(m.CFG.Blocks[b].Loop); k > l; k = int(m.CFG.Loops[k].Parent) {
		if int(m.CFG.Loops[k].Parent) == l {
			return k
		}
	}
	return -1
}
