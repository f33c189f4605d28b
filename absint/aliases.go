package absint

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/libsummary"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

type (
	// Assumption is a premise of a result that the code does not prove.
	Assumption = expr.Assumption

	// Reason is a reason why a cost has no bound.
	Reason = expr.Reason

	// Size is an integer expression over the symbols of one method (semantics section 3): a polynomial with integer
	// coefficients over atoms.
	Size = expr.Size

	// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can be
	// reached from a parameter, a field.
	Symbol = expr.Symbol

	// Mono is a product of atoms; powers repeat the atom.
	Mono = expr.Mono
	// Poly is a cost: a sum of products with counts.
	Poly = expr.Poly
	// Interval is an interval of numbers.
	Interval = expr.Interval
	// Env has the ranges of symbols.
	Env = expr.Env

	// AtomKind is the function that an atom of a Mono stands for.
	AtomKind = expr.AtomKind

	// Callback is a method that a library call calls on one of its arguments.
	Callback = progdb.Callback

	// Library prices calls of methods that are not analysed, and of those whose cost is stated.
	Library = progdb.Library

	// LibraryCost is the cost of one call by a library model: patterns with their counts.
	LibraryCost = progdb.LibraryCost

	// LibraryTerm is a pattern and its count in one call; Count is Top if a size that it needs is not known.
	LibraryTerm = progdb.LibraryTerm

	// LibrarySizes is what a library model states of the sizes around a call.
	LibrarySizes = progdb.LibrarySizes
	// Measure selects the number of an operand that a library model uses.
	Measure = progdb.Measure

	// Facts are the annotations of a method: preconditions, loop bounds, a recursion measure.
	Facts = symval.Facts

	// LoopFact is a loop_bound (at most so many iterations) or a variant (decreases: a quantity that decreases in
	// every iteration and is nonnegative), written at a loop.
	LoopFact = symval.LoopFact

	// MeasureFact is a measured_by: a quantity at the start of a call that decreases with every recursive call and is
	// nonnegative.
	MeasureFact = symval.MeasureFact

	// Assume returns the assumed upper bound of a symbol by its name in source notation; ok is false if there is none.
	Assume = cost.Assume

	// CallPrice explains the cost of one call of a method.
	CallPrice = cost.CallPrice

	// CallSymbol is the cost of the costliest call of a method on an object.
	CallSymbol = cost.CallSymbol

	// Domain is the admitted values of a method's symbols: what the code and its preconditions prove, narrowed by
	// assumptions where they have no largest value.
	Domain = cost.Domain

	// Numbers is an outcome evaluated for all admitted values of the symbols: the largest (or smallest) counts.
	Numbers = cost.Numbers

	// Objective is the function that an evaluation maximises or minimises: a linear functional of the counts (semantics section 3).
	Objective = cost.Objective

	// Outcome is the cost of one method or of a part of it: a polynomial that bounds it from above or below, as the
	// objective requires, if Conditions hold, and the reasons why it is not a bound if there are any.
	Outcome = cost.Outcome

	// Portable is an upper bound on the cost of a library method for all callers and all models. A branch whose costlier
	// side depends on the model is a choice.
	Portable = cost.CostSummary

	// Names gives the names in budgets of one method their meaning.
	Names = cost.Names

	// WeightedSize is a size times a weight, in the unit of the weights of an objective.
	WeightedSize = cost.WeightedSize

	// Foreign prices library methods by their own code, analysed in a World or loaded from stored summaries.
	Foreign = interproc.External

	// Decoder reads what an Encoder wrote.
	Decoder = libsummary.Decoder

	// Encoder writes cost summaries as bytes.
	Encoder = libsummary.Encoder

	// World analyses the methods of a library by themselves. A result lists in Needs what it requires of classes that are
	// not in the library.
	World = libsummary.LibraryAnalyzer
)

const (
	// Chars is the number of characters of a string.
	Chars = progdb.Chars
	// Elements is the number of elements of a collection.
	Elements = progdb.Elements
	// Length is the length of an array.
	Length = progdb.Length
	// Value is the value of a number.
	Value = progdb.Value
)

// The kinds of atoms, see expr.AtomKind.
const (
	SymbolAtom = expr.SymbolAtom
	IndexAtom  = expr.IndexAtom
	MaxAtom    = expr.MaxAtom
	MinAtom    = expr.MinAtom
	DivAtom    = expr.DivAtom
	LogAtom    = expr.LogAtom
	SqrtAtom   = expr.SqrtAtom
	QuotAtom   = expr.QuotAtom
	PowerAtom  = expr.PowerAtom
)

// SymbolSize returns the size of one symbol.
func SymbolSize(s Symbol) Size { return expr.SymbolSize(s) }

// ConditionTexts returns conditions as text, without duplicates and those that others imply.
func ConditionTexts(conds []expr.Condition) []string {
	return expr.Writer{Name: spec.QuoteName}.Conditions(conds)
}

// Const returns the Size with the constant value v.
func Const(v int64) expr.Size { return expr.Const(v) }

// Max returns the maximum of sizes.
func Max(sizes ...expr.Size) expr.Size { return expr.Max(sizes...) }

// Min returns the minimum of sizes.
func Min(sizes ...expr.Size) expr.Size { return expr.Min(sizes...) }

// MethodName returns the name of a method in source notation: com.acme.Codec.encode(byte[], int).
func MethodName(m *classfile.Method) string { return progdb.MethodName(m) }

// AnyObject returns the symbol of the same method on any object, Iterator.next() of it.next().
func AnyObject(c cost.CallSymbol) cost.CallSymbol { return interproc.AnyObject(c) }

// Models reports whether lib has a model of a method without callbacks. lib may be nil.
func Models(lib progdb.Library, m classfile.Member) bool { return callees.Models(lib, m) }

// Energy returns the objective that weighs patterns by the energy that each costs, in the unit of the weights.
func Energy(weights []float64, upper bool) cost.Objective { return cost.Energy(weights, upper) }

// NamedInstructions returns the objective of an upper bound on TotalInstructions, with symbols for calls on objects
// that are not known, as in Energy.
func NamedInstructions() cost.Objective { return cost.NamedInstructions() }

// OwnInstructions returns the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) cost.Objective { return cost.OwnInstructions(upper) }

// TotalInstructions returns the objective that counts instructions including those of called methods under analysis.
func TotalInstructions(upper bool) cost.Objective { return cost.TotalInstructions(upper) }

// Caps returns all caps, in the order in which they are listed.
func Caps() []interproc.Cap { return interproc.Caps() }

// NewEncoder returns an empty encoder.
func NewEncoder() *libsummary.Encoder { return libsummary.NewEncoder() }

// CompareMono orders products by their atoms.
func CompareMono(a, b Mono) int { return expr.CompareMono(a, b) }
