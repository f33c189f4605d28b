// Package patternswitch bounds the loops that javac makes of switches over patterns.
package patternswitch

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Restarted is the prover of the loop that javac generates for a switch over patterns. If a guard fails, or a
// component of a record does not match, the switch starts again after label k.
//
//	for (int restart = 0; ; restart = k + 1) {
//		switch (typeSwitch(value, restart)) { case k: if (!guard) continue; ... }
//	}
//
// typeSwitch and enumSwitch (java.lang.runtime.SwitchBootstraps) return -1 for null, else a label that is not before
// restart. Sound because restart rises with each iteration if each back edge assigns a constant above a label whose
// case dominates it: the iterations are at most as many as the constants.
func Restarted(m *symval.Func, l int) (symval.Bound, bool) {
	if m.CFG.HasSubroutines {
		return symval.Bound{}, false
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		restart, ok := restartingSwitch(m, l, b)
		if !ok {
			continue
		}
		var constants []int64
		for i, a := range m.Fn.Args(restart) {
			if !m.ViaBackEdge(l, i) {
				continue
			}
			x := &m.Fn.Values[a]
			from := int(m.CFG.Edges[m.CFG.Blocks[m.CFG.Loops[l].Header].Preds[i]].From)
			if x.Kind != ssa.Int || !dominatedByLabelBelow(m, b, from, x.Aux) {
				return symval.Bound{}, false
			}
			if !slices.Contains(constants, x.Aux) {
				constants = append(constants, x.Aux)
			}
		}
		return symval.Bound{Upper: expr.Const(int64(len(constants)))}, true
	}
	return symval.Bound{}, false
}

// restartingSwitch returns the header phi from which a pattern switch starts, if block b of loop l ends in a switch
// over the label that a pattern switch returned.
func restartingSwitch(m *symval.Func, l int, b int32) (restart ssa.ID, ok bool) {
	blk := &m.CFG.Blocks[b]
	if op := m.CFG.Code.Op(blk.Last); op != classfile.OpTableswitch && op != classfile.OpLookupswitch {
		return 0, false
	}
	body := m.Fn.Body[b]
	at := slices.IndexFunc(body, func(v ssa.ID) bool {
		return m.Fn.Values[v].Kind == ssa.Instr && int(m.Fn.Values[v].PC) == blk.Last
	})
	if at < 0 || len(m.Fn.Args(body[at])) == 0 {
		return 0, false
	}
	label := m.Fn.Args(body[at])[0]
	x := &m.Fn.Values[label]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokedynamic || len(m.Fn.Args(label)) != 2 || !m.CFG.InLoop(int(x.Block), l) || !isPatternSwitch(m, label) {
		return 0, false
	}
	restart = m.Fn.Args(label)[1]
	r := &m.Fn.Values[restart]
	return restart, r.Kind == ssa.Phi && int(r.Block) == int(m.CFG.Loops[l].Header)
}

// isPatternSwitch reports whether an invokedynamic is typeSwitch or enumSwitch of java.lang.runtime.SwitchBootstraps.
func isPatternSwitch(m *symval.Func, v ssa.ID) bool {
	c := m.Fn.Method.Class
	d, _ := c.Pool.Dynamic(m.Fn.Code.Index(int(m.Fn.Values[v].PC)))
	bs, err := c.Bootstraps()
	return err == nil && d.Bootstrap >= 0 && d.Bootstrap < len(bs) && callgraph.KindOf(bs[d.Bootstrap]) == callgraph.SwitchSite
}

// dominatedByLabelBelow reports whether the case of one label from 0 to n-1, in the switch at the end of block b,
// dominates a block.
func dominatedByLabelBelow(m *symval.Func, b int32, block int, n int64) bool {
	return slices.ContainsFunc(m.CFG.Blocks[b].Succs, func(e cfg.Edge) bool {
		return e.Kind == cfg.Case && e.Case >= 0 && int64(e.Case) < n && len(m.CFG.Blocks[e.To].Preds) == 1 && m.CFG.Dominators.Dominates(int(e.To), block)
	})
}
