package progdb

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// The interface to models of library methods: their cost as patterns with counts, and their callbacks.

// Measure is the number of a value that a library model's formula refers to.
type Measure uint8

// The measures.
const (
	Value    Measure = iota // an int or long itself
	Length                  // of an array
	Chars                   // of a string
	Elements                // of a collection
)

// Result stands for the number of an argument: the stream that the call returns, of which later stages take elements.
const Result = -2

// LibraryCost is the cost of one call by a library model: patterns with their counts.
type LibraryCost struct {
	Terms     []LibraryTerm
	Callbacks []expr.Size // the number of calls of each callback; bad if a size that it needs is unknown
	Expected  bool        // an expected and not a worst case; using it is an assumption (Analyzer.Expected)
}

// Element stands for the argument of a callback that is on what the function is called with.
const Element = -2

// Callback is a method that a library call calls on one of its arguments.
type Callback struct {
	Argument   int    // counted from 0, -1 for the receiver, or Element
	Result     bool   // on what the argument returns, which is a function
	Class      string // only objects of this class are called back, empty for that of the parameter
	Name, Desc string
}

// LibraryTerm is a pattern and how often a call executes it; Count is bad if a size that it needs is unknown. Parts
// are the pushes and stores of each of its tiles, where these count (Analyzer.Parts).
type LibraryTerm struct {
	Pattern pattern.ID
	Count   expr.Size
	Parts   pattern.Counts
}

// LibrarySizes is what a model states of the sizes around a call, in terms of the sizes before it. Sizes that it does not give are bad.
type LibrarySizes struct {
	Least, Most expr.Size // of an int or long result
	Result      expr.Size // the size of the object that is returned, at most
	Receiver    expr.Size // the receiver's size afterwards, at most
	Keeps       bool      // the receiver keeps its size
}

// Library models the cost of calls of methods that are not analysed, and of those with a stated cost. arg returns a
// size of argument i (counted from 0, -1 for the receiver, or Result): an upper bound if up is set, else a lower one, where
// it is not known exactly. ok is false if the library has no model of the method.
type Library interface {
	Cost(m classfile.Member, arg func(i int, what Measure, up bool) expr.Size) (c LibraryCost, ok bool)
	// Sizes returns what the model states of sizes; ok is false if the library has no model of the method.
	Sizes(m classfile.Member, arg func(i int, what Measure, up bool) expr.Size) (s LibrarySizes, ok bool)
	// Stated reports whether the user states the cost of calls of the method. It replaces the cost of their code.
	Stated(m classfile.Member) bool
	// Assumed returns what is assumed of every call that nothing prices: an entry that counts it, its cost, and where
	// that is written. ok is false where nothing is assumed.
	Assumed() (id pattern.ID, cost float64, origin string, ok bool)
	// AssumedCall returns what is assumed of a call on an object that a method was given, by one of the names that the
	// call has there.
	AssumedCall(caller *classfile.Method, names func() []string) (id pattern.ID, cost float64, origin string, ok bool)
	// Calls returns the callbacks of a call. closed reports that it runs no other code of the program, as
	// long as the receiver is of a class of the platform.
	Calls(m classfile.Member) (closed bool, callbacks []Callback)
}
