// Package result defines what internal/energy computes about methods, as internal/finding defines what rules report. It
// computes nothing and knows no output format but the names of its fields in JSON, which are a contract; internal/report
// writes it.
package result

import (
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
)

// Joules is an amount of energy in the JSON output: null where it is infinite or NaN, which means that there is no
// bound.
type Joules = jsonsafe.Number

// MethodReport is the energy of methods, what the methods command writes. Its JSON form is a contract: fields may be
// added, none may change.
type MethodReport struct {
	Schema     string         `json:"schema"` // names this format
	Model      string         `json:"model"`
	Unit       string         `json:"unit"` // of all that is called joules: "J", or "instruction"
	Device     string         `json:"device"`
	Confidence Joules         `json:"confidence"`
	JDK        string         `json:"jdk"`
	Capped     finding.Capped `json:"capped"`
	Methods    []Method       `json:"methods"`
}

// Status says how well a method's worst case is known.
type Status string

// The statuses of methods, and of loops, which have Exact besides and no Unknown.
const (
	Exact      Status = "exact"
	Bounded    Status = "bounded"
	Parametric Status = "parametric"
	Assumed    Status = "assumed"
	Unbounded  Status = "unbounded"
	Unknown    Status = "unknown"
)

// Statuses lists the statuses of methods, the best known first.
func Statuses() []Status { return []Status{Bounded, Parametric, Assumed, Unbounded, Unknown} }

// Method is one method's energy for one call.
type Method struct {
	Class        string        `json:"class"` // internal name
	Name         string        `json:"name"`
	Descriptor   string        `json:"descriptor"`
	File         string        `json:"file"`
	Line         int           `json:"line"`
	Status       Status        `json:"status"`
	Worst        WorstCase     `json:"worst"`
	Best         BestCase      `json:"best"`
	Formula      string        `json:"formula"`                // the sound bound, for each size
	MeanFormula  string        `json:"mean_formula,omitempty"` // the mean of the same path
	Expression   *Expression   `json:"expression"`             // the worst case by its structure; null where there is no formula
	Rounded      string        `json:"-"`                      // the formula in fewer terms that are at least as much; empty where that is itself
	Conditions   []string      `json:"conditions"`             // under which the formula and what follows from it hold
	CallSymbols  []CallSymbol  `json:"call_symbols"`           // of the formula
	Reasons      []string      `json:"reasons"`                // why the worst case has no bound
	Instructions Instructions  `json:"instructions"`
	Loops        []Loop        `json:"loops"`
	Assumptions  []Assumption  `json:"assumptions"`
	Expected     []string      `json:"expected_costs"`               // class.name+descriptor of library calls that count with an expected cost, not a worst one
	Operands     []string      `json:"costliest_operands,omitempty"` // operations whose operands decide their cost; upper_J counts the costliest
	Unpriced     []string      `json:"unpriced"`                     // class.name+descriptor of calls without a price
	Calls        Calls         `json:"calls"`
	Capped       []string      `json:"capped"` // limits of the analysis that the method's own code met
	DerivedShare Joules        `json:"derived_share"`
	Budget       *MethodBudget `json:"budget"` // null without a budget
}

// WorstCase is the distribution of the critical path, its quantile at the report's confidence, and the sound bound.
type WorstCase struct {
	Mean     Joules `json:"mean_J"`
	SD       Joules `json:"sd_J"`
	Quantile Joules `json:"quantile_J"`
	Upper    Joules `json:"upper_J"`
}

// BestCase is the distribution of the cheapest path and the bound below it.
type BestCase struct {
	Mean  Joules `json:"mean_J"`
	SD    Joules `json:"sd_J"`
	Lower Joules `json:"lower_J"`
}

// Instructions counts executed JVM instructions: Own in this method's frame for one call, Total with the methods
// under analysis that it calls, library code left out.
type Instructions struct {
	Own   Range `json:"own"`
	Total Range `json:"total"`
}

// Range is an interval of counts. Max is nil, null in JSON, where there is no upper bound.
type Range struct {
	Min int64  `json:"min"`
	Max *int64 `json:"max"`
}

// Between returns the Range [lo, hi].
func Between(lo, hi int64) Range { return Range{Min: lo, Max: &hi} }

// AtLeast returns the Range from lo on, without an upper bound.
func AtLeast(lo int64) Range { return Range{Min: lo} }

// Loop is what is known of a loop's bound.
type Loop struct {
	Offset        int      `json:"offset"` // bytecode offset of the header
	Line          int      `json:"line"`
	Status        Status   `json:"status"`
	Bound         string   `json:"bound"`           // as an expression over the method's symbols
	Conditions    []string `json:"conditions"`      // under which the bound holds
	Iterations    Range    `json:"iterations"`      // back edges taken between entering and leaving the loop once
	HeaderPerCall Range    `json:"header_per_call"` // executions of the header block in one call of the method
	Reason        string   `json:"reason"`          // why there is no bound
	// Assumptions are those that Iterations.Max rests on.
	Assumptions []Assumption `json:"assumptions"`
}

// CallSymbol is what the costliest call of a method on an object costs, where that depends on the object.
type CallSymbol struct {
	Symbol string `json:"symbol"` // as the formula has it: it.next()
	Member string `json:"member"` // class.name+descriptor of the method
}

// Calls counts a method's calls, by what is known of their cost. A call counts once, as Symbolic or as the first of
// Unpriced, Unbounded, Incomplete, Modelled and Analysed that is true of something that it can run.
type Calls struct {
	Analysed   int `json:"analysed"`   // code under analysis
	Modelled   int `json:"modelled"`   // a library model prices it
	Symbolic   int `json:"symbolic"`   // a symbol of the formula: it depends on an object that is not known
	Incomplete int `json:"incomplete"` // code under analysis makes calls without a price
	Unbounded  int `json:"unbounded"`  // code under analysis has a loop or recursion without a bound
	Unpriced   int `json:"unpriced"`   // code that is not known, or has no model
}

// Assumption is a bound of a symbol that the result rests on, or of what a call costs that has no price.
type Assumption struct {
	Symbol string `json:"symbol"`
	Max    Joules `json:"max"`
	Cost   bool   `json:"-"` // Max is joules
}

// MethodBudget is the budget of a method, and what it came to.
type MethodBudget struct {
	Energy     string `json:"energy"`
	Confidence Joules `json:"confidence"`
	Verdict    string `json:"verdict"`
	// Exceeded is the probability that the critical path exceeds the budget, NaN (null in JSON) where it is not
	// known.
	Exceeded Joules `json:"probability_exceeded"`
}
