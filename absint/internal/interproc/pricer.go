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

// External prices library methods by their own code, which is analysed elsewhere: in a World, or long ago.
type External interface {
	// Cost returns what a call of a library method costs. Where direct is false, whatever method of the library overrides
	// it can run as well. ok is false where the method is not known.
	Cost(m classfile.Member, direct bool) (p *cost.CostSummary, ok bool)
}

// foreignTable remembers what of an analyzer's Foreign holds in its program and for its objectives. It is safe for
// concurrent use.
type foreignTable struct {
	mu        sync.Mutex
	resolvers map[resolverKey]*cost.Resolver
	resolved  map[resolvedKey]cost.Outcome
	overrides map[classfile.Member]bool
}

func (a *Pricer) Known() bool { return a.External != nil }

func (a *Pricer) Needs(m classfile.Member) (needs []classfile.Member, priced, ok bool) {
	cost, ok := a.External.Cost(m, true)
	if !ok {
		return nil, false, false
	}
	return cost.Needs, cost.Why == "", true
}

// Expected returns the library methods whose calls count in an outcome with an expected cost, not a worst one: sorted,
// those that library code calls among them. They are those of a bound from above; of one from below there are none.
func (a *Pricer) Expected(o cost.Outcome) []classfile.Member { return a.Methods.List(o.Expected) }

// expectedOf is the call of a method as what a cost rests on, where it is an expected one.
func (a *Pricer) expectedOf(m classfile.Member, c progdb.LibraryCost) *cost.CallSet {
	if !c.Expected {
		return nil
	}
	return a.Methods.Single(m)
}

func unpriced(s *cost.Summary, site *callees.CallSite, why string) expr.Reason {
	name := site.Member.Name
	if site.Member.Class != "" {
		name = classfile.External(site.Member.Class) + "." + name
	}
	return expr.Reason{Unpriced: site.Member.String(), Text: fmt.Sprintf("the call of %s at line %d has no price: %s", name, site.Line, why), Line: site.Line, Method: s.Name()}
}

// assumesCalls says whether something is assumed of every call that nothing prices.
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

// NamesCalls says whether calls become symbols under the objective: in bounds from above of what patterns cost.
func NamesCalls(o cost.Objective) bool {
	return o.Upper && (o.Named || o.Weights != nil) && o.Choices == nil
}
