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
)

type (
	// Assumption is something that a result rests on and that the code does not prove.
	Assumption = expr.Assumption

	// Reason is why a cost has no bound.
	Reason = expr.Reason

	// Size is an integer expression over the symbols of one method (semantics section 3): a polynomial with integer
	// coefficients over atoms.
	Size = expr.Size

	// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can be
	// reached from a parameter, a field.
	Symbol = expr.Symbol

	// Callback is a method that a library call calls on one of its arguments.
	Callback = progdb.Callback

	// Library prices calls of methods that are not analysed, and of those whose cost is stated.
	Library = progdb.Library

	// LibraryCost is what a library model says of one call: patterns with their counts.
	LibraryCost = progdb.LibraryCost

	// LibraryTerm is a pattern and how often a call runs it; Count is bad where a size that it needs is not known.
	LibraryTerm = progdb.LibraryTerm

	// Measure is which number of a value a library model's formula means.
	Measure = progdb.Measure

	// Facts are what is written about a method besides its code: preconditions, loop bounds, a recursion measure.
	Facts = symval.Facts

	// LoopFact is a loop_bound (at most so many iterations) or a variant (decreases: a quantity that gets smaller in
	// every iteration and cannot be negative), written at a loop.
	LoopFact = symval.LoopFact

	// MeasureFact is a measured_by: a quantity at the start of a call that gets smaller with every call by which the
	// method recurs, and is never negative.
	MeasureFact = symval.MeasureFact

	// Assume gives a symbol that the code does not bound a largest value, by the name that the developer would write; ok
	// is false where nothing is assumed of it.
	Assume = cost.Assume

	// CallPrice says how the cost of one call of a method came about.
	CallPrice = cost.CallPrice

	// CallSymbol is the cost of the costliest call of a method on an object.
	CallSymbol = cost.CallSymbol

	// Domain is the admitted values of a method's symbols: what the code and its preconditions prove, narrowed by
	// assumptions where they have no largest value.
	Domain = cost.Domain

	// Numbers is an outcome evaluated for all admitted values of the symbols: the largest (or smallest) counts.
	Numbers = cost.Numbers

	// Objective says what an evaluation maximises or minimises: a linear functional of the counts (semantics section 3).
	Objective = cost.Objective

	// Outcome is the cost of one method or of a part of it: a polynomial that bounds it from the side that the objective
	// asks for, where Conditions hold, and the reasons why it is not a bound where there are any.
	Outcome = cost.Outcome

	// Portable is what a call of a library method costs at most, for all callers and all models: a cost whose branches
	// are choices where it depends on the model which of them is the costlier.
	Portable = cost.CostSummary

	// WeightedSize is a size times a weight, in the unit of the weights of an objective.
	WeightedSize = cost.WeightedSize

	// Foreign prices library methods by their own code, which is analysed elsewhere: in a World, or long ago.
	Foreign = interproc.External

	// Decoder reads what an Encoder wrote.
	Decoder = libsummary.Decoder

	// Encoder writes Portables as bytes.
	Encoder = libsummary.Encoder

	// World analyses the methods of a library by themselves: every class of the library is in it, but for those of the
	// libraries that it calls itself, and code that is not is told from the Needs of a result.
	World = libsummary.LibraryAnalyzer
)

const (
	// The measures.
	Chars = progdb.Chars
	// The measures.
	Elements = progdb.Elements
	// The measures.
	Length = progdb.Length
	// The measures.
	Value = progdb.Value
)

// ConditionTexts writes conditions for people, each once, without those that others imply.
func ConditionTexts(conds []expr.Condition) []string { return expr.ConditionTexts(conds) }

// Const is the Size that is always v.
func Const(v int64) expr.Size { return expr.Const(v) }

// Max returns the largest of sizes.
func Max(sizes ...expr.Size) expr.Size { return expr.Max(sizes...) }

// Min returns the smallest of sizes.
func Min(sizes ...expr.Size) expr.Size { return expr.Min(sizes...) }

// MethodName names a method for people: com.acme.Codec.encode(byte[], int).
func MethodName(m *classfile.Method) string { return progdb.MethodName(m) }

// Models says whether a library has a model of a method that prices it without calls back; a nil one has none.
func Models(lib progdb.Library, m classfile.Member) bool { return callees.Models(lib, m) }

// Energy returns the objective that weighs patterns by the energy that each costs, in the unit of the weights.
func Energy(weights []float64, upper bool) cost.Objective { return cost.Energy(weights, upper) }

// NamedInstructions is the objective that counts what TotalInstructions counts at most, with symbols for the calls on
// objects that are not known, as in Energy: it shows what a machine has to execute for these.
func NamedInstructions() cost.Objective { return cost.NamedInstructions() }

// OwnInstructions is the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) cost.Objective { return cost.OwnInstructions(upper) }

// TotalInstructions is the objective that counts instructions with those of called methods under analysis.
func TotalInstructions(upper bool) cost.Objective { return cost.TotalInstructions(upper) }

// Caps returns all caps, in the order in which they are listed.
func Caps() []interproc.Cap { return interproc.Caps() }

// NewEncoder returns an encoder.
func NewEncoder() *libsummary.Encoder { return libsummary.NewEncoder() }
