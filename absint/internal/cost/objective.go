package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Objective says what an evaluation maximises or minimises: a linear functional of the counts (semantics
// section 3). Weights has one entry per pattern; an upper objective takes the branch with the larger weighted
// count and the most iterations, a lower one the mirror image.
type Objective struct {
	Upper   bool
	Weights []float64    // by pattern.ID
	Named   bool         // calls become symbols, whatever has weights
	own     bool         // count instructions in the method's own frame
	Total   bool         // count instructions there and in called methods
	Header  int32        // count executions of this block of the root method, -1 for none
	Full    []float64    // the weights of all dimensions, nil until prepared
	anyExit bool         // of a lower objective: a call that ends by an explicit throw of the method counts as one that returns
	Unsure  bool         // a lower objective that has weights below 0, once prepared: what is left out may cost less than nothing
	Shared  *SharedCosts // by the calls of one evaluation; nil for none
	Choices *Maxima      // of an upper objective without weights: costs that some weights make the larger one are kept
}

// Energy returns the objective that weighs patterns by the energy that each costs, in the unit of the weights.
func Energy(weights []float64, upper bool) Objective {
	return Objective{Upper: upper, Weights: weights, Header: -1}.Prepared()
}

// AnyExit is a lower objective over all calls that end by a return or by an explicit throw of the method itself, not over
// those that return alone.
func (o Objective) AnyExit() Objective {
	o.anyExit = true
	return o
}

// Prepared returns the objective with its weights laid out for all dimensions.
func (o Objective) Prepared() Objective {
	o.Full = o.AllWeights()
	o.Unsure = !o.Upper && slices.ContainsFunc(o.Full, func(w float64) bool { return w < 0 })
	return o
}

// LeftOut is what a lower objective knows of code that it does not look at: that it costs nothing at least, or where a weight
// is below 0, nothing at all.
func (o Objective) LeftOut() Outcome {
	if o.Unsure {
		return Outcome{Conditions: neverHolds}
	}
	return Outcome{}
}

// AllWeights must not be changed: objectives share them.
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

// InstructionWeights says which dimensions beyond the patterns an objective without prices counts.
type InstructionWeights struct{ own, total, Header bool }

// CountWeights are the weights of all objectives without prices: there is one for every header of a loop, but only these
// weights.
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

// OwnInstructions is the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) Objective { return Objective{Upper: upper, own: true, Header: -1} }

// TotalInstructions is the objective that counts instructions with those of called methods under analysis.
func TotalInstructions(upper bool) Objective { return Objective{Upper: upper, Total: true, Header: -1} }

// NamedInstructions is the objective that counts what TotalInstructions counts at most, with symbols for the calls on
// objects that are not known, as in Energy: it shows what a machine has to execute for these.
func NamedInstructions() Objective {
	return Objective{Upper: true, Named: true, Total: true, Header: -1}
}
