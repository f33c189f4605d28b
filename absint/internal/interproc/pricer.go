package interproc

import (
	"fmt"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The pricer of calls: what does not depend on one program.

// Pricer computes the costs of calls. It is safe for concurrent use.
type Pricer struct {
	*callees.Resolver
	External External // what no model prices; nil for none
	// Parts makes pushes and stores count beside the tiles that absorb them, for models that price them (cfg.TileParts).
	Parts bool

	foreign  foreignTable
	models   modelTable
	Calls    *cost.CallTable
	escaping sync.Map         // *classfile.Method to escaping
	Methods  cost.MethodTable // of library calls with an expected cost
}

// External prices library methods by an analysis of their own code: in a World, or from stored summaries.
type External interface {
	// Cost returns what a call of a library method costs. If direct is false, overrides of the library can run as
	// well. ok is false if the method is not known.
	Cost(m classfile.Member, direct bool) (p *cost.CostSummary, ok bool)
}

// foreignTable memoizes which costs of External hold in the analysed program, and their choices by objective. It is
// safe for concurrent use.
type foreignTable struct {
	mu        sync.Mutex
	resolvers map[resolverKey]*cost.Resolver
	resolved  map[resolvedKey]cost.Outcome
	overrides map[classfile.Member]bool
}

// Known reports whether costs of library code are available.
func (a *Pricer) Known() bool { return a.External != nil }

// Needs returns the methods that the cost of m requires not to be overridden outside of the library. priced is false if
// m has no cost, ok is false if m is not known.
func (a *Pricer) Needs(m classfile.Member) (needs []classfile.Member, priced, ok bool) {
	cost, ok := a.External.Cost(m, true)
	if !ok {
		return nil, false, false
	}
	return cost.Needs, cost.Why == "", true
}

// Expected returns the library methods whose calls have an expected cost, not a worst-case one, in an upper outcome:
// sorted, with those that library code calls. It is empty for lower outcomes.
func (a *Pricer) Expected(o cost.Outcome) []classfile.Member { return a.Methods.List(o.Expected) }

// expectedOf returns the set with m if c is an expected cost, otherwise nil.
func (a *Pricer) expectedOf(m classfile.Member, c progdb.LibraryCost) *cost.CallSet {
	if !c.Expected {
		return nil
	}
	return a.Methods.Single(m)
}

// unpriced returns the reason for a call without a cost.
func unpriced(s *cost.Summary, site *callees.CallSite, why string) expr.Reason {
	name := site.Member.Name
	if site.Member.Class != "" {
		name = classfile.External(site.Member.Class) + "." + name
	}
	return expr.Reason{Unpriced: site.Member.String(), Text: fmt.Sprintf("the call of %s%s has no price: %s", name, site.Place(), why), Line: site.Line, Method: s.Name()}
}

// assumesCalls reports whether a cost is assumed for all unpriced calls.
func (a *Pricer) assumesCalls() bool {
	if a.Library == nil {
		return false
	}
	_, _, _, ok := a.Library.Assumed()
	return ok
}

type resolverKey struct {
	from    cost.ChoiceSource
	weights *float64 // of the objective, by their identity
}

type resolvedKey struct {
	p       *cost.CostSummary
	weights *float64
}

// NamesCalls reports whether calls become symbols under the objective: in upper bounds on the cost of patterns.
func NamesCalls(o cost.Objective) bool {
	return o.Upper && (o.Named || o.Weights != nil) && o.Choices == nil
}
