package callees

import (
	"sync"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The resolver of calls and the queries on library models that it uses.

// Stated reports whether the user states the cost of a method.
func (a *Resolver) Stated(m classfile.Member) bool { return a.Library != nil && a.Library.Stated(m) }

// Resolver resolves the calls of methods and memoizes the results. It is safe for concurrent use.
type Resolver struct {
	*contracts.Contracts
	Library progdb.Library // nil for none

	Code      libraryCode
	hooks     sync.Map // hookKey to *hooks
	anyHooks  sync.Map // classfile.Member to *classfile.Method
	receivers sync.Map // receiverKey to []*hooks
	views     sync.Map // viewKey to [][]*classfile.Method
	routes    sync.Map // of *callgraph.Dispatch to *route
}

// libraryCode knows the callees of library code that was analysed in advance.
type libraryCode interface {
	// Known reports whether anything is known of library code.
	Known() bool
	// Needs returns the methods that the cost of a method counts on to be overridden by the library's own classes only.
	// priced is false where the method has no cost, and ok is false where it is not known.
	Needs(m classfile.Member) (needs []classfile.Member, priced, ok bool)
}

// Models reports whether lib has a model of a method without callbacks. lib may be nil.
func Models(lib progdb.Library, m classfile.Member) bool {
	if lib == nil {
		return false
	}
	if _, callbacks := lib.Calls(m); len(callbacks) > 0 {
		return false
	}
	return modelled(lib, m)
}

// modelled reports whether lib has a model of a method.
func modelled(lib progdb.Library, m classfile.Member) bool {
	_, ok := lib.Cost(m, func(int, progdb.Measure, bool) expr.Size { return expr.Size{} })
	return ok
}

// Modelled reports whether there is a model of a method.
func (a *Resolver) Modelled(m classfile.Member) bool {
	return a.Library != nil && modelled(a.Library, m)
}
