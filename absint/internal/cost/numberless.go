package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Evaluations whose result is a number or none. Most methods call something that nothing prices or bounds, so most costs in a unit
// that no model completes, such as executed instructions, are none: then neither their other terms nor the reasons are computed.
//
// Sound because an outcome with a reason is replaced only by one with a reason, and operations on outcomes drop reasons only
// together with the cost that they are about.

// ForNumber returns the objective for an evaluation of which only numbers are used: under an upper one that counts instructions, an
// outcome without one does not say why.
func (o Objective) ForNumber() Objective {
	o.forNumber = o.Upper && o.Weights == nil && !o.Named && o.Choices == nil
	return o
}

// IsForNumber reports whether only numbers of the evaluation are used.
func (o Objective) IsForNumber() bool { return o.forNumber }

// noNumber is the reason of outcomes that need not say why they have no number.
var noNumber = []expr.Reason{{Text: "it has no number"}}

// NoNumber is an outcome without a number.
func NoNumber() Outcome { return Outcome{Reasons: noNumber, Unbounded: true} }

// noNumberKept are the outcomes without a number of methods and of their calls, as Kept returns them.
var noNumberKept = [2]*Outcome{{Reasons: noNumber}, {Reasons: noNumber, Unbounded: true}}

// Kept returns a pointer to the outcome, or to one that is the same: most outcomes of evaluations for numbers have none.
func (o Outcome) Kept() *Outcome {
	if identical(o.Reasons, noNumber) {
		for _, k := range noNumberKept {
			if o.Identical(*k) {
				return k
			}
		}
	}
	return &o
}

// Brief returns the outcome without what an evaluation for numbers does not use.
func (o Outcome) Brief(obj Objective) Outcome {
	if !obj.forNumber || len(o.Reasons) == 0 {
		return o
	}
	out := NoNumber()
	out.Recurs, out.Throws, out.Infeasible = o.Recurs, o.Throws, o.Infeasible
	return out
}

// HasReason reports whether an upper bound of the method surely has a reason for no number: that of a loop without a bound, or that
// of a block for which without is true, on a path that counts. It may miss one.
func (s *Summary) HasReason(without func(block int32) bool) bool {
	n := len(s.Expr.nodes)
	w := reasonSearch{m: s.M, nodes: s.Expr.nodes, without: without, seen: make([]bool, 2*n)}
	w.blocked, w.seen = w.seen[n:], w.seen[:n]
	for id := range w.nodes { // children come first
		w.blocked[id] = w.infeasible(&w.nodes[id])
	}
	return w.from(s.Expr.Root)
}

// reasonSearch looks for a reason in an expression.
type reasonSearch struct {
	m             *symval.Func
	nodes         []node
	without       func(block int32) bool
	seen, blocked []bool // by node; blocked ones have no path
}

// infeasible reports whether a node has no path, where that is known of its children.
func (w *reasonSearch) infeasible(n *node) bool {
	switch n.kind {
	case infeasibleNode:
		return true
	case seqNode:
		return w.blocked[n.first] || w.blocked[n.second] && !n.endless
	case altNode:
		return w.blocked[n.first] && w.blocked[n.second]
	case finalNode:
		return w.blocked[n.first]
	}
	return false
}

// from looks for a reason in a node and its descendants.
func (w *reasonSearch) from(id int32) bool {
	if w.seen[id] || w.blocked[id] {
		return false
	}
	w.seen[id] = true
	switch n := &w.nodes[id]; n.kind {
	case unknownNode:
		return true
	case blockNode, partialNode:
		return w.without(n.id)
	case seqNode, altNode:
		return w.from(n.first) || w.from(n.second)
	case finalNode:
		return w.from(n.first)
	case loopNode:
		info := &w.m.Loops[n.id]
		if w.blocked[n.first] || info.Amortized != nil {
			return false
		}
		if v, ok := info.Upper.Int(); ok && v == 0 {
			return false
		}
		return info.Upper.Top || w.from(n.first)
	}
	return false
}
