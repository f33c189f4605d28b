package progdb

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Measure is which number of a value a library model's formula means.
type Measure uint8

// The measures.
const (
	Value    Measure = iota // an int or long itself
	Length                  // of an array
	Chars                   // of a string
	Elements                // of a collection
)

// LibraryCost is what a library model says of one call: patterns with their counts.
type LibraryCost struct {
	Terms     []LibraryTerm
	Callbacks []expr.Size // how often each callback is called; bad where a size that it needs is not known
	Expected  bool        // an expected case, not a worst one: whoever counts on it says so (Analyzer.Expected)
}

// Callback is a method that a library call calls on one of its arguments.
type Callback struct {
	Argument   int // counted from 0, or -1 for the receiver
	Name, Desc string
}

// LibraryTerm is a pattern and how often a call runs it; Count is bad where a size that it needs is not known. Parts is
// what each of its tiles has of pushes and stores, where these count (Analyzer.Parts).
type LibraryTerm struct {
	Pattern pattern.ID
	Count   expr.Size
	Parts   pattern.Counts
}

// Library prices calls of methods that are not analysed, and of those whose cost is stated. arg gives a size of the call: of argument i counted from 0,
// or of the receiver for -1; an upper bound of it (up) or a lower one where it is not known exactly. ok is false where
// the library has no model of the method.
type Library interface {
	Cost(m classfile.Member, arg func(i int, what Measure, up bool) expr.Size) (c LibraryCost, ok bool)
	// Stated says whether the user states what calls of the method cost. Such a call costs that, whatever code it runs.
	Stated(m classfile.Member) bool
	// Assumed returns what is assumed of every call that nothing prices: an entry that counts it, its cost, and where
	// that is written. ok is false where nothing is assumed.
	Assumed() (id pattern.ID, cost float64, origin string, ok bool)
	// AssumedCall returns what is assumed of a call on an object that a method was given, by one of the names that the
	// call has there.
	AssumedCall(caller *classfile.Method, names func() []string) (id pattern.ID, cost float64, origin string, ok bool)
	// Calls returns what a call of the method calls back. closed says that it runs no other code of the program, as
	// long as the receiver is of a class of the platform.
	Calls(m classfile.Member) (closed bool, callbacks []Callback)
}
