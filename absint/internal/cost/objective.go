package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Objectives of evaluations: linear functionals over counts.

// Objective is the linear functional of the counts that an evaluation bounds (semantics section 3). Weights has one entry
// per pattern. An upper objective takes the branch with the larger weighted count and the upper bounds of loops, a lower
// one the converse.
type Objective struct {
	Upper     bool
	Weights   []float64    // by pattern.ID
	Named     bool         // calls on unknown receivers become call symbols
	own       bool         // count instructions in the method's own frame
	Total     bool         // count instructions there and in called methods
	Header    int32        // count executions of this block of the root method, -1 for none
	Full      []float64    // the weights of all dimensions, nil until prepared
	anyExit   bool         // of a lower objective: calls that end by an explicit throw of analysed code count as calls that return
	forNumber bool         // of an upper objective: see ForNumber
	Unsure    bool         // a prepared lower objective has weights below 0: code left out may have a negative cost
	Shared    *SharedCosts // cache of one evaluation; nil for none
	Rivals    *Rivals      // objectives that the evaluation decides for, too; nil for none
	Choices   *Maxima      // of an upper objective with unknown weights: the choices between costs; else nil
	// CutShort gives the cost of a call that may end by an exception which the method catches. It is there in an upper objective for
	// calls that return alone: then the cost of any other call is that of one that returns.
	CutShort func(site *callees.CallSite) Outcome
	Whole    *Whole // the evaluation of all calls that one of calls that return rests on; nil for none
}

// Whole is an evaluation of all calls of the methods of a program.
type Whole struct {
	Obj  Objective
	Done []*Outcome // by method
	// CutCalls reports, by method, whether a call symbol of its cost may be of a call that ends by an exception which the method, or one
	// that it calls, catches.
	CutCalls []bool
}

// Energy returns the objective that weighs patterns by the energy that each costs, in the unit of the weights.
func Energy(weights []float64, upper bool) Objective {
	return Objective{Upper: upper, Weights: weights, Header: -1}.Prepared()
}

// AnyExit returns the lower objective for all calls that end by a return or by an explicit throw of the method or of an
// analysed callee, instead of only those that return.
func (o Objective) AnyExit() Objective {
	o.anyExit = true
	return o
}

// Returning returns the upper objective for calls that return, of a method whose own calls cost nothing.
func (o Objective) Returning() Objective {
	o.CutShort = func(*callees.CallSite) Outcome { return Outcome{} }
	return o
}

// Prepared returns the objective with its weights laid out for all dimensions.
func (o Objective) Prepared() Objective {
	o.Full = o.AllWeights()
	o.Unsure = !o.Upper && slices.ContainsFunc(o.Full, func(w float64) bool { return w < 0 })
	return o
}

// countsPatterns reports whether the counts of the patterns of a block are part of its cost. Upper objectives that weigh no
// pattern count its instructions only, without effect on the bound: every block has some, so the cost has the same sizes. Lower
// ones count patterns, too: where the instructions of two branches have nothing in common, the patterns may.
func (o Objective) countsPatterns() bool { return !o.Upper || o.Weights != nil || o.Choices != nil }

// LeavesOutRecursion reports whether calls between methods that call each other count as nothing, which no weight below 0 makes unsure.
func (o Objective) LeavesOutRecursion() bool { return !o.Upper && !o.anyExit && !o.Unsure }

// LeftOut returns the lower bound of code that is not evaluated: 0, or no bound if a weight is below 0.
func (o Objective) LeftOut() Outcome {
	out := Outcome{MayThrow: o.anyExit}
	if o.Unsure {
		out.Conditions = neverHolds
	}
	return out
}

// AllWeights returns the weights of all dimensions, which objectives share: do not modify them.
func (o Objective) AllWeights() []float64 {
	if o.Full != nil {
		return o.Full
	}
	if len(o.Weights) == 0 {
		return CountWeights[InstructionWeights{o.own, o.Total, o.Header >= 0}]
	}
	w := make([]float64, expr.Dimensions)
	copy(w, o.Weights)
	return w
}

// InstructionWeights are the dimensions beyond the patterns that an objective without weights of patterns counts.
type InstructionWeights struct{ own, total, Header bool }

// CountWeights are the weights of all objectives without weights of patterns. Loop headers share theirs.
var CountWeights = func() map[InstructionWeights][]float64 {
	all := map[InstructionWeights][]float64{}
	for i := range 8 {
		k := InstructionWeights{i&1 != 0, i&2 != 0, i&4 != 0}
		w := make([]float64, expr.Dimensions)
		for id, counted := range map[pattern.ID]bool{expr.OwnInstructions: k.own, expr.TotalInstructions: k.total, expr.HeaderExecutions: k.Header} {
			if counted {
				w[id] = 1
			}
		}
		all[k] = w
	}
	return all
}()

// OwnInstructions returns the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) Objective { return Objective{Upper: upper, own: true, Header: -1} }

// TotalInstructions returns the objective that counts instructions, including those of analysed callees.
func TotalInstructions(upper bool) Objective { return Objective{Upper: upper, Total: true, Header: -1} }

// NamedInstructions returns the upper objective of TotalInstructions with call symbols for calls on unknown receivers. It
// shows the instructions that these calls add.
func NamedInstructions() Objective {
	return Objective{Upper: true, Named: true, Total: true, Header: -1}
}
