package result

import (
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// Explanation is what is known of one method's energy, what the explain command shows.
type Explanation struct {
	Location      finding.Location
	Model, Device string
	Unit          quantity.Unit // of the model, and of all amounts here
	Confidence    float64

	Budgets     []finding.BudgetResult
	Worst, Best Extreme
	Formula     string       // the sound bound for each size, empty where it is a number or unknown
	MeanFormula string       // the mean of the worst case likewise
	Rounded     string       // the formula in fewer terms that are at least as much; empty where that is itself
	Conditions  []string     // under which the formula holds
	Symbols     []CallSymbol // of the formula
	Returning   *Returning   // the worst case of calls that return, nil where it is that of all calls
	Missing     []string     // why the worst case is no number
	Parametric  bool         // all that is missing are largest values of the formula's sizes
	Assumptions []string
	Expected    []string // class.name+descriptor of library calls that count with an expected cost
	Operands    []string // operations that the bound counts with their costliest operands, far above the mean

	Loops   []Loop
	Path    []PathLine // the critical path, in its order
	Calls   []CallLine // on the critical path, the most expensive first
	Classes []ClassShare
	Derived float64 // share of the critical path's energy that rests on derived patterns
}

// Returning is the worst case of the calls that return: a formula, or a number where that is empty.
type Returning struct {
	Formula string
	Worst   Extreme
}

// Extreme is the worst or the best case: the distribution on its path, its quantile at the confidence, and the sound
// bound.
type Extreme struct{ Mean, SD, Quantile, Bound float64 }

// PathLine is what one source line costs on the critical path.
type PathLine struct {
	Line                    int // 0 where the class has no line table
	Energy, Share, Executed float64
	Text                    string // the line itself, empty where the source is not there
}

// CallLine is what the calls of one method cost on the critical path.
type CallLine struct {
	Member        string // class.name+descriptor
	Energy, Times float64
}

// ClassShare is how much of the energy one class of operations makes.
type ClassShare struct {
	Class string
	Share float64
}
