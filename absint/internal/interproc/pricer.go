package interproc

import (
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
)

// Pricer prices calls. It is safe for concurrent use.
type Pricer struct {
	*callees.Resolver
	External External // what no model prices; nil for none
	// Parts makes pushes and stores count beside the tiles that absorb them, for models that price them (cfg.TileParts).
	Parts bool

	foreign  foreignTable
	Calls    *cost.CallTable
	escaping sync.Map         // *classfile.Method to escaping
	Methods  cost.MethodTable // of library calls with an expected cost
}
