package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// restarts bounds the loop that javac makes of a switch over patterns: where a guard does not hold, or a component of a
// record does not match, label k is tried no more, and the switch starts again behind it.
//
//	for (int restart = 0; ; restart = k + 1) {
//		switch (typeSwitch(value, restart)) { case k: if (!guard) continue; ... }
//	}
//
// typeSwitch and enumSwitch (java.lang.runtime.SwitchBootstraps) return -1 for null, else a label that is not before
// restart. So restart rises with each iteration where each comes round with a constant that is above a label behind whose
// case alone it is: there are no more iterations than constants.
func (m *method) restarts(l int) (testBound, bool) {
	if m.g.HasSubroutines {
		return testBound{}, false
	}
	for _, b := range m.g.Loops[l].Blocks {
		restart, ok := m.restartingSwitch(l, b)
		if !ok {
			continue
		}
		var constants []int64
		for i, a := range m.f.Args(restart) {
			if !m.comesRound(l, i) {
				continue
			}
			x := &m.f.Values[a]
			from := int(m.g.Edges[m.g.Blocks[m.g.Loops[l].Header].Preds[i]].From)
			if x.Kind != ssa.Int || !m.behindLabelBefore(b, from, x.Aux) {
				return testBound{}, false
			}
			if !slices.Contains(constants, x.Aux) {
				constants = append(constants, x.Aux)
			}
		}
		return testBound{upper: Const(int64(len(constants)))}, true
	}
	return testBound{}, false
}

// restartingSwitch says whether block b of loop l ends by a switch over the label that a pattern switch found, and where
// that began to look: a phi in the loop's header.
func (m *method) restartingSwitch(l int, b int32) (restart ssa.ID, ok bool) {
	blk := &m.g.Blocks[b]
	if op := m.g.Code.Op(blk.Last); op != classfile.OpTableswitch && op != classfile.OpLookupswitch {
		return 0, false
	}
	body := m.f.Body[b]
	at := slices.IndexFunc(body, func(v ssa.ID) bool {
		return m.f.Values[v].Kind == ssa.Instr && int(m.f.Values[v].PC) == blk.Last
	})
	if at < 0 || len(m.f.Args(body[at])) == 0 {
		return 0, false
	}
	label := m.f.Args(body[at])[0]
	x := &m.f.Values[label]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokedynamic || len(m.f.Args(label)) != 2 || !m.g.InLoop(int(x.Block), l) || !m.isPatternSwitch(label) {
		return 0, false
	}
	restart = m.f.Args(label)[1]
	r := &m.f.Values[restart]
	return restart, r.Kind == ssa.Phi && int(r.Block) == int(m.g.Loops[l].Header)
}

// isPatternSwitch says whether an invokedynamic is typeSwitch or enumSwitch of java.lang.runtime.SwitchBootstraps.
func (m *method) isPatternSwitch(v ssa.ID) bool {
	c := m.f.Method.Class
	d, _ := c.Pool.Dynamic(m.f.Code.Index(int(m.f.Values[v].PC)))
	bs, err := c.Bootstraps()
	return err == nil && d.Bootstrap >= 0 && d.Bootstrap < len(bs) && callgraph.KindOf(bs[d.Bootstrap]) == callgraph.SwitchSite
}

// behindLabelBefore says whether every way to a block passes the case of one label, from 0 on, that is below n, in the
// switch at the end of block b.
func (m *method) behindLabelBefore(b int32, block int, n int64) bool {
	return slices.ContainsFunc(m.g.Blocks[b].Succs, func(e cfg.Edge) bool {
		return e.Kind == cfg.Case && e.Case >= 0 && int64(e.Case) < n && len(m.g.Blocks[e.To].Preds) == 1 && m.g.Dominators.Dominates(int(e.To), block)
	})
}
