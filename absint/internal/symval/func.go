package symval

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/ssa"
)

// The state of the analysis of one method.

// Func is the analysis of one method's own code.
type Func struct {
	code.Method
	Loops  []Loop
	Env    expr.Env
	Db     *contracts.Contracts // the program of the method
	sizes  collectionSizer
	Oracle Oracle                   // answers about callers and callees
	Depth  int                      // remaining call depth
	passed map[string]expr.Interval // ranges of the arguments of all calls, by path
	Facts  Facts
	// Required are the intervals of the preconditions, which callers must satisfy.
	Required       []expr.Condition
	stores         map[string]bool      // names of the fields that the method writes, nil until computed
	writesAll      bool                 // it writes all fields of its object
	forwarded      map[ssa.ID]ssa.ID    // what Stored returns, 0 for nothing
	reads          map[ssa.ID]ssa.ID    // what FirstRead returns
	steady         map[ssa.ID]expr.Size // what sizes.Steady returns
	alters         *alterations         // nil until computed
	grows          map[string]bool      // what grown returns, by access path
	rows           map[rowsKey]foundRows
	intervals      intervalCache
	Context        int32           // the header of the loop that is bounded, or NoBlock
	Contradictions []Contradiction // stated loop bounds that are wrong

	steps, Most int  // steps of the analysis, see Spend, and the maximum of its parts
	queryStart  int  // steps when the current query began
	bounded     bool // steps are limited
}

// Body returns the code of the method.
func (m *Func) Body() *progdb.Body { return &progdb.Body{Method: m.Fn.Method, G: m.CFG, F: m.Fn} }

// New returns the analysis of a body of the program. Callees are analyzed up to that call depth.
func New(b *progdb.Body, db *contracts.Contracts, oracle Oracle, sizes collectionSizer, depth int) *Func {
	b = db.Promoted(b, oracle.CallEffects)
	return &Func{Method: code.New(b, db.Fields), Db: db, Oracle: oracle, sizes: sizes, Depth: depth}
}

// collectionSizer bounds the number of elements of collections, in the context of the method that uses them.
type collectionSizer interface {
	// Elements returns an upper bound of the number of elements of a collection.
	Elements(m *Func, v ssa.ID) expr.Size
	// Characters returns an upper bound of the length of a text, as block at uses it.
	Characters(m *Func, v ssa.ID, at int32) expr.Size
	// ArrayOf bounds the length of an array that toArray of a collection returned; ok is false for other arrays.
	ArrayOf(m *Func, v ssa.ID) (length expr.Size, ok bool)
	// Steady returns the symbol that stands for no other number in a call than v, TopSize if there is none.
	Steady(m *Func, v ssa.ID) expr.Size
	// Ensured returns sizes that are not negative, and comparisons that hold, where the calls before block b return, or those in it (behind).
	Ensured(m *Func, b int32, behind bool) ([]expr.Size, []code.Comparison)
	// MayGrow reports whether one of operations, or what lengthens a text, may be applied to a collection or a text v in the method, by any name.
	MayGrow(m *Func, v ssa.ID, operations platform.Operations) bool
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
	facts     map[int32][]code.Comparison
	guards    map[int32]*guards
}

// alterations are the fields that a method stores to, itself or in what it calls.
type alterations struct {
	filled map[effects.FieldStore]bool // whose collections callees add to
	stored map[effects.FieldStore]bool
	made   map[effects.FieldStore]bool // stored to in objects that the method allocates
}
