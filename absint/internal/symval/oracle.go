package symval

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What one method needs to know of the others. Sound because a Result joins all returns, over symbols of callers.

// Oracle answers queries of the analysis of one method about other methods of the program.
type Oracle interface {
	// Result describes the return value of a call in f, for all executions. Callees are analyzed up to that call depth.
	Result(f *ssa.Func, call ssa.ID, depth int) *Result
	// Ensures returns sizes, over symbols of the callee, that are not negative where a call in f returns. Callees are analyzed up to that
	// call depth.
	Ensures(f *ssa.Func, call ssa.ID, depth int) []expr.Size
	// Arguments returns the arguments of all calls of a method, by parameter; nil if not all calls are known.
	Arguments(m *classfile.Method, depth int) []Actual
	// CallEffects returns the effects of the application code that a call in f runs, up to the limits of the traversal.
	CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects
	// Sizes returns what a library model states of the sizes around a call in f, with the sizes of its arguments; ok is false if there
	// is none, or if the call may run other code.
	Sizes(f *ssa.Func, call ssa.ID, arg func(i int, what progdb.Measure, up bool) expr.Size) (s progdb.LibrarySizes, ok bool)
	// ReadOnly reports whether the application code that a call in f passes object to only reads it and does not keep it.
	ReadOnly(f *ssa.Func, call, object ssa.ID) bool
}

// Actual is what a call passes for one parameter: the interval of a number, or of the length of an array or a string.
type Actual struct{ Value, Length expr.Interval }

// Result describes the return value of a method, for all its calls.
type Result struct {
	Value     Guarded // for an int or long
	High, Low Guarded // its bounds
	Within    expr.Interval
	Length    Guarded // for an array
	Search    Search  // of the method's parameters
	Step      code.Step
	// When has, for a boolean, sizes over parameters that are not negative where false is returned, and those where true is.
	When [2][]expr.Size
}

// Search relates the result of a call to its arguments. From is what the result is at least, In the array or the string in which it is an
// index: parameters or arguments, 0 for none. Where Misses, -1 may be returned instead.
type Search struct {
	From, In ssa.ID
	Misses   bool
}

// NoResult is the Result of a method of which nothing is known.
var NoResult = func() *Result {
	no := Guarded{Why: "it is not known"}
	return &Result{Value: no, High: no, Low: no, Within: expr.Everything, Length: no}
}()
