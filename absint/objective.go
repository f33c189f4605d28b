package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Objective says what an evaluation maximises or minimises: a linear functional of the counts (semantics
// section 3). Weights has one entry per pattern; an upper objective takes the branch with the larger weighted
// count and the most iterations, a lower one the mirror image.
type Objective struct {
	Upper   bool
	Weights []float64    // by pattern.ID
	named   bool         // calls become symbols, whatever has weights
	own     bool         // count instructions in the method's own frame
	total   bool         // count instructions there and in called methods
	header  int32        // count executions of this block of the root method, -1 for none
	full    []float64    // the weights of all dimensions, nil until prepared
	anyExit bool         // of a lower objective: a call that ends by an explicit throw of the method counts as one that returns
	unsure  bool         // a lower objective that has weights below 0, once prepared: what is left out may cost less than nothing
	shared  *sharedCosts // by the calls of one evaluation; nil for none
	choices *choices     // of an upper objective without weights: costs that some weights make the larger one are kept
}

// Energy returns the objective that weighs patterns by the energy that each costs, in the unit of the weights.
func Energy(weights []float64, upper bool) Objective {
	return Objective{Upper: upper, Weights: weights, header: -1}.prepared()
}

// AnyExit is a lower objective over all calls that end by a return or by an explicit throw of the method itself, not over
// those that return alone.
func (o Objective) AnyExit() Objective {
	o.anyExit = true
	return o
}

// prepared returns the objective with its weights laid out for all dimensions.
func (o Objective) prepared() Objective {
	o.full = o.weights()
	o.unsure = !o.Upper && slices.ContainsFunc(o.full, func(w float64) bool { return w < 0 })
	return o
}

// leftOut is what a lower objective knows of code that it does not look at: that it costs nothing at least, or where a weight
// is below 0, nothing at all.
func (o Objective) leftOut() Outcome {
	if o.unsure {
		return Outcome{Conditions: neverHolds}
	}
	return Outcome{}
}

// weights must not be changed: objectives share them.
func (o Objective) weights() []float64 {
	if o.full != nil {
		return o.full
	}
	if len(o.Weights) == 0 {
		return countWeights[instructionWeights{o.own, o.total, o.header >= 0}]
	}
	w := make([]float64, dimensions)
	copy(w, o.Weights)
	return w
}

// instructionWeights says which dimensions beyond the patterns an objective without prices counts.
type instructionWeights struct{ own, total, header bool }

// countWeights are the weights of all objectives without prices: there is one for every header of a loop, but only these
// weights.
var countWeights = func() map[instructionWeights][]float64 {
	all := map[instructionWeights][]float64{}
	for i := range 8 {
		k := instructionWeights{i&1 != 0, i&2 != 0, i&4 != 0}
		w := make([]float64, dimensions)
		for id, counted := range map[pattern.ID]bool{ownInstructions: k.own, totalInstructions: k.total, headerExecutions: k.header} {
			if counted {
				w[id] = 1
			}
		}
		all[k] = w
	}
	return all
}()

// OwnInstructions is the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) Objective { return Objective{Upper: upper, own: true, header: -1} }

// TotalInstructions is the objective that counts instructions with those of called methods under analysis.
func TotalInstructions(upper bool) Objective { return Objective{Upper: upper, total: true, header: -1} }

// NamedInstructions is the objective that counts what TotalInstructions counts at most, with symbols for the calls on
// objects that are not known, as in Energy: it shows what a machine has to execute for these.
func NamedInstructions() Objective {
	return Objective{Upper: true, named: true, total: true, header: -1}
}
