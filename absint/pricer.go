package absint

import (
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

// Resolver answers what the calls of a method can run, and remembers. It is safe for concurrent use.
type Resolver struct {
	*Contracts
	Library Library // nil for none

	code   libraryCode
	hooks  sync.Map // hookKey to *classfile.Method
	routes sync.Map // of *callgraph.Dispatch to *route
}

// libraryCode answers what library code calls that was analysed elsewhere.
type libraryCode interface {
	// known reports whether anything is known of library code.
	known() bool
	// needs returns the methods that the cost of a method counts on to be overridden by the library's own classes only.
	// priced is false where the method has no cost, and ok is false where it is not known.
	needs(m classfile.Member) (needs []classfile.Member, priced, ok bool)
}

// Pricer prices calls. It is safe for concurrent use.
type Pricer struct {
	*Resolver
	Foreign Foreign // what no model prices; nil for none
	// Parts makes pushes and stores count beside the tiles that absorb them, for models that price them (cfg.TileParts).
	Parts bool

	foreign  foreignTable
	calls    *callTable
	escaping sync.Map    // *classfile.Method to escaping
	methods  methodTable // of library calls with an expected cost
}
