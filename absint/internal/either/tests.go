package either

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
)

// test is one of the tests at the begin of an iteration: it begins with the code of the loop if the branch is stay.
type test struct {
	block int32
	edge  int32 // into the code of the loop: an index into Graph.Edges
	stay  bool
}

// maxTests bounds the tests of one loop.
const maxTests = 4

// testsOf returns the tests of which one holds when an iteration begins: the header and the blocks after it, each of which only the one before leads to,
// have an edge to the same block, and the last one leaves the loop.
func testsOf(m *symval.Func, l int) (tests []test, body int32, ok bool) {
	for b := m.CFG.Loops[l].Header; len(tests) < maxTests; {
		blk := &m.CFG.Blocks[b]
		if !m.CFG.Code.Op(blk.Last).IsConditional() || m.SameTarget(int(b)) || blk.Region >= 0 || int(blk.Loop) != l {
			return nil, 0, false
		}
		into, on := (*cfg.Edge)(nil), (*cfg.Edge)(nil)
		ends := false
		for i := range blk.Succs {
			e := &blk.Succs[i]
			switch {
			case e.Kind == cfg.Exception:
			case !m.CFG.InLoop(int(e.To), l):
				ends = true
			case len(m.CFG.Blocks[e.To].Preds) == 1 && on == nil:
				on = e
			default:
				into = e
			}
		}
		if ends && into == nil {
			into = on
		}
		if into == nil || !ends && on == nil || len(tests) > 0 && into.To != body {
			return nil, 0, false
		}
		body = into.To
		tests = append(tests, test{b, m.CFG.Blocks[into.To].Preds[into.Slot], into.Kind == cfg.Taken})
		if ends {
			return tests, body, len(tests) > 1
		}
		b = on.To
	}
	return nil, 0, false
}
