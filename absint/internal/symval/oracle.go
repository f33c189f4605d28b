package symval

import (
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Oracle answers what the analysis of one method asks about the other methods of the program.
type Oracle interface {
	// Result returns what is known of what a call in f returns, for all executions. Callees are looked into at most hops
	// deep.
	Result(f *ssa.Func, call ssa.ID, hops int) *Result
	// Arguments returns what all calls of a method pass, by parameter; nil where they are not known.
	Arguments(m *classfile.Method, hops int) []Actual
	// CallEffects returns what the code of the program does that a call in f runs, as far as it is looked into.
	CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects
	// ReadOnly reports whether all code of the program that a call in f runs and that gets an object only reads it, and
	// keeps it nowhere.
	ReadOnly(f *ssa.Func, call, object ssa.ID) bool
}

// collectionSizer bounds how many elements collections have. It is asked in the context of the method that uses them.
type collectionSizer interface {
	// Elements is how many elements a collection has at most.
	Elements(m *Func, v ssa.ID) expr.Size
	// ArrayOf bounds the length of the array that toArray of a collection returns; ok is false for another array.
	ArrayOf(m *Func, v ssa.ID) (length expr.Size, ok bool)
}

// ProverAnswer is what a prover answered.
type ProverAnswer struct {
	Prover string
	Block  int32 // of the test, -1 for the whole loop
	Bound  expr.Size
	Why    string
}
