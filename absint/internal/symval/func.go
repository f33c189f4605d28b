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

// An inner loop whose counter goes on where it stopped the last time does not run as often as its own bound says in
// every iteration of the loop around it, but only as often as that together (amortized analysis: what the counter still
// has to go is the potential). The cost of its iterations is then no part of an iteration of the loop around it, but is
// paid once for all of them.

// Func is the analysis of one method's own code.
type Func struct {
	Fn     *ssa.Func
	CFG    *cfg.Graph
	lines  []classfile.Line
	Loops  []Loop
	Env    expr.Env
	Fields *progdb.FieldTable
	Db     *contracts.Contracts // the program that the method is of
	sizes  collectionSizer
	Oracle Oracle                   // what is known of the methods that it calls and that call it
	Depth  int                      // how deep they may be looked into
	passed map[string]expr.Interval // what all calls pass for parameters, by path
	Facts  Facts
	// Required are the intervals of the precondition that the analysis uses: whoever calls the method must grant them.
	Required       []expr.Condition
	stores         map[string]bool // names of the fields that it writes, nil until asked for
	restores       bool            // it writes all fields of its object
	alters         *alterations    // nil until asked for
	intervals      intervalCache
	Live           []bool          // blocks from which a normal return can be reached
	Ends           []bool          // blocks from which a normal return or a throw can be reached
	Context        int32           // the header of the loop that is being bounded, or anywhere
	Contradictions []Contradiction // loop bounds that are written and wrong

	steps, Most int  // of the analysis, see spend; most are those of the longest part so far
	asked       int  // steps when the question began that is being answered
	bounded     bool // steps are limited
}

// New returns the analysis of a body of the program. Callees are looked into at most hops deep.
func New(b *progdb.Body, db *contracts.Contracts, oracle Oracle, sizes collectionSizer, hops int) *Func {
	return &Func{Fn: b.F, CFG: b.G, lines: b.G.Code.Lines(), Fields: db.Fields, Db: db, Oracle: oracle, sizes: sizes, Depth: hops}
}

// collectionSizer bounds how many elements collections have. It is asked in the context of the method that uses them.
type collectionSizer interface {
	// Elements is how many elements a collection has at most.
	Elements(m *Func, v ssa.ID) expr.Size
	// ArrayOf bounds the length of the array that toArray of a collection returns; ok is false for another array.
	ArrayOf(m *Func, v ssa.ID) (length expr.Size, ok bool)
}

// Loop is what is known of one natural loop.
type Loop struct {
	Counters    map[ssa.ID]Counter
	spans       map[ssa.ID][]InductionRange
	Upper       expr.Size // iterations at most, per entry; bad where unknown
	Tests       []int32   // blocks whose tests bound it: behind them, the index is below upper
	Lower       expr.Size // iterations at least, in calls that return normally
	Exact       bool      // upper and lower are the same and proved
	Conds       []expr.Condition
	Why         string            // set where upper is bad
	Assumptions []expr.Assumption // annotations that the bound rests on
	Answers     []ProverAnswer    // what the provers answered
	Amortized   *Amortized        // set where the loop's iterations are bounded over all iterations of the loop around it
}

// Counter is a header phi that changes by the same step in every iteration.
type Counter struct {
	Init ssa.ID
	Step int64
	Safe bool // the step cannot overflow
}

// Amortized bounds the iterations of a loop over one whole run of the loop around it.
type Amortized struct {
	Over  int // the loop around it
	Total expr.Size
	Conds []expr.Condition
}

// InductionRange is between what a variable of a loop stays while the loop runs, where it does not move by a constant step. A bad
// size is unknown.
type InductionRange struct {
	Low, High expr.Size
	conds     []expr.Condition
	// Behind is the block whose test must have held, -1 for none: the last, partial iteration is included then.
	Behind int32
}

// ProverAnswer is what a prover answered.
type ProverAnswer struct {
	Prover string
	Block  int32 // of the test, -1 for the whole loop
	Bound  expr.Size
	Why    string
}

// intervalCache holds what phiRange has found.
type intervalCache struct {
	done      map[ssa.ID]expr.Interval
	tentative map[ssa.ID]expr.Interval // of those that are being computed
	facts     map[int32][]Comparison
	apart     map[difference]float64 // differences that are being computed
}

// difference is one question: how far v may be above w, or below it.
type difference struct {
	v, w ssa.ID
	up   bool
}

func (q difference) signed(d float64) float64 {
	if q.up {
		return d
	}
	return -d
}

// alterations are what a method does to sizes that it was given: the collections, texts and buffers that it puts into, by how
// they are reached, and the fields that it stores to.
type alterations struct {
	grown  map[string]bool
	filled map[effects.FieldStore]bool // whose collections code that it calls puts into
	stored map[effects.FieldStore]bool
	made   map[effects.FieldStore]bool // stored to in objects that the method makes
}

// NoBlock stands for a block of which nothing is known.
const NoBlock = -1

func (m *Func) Line(pc int) int { return classfile.LineAt(m.lines, pc) }

// LoopHeadedBy returns the loop whose header is block b, -1 for none.
func (m *Func) LoopHeadedBy(b int) int {
	l := int(m.CFG.Blocks[b].Loop)
	if l >= 0 && int(m.CFG.Loops[l].Header) == b {
		return l
	}
	return -1
}

// LoopLine is the line of the loop's header.
func (m *Func) LoopLine(l int) int { return m.Line(m.CFG.Blocks[m.CFG.Loops[l].Header].Start) }

// Place names a loop for people.
func (m *Func) Place(l int) string {
	return m.PlaceAt(m.CFG.Blocks[m.CFG.Loops[l].Header].Start)
}

// PlaceAt names the place of an instruction for people: its line, or its offset where the class has no line table.
func (m *Func) PlaceAt(pc int) string {
	if n := m.Line(pc); n > 0 {
		return fmt.Sprintf("line %d", n)
	}
	return fmt.Sprintf("offset %d", pc)
}

// ViaBackEdge says whether argument i of the phis in the header of loop l comes from an iteration, not from where the loop
// is entered.
func (m *Func) ViaBackEdge(l, i int) bool {
	preds := m.CFG.Blocks[m.CFG.Loops[l].Header].Preds
	return i < len(preds) && m.CFG.InLoop(int(m.CFG.Edges[preds[i]].From), l)
}

// InitOf is the one value with which a header phi enters its loop, 0 where there are several.
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

// DominatesLatches says whether every iteration of loop l that comes back to the header passes block b.
func (m *Func) DominatesLatches(b, l int) bool {
	for _, e := range m.CFG.Loops[l].BackEdges {
		if !m.CFG.Dominators.Dominates(b, int(m.CFG.Edges[e].From)) {
			return false
		}
	}
	return true
}

// ThrowsInto says whether an exception in block b may be caught inside of loop l: then an iteration that enters the
// block need not pass the test at its end.
func (m *Func) ThrowsInto(l int, b int32) bool {
	for i := range m.CFG.Blocks[b].Succs {
		if e := &m.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.CFG.InLoop(int(e.To), l) {
			return true
		}
	}
	return false
}
