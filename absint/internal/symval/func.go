package symval

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The state of the analysis of one method, and lookups in its control-flow graph.

// Func is the analysis of one method's own code.
type Func struct {
	Fn     *ssa.Func
	CFG    *cfg.Graph
	lines  []classfile.Line
	Loops  []Loop
	Env    expr.Env
	Fields *progdb.FieldTable
	Db     *contracts.Contracts // the program of the method
	sizes  collectionSizer
	Oracle Oracle                   // answers about callers and callees
	Depth  int                      // remaining call depth
	passed map[string]expr.Interval // ranges of the arguments of all calls, by path
	Facts  Facts
	// Required are the intervals of the preconditions, which callers must satisfy.
	Required       []expr.Condition
	stores         map[string]bool // names of the fields that the method writes, nil until computed
	writesAll      bool            // it writes all fields of its object
	alters         *alterations    // nil until computed
	intervals      intervalCache
	Live           []bool          // blocks from which a normal return can be reached
	Ends           []bool          // blocks from which a normal return or a throw can be reached
	Context        int32           // the header of the loop that is bounded, or NoBlock
	Contradictions []Contradiction // stated loop bounds that are wrong

	steps, Most int  // steps of the analysis, see Spend, and the maximum of its parts
	queryStart  int  // steps when the current query began
	bounded     bool // steps are limited
}

// New returns the analysis of a body of the program. Callees are analyzed up to that call depth.
func New(b *progdb.Body, db *contracts.Contracts, oracle Oracle, sizes collectionSizer, depth int) *Func {
	return &Func{Fn: b.F, CFG: b.G, lines: b.G.Code.Lines(), Fields: db.Fields, Db: db, Oracle: oracle, sizes: sizes, Depth: depth}
}

// collectionSizer bounds the number of elements of collections, in the context of the method that uses them.
type collectionSizer interface {
	// Elements returns an upper bound of the number of elements of a collection.
	Elements(m *Func, v ssa.ID) expr.Size
	// ArrayOf bounds the length of an array that toArray of a collection returned; ok is false for other arrays.
	ArrayOf(m *Func, v ssa.ID) (length expr.Size, ok bool)
}

// Loop holds the results for one natural loop.
type Loop struct {
	Counters    map[ssa.ID]Counter
	spans       map[ssa.ID][]InductionRange
	Upper       expr.Size // upper bound of the iterations per entry; bad if unknown
	Tests       []int32   // blocks whose tests bound it: in blocks they dominate, the index is below Upper
	Lower       expr.Size // lower bound of the iterations, in calls that return normally
	Exact       bool      // Upper and Lower are equal and proved
	Conds       []expr.Condition
	Why         string            // the reason if Upper is bad
	Assumptions []expr.Assumption // annotations that the bound depends on
	Answers     []ProverAnswer    // results of the provers
	Amortized   *Amortized        // set if the iterations are bounded over all iterations of an enclosing loop
}

// Counter is a header phi that changes by the same step in every iteration.
type Counter struct {
	Init ssa.ID
	Step int64
	Safe bool // the step cannot overflow
}

// Amortized bounds the iterations of an inner loop over one whole run of the loop Over that encloses it: a counter that is
// not reset passes its range only once (amortized analysis; the potential is its distance to the limit). The cost of the
// iterations then belongs to the run of loop Over, not to each of its iterations.
type Amortized struct {
	Over  int // the enclosing loop
	Total expr.Size
	Conds []expr.Condition
}

// InductionRange bounds a loop variable without a constant step, while the loop runs. A bad size is unknown.
type InductionRange struct {
	Low, High expr.Size
	conds     []expr.Condition
	// Behind is the block whose test must have held, -1 for none: then the partial iteration is included.
	Behind int32
}

// ProverAnswer is the bound, or the reason for none, that one prover returned.
type ProverAnswer struct {
	Prover string
	Block  int32 // of the test, -1 for the whole loop
	Bound  expr.Size
	Why    string
}

// intervalCache holds the intervals and facts computed so far.
type intervalCache struct {
	done      map[ssa.ID]expr.Interval
	tentative map[ssa.ID]expr.Interval // intervals being computed
	facts     map[int32][]Comparison
	guards    map[int32]*guards
}

// alterations are what a method adds to (collections, texts, buffers, by access path) and the fields that it stores to.
type alterations struct {
	grown  map[string]bool
	filled map[effects.FieldStore]bool // whose collections callees add to
	stored map[effects.FieldStore]bool
	made   map[effects.FieldStore]bool // stored to in objects that the method allocates
}

// NoBlock stands for an unknown block.
const NoBlock = -1

// Line returns the source line of the instruction at pc, 0 if the class has no line table.
func (m *Func) Line(pc int) int { return classfile.LineAt(m.lines, pc) }

// LoopHeadedBy returns the loop whose header is block b, -1 for none.
func (m *Func) LoopHeadedBy(b int) int {
	l := int(m.CFG.Blocks[b].Loop)
	if l >= 0 && int(m.CFG.Loops[l].Header) == b {
		return l
	}
	return -1
}

// LoopLine returns the line of the loop's header.
func (m *Func) LoopLine(l int) int { return m.Line(m.CFG.Blocks[m.CFG.Loops[l].Header].Start) }

// Place returns the place of a loop's header, for messages.
func (m *Func) Place(l int) string {
	return m.PlaceAt(m.CFG.Blocks[m.CFG.Loops[l].Header].Start)
}

// PlaceAt returns the line of an instruction, or its offset if the class has no line table, for messages.
func (m *Func) PlaceAt(pc int) string {
	if n := m.Line(pc); n > 0 {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("offset %d", pc)
}

// ViaBackEdge reports whether argument i of the phis in the header of loop l comes from an iteration, not from the entry.
func (m *Func) ViaBackEdge(l, i int) bool {
	preds := m.CFG.Blocks[m.CFG.Loops[l].Header].Preds
	return i < len(preds) && m.CFG.InLoop(int(m.CFG.Edges[preds[i]].From), l)
}

// EdgeInto returns the edge for argument i of the phis in block b, nil for the call of the method.
func (m *Func) EdgeInto(b int32, i int) *cfg.Edge {
	if preds := m.CFG.Blocks[b].Preds; i < len(preds) {
		return &m.CFG.Edges[preds[i]]
	}
	return nil
}

// InitOf returns the value with which a header phi enters its loop, 0 if there are several.
func (m *Func) InitOf(phi ssa.ID, l int) ssa.ID {
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
func (m *Func) DominatesLatches(b, l int) bool {
	for _, e := range m.CFG.Loops[l].BackEdges {
		if !m.CFG.Dominators.Dominates(b, int(m.CFG.Edges[e].From)) {
			return false
		}
	}
	return true
}

// ThrowsInto reports whether loop l may catch an exception in block b: an iteration through b may skip its exit test.
func (m *Func) ThrowsInto(l int, b int32) bool {
	for i := range m.CFG.Blocks[b].Succs {
		if e := &m.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.CFG.InLoop(int(e.To), l) {
			return true
		}
	}
	return false
}
