package loopbound

import (
	"encoding/binary"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/firstpass"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
)

// later is an exit of an inner loop that a path takes. If the first iteration did not, that loop has moved a counter by at least one step.
// Sound because the counter is then what an iteration before has left.
type later struct {
	firstpass.Exit
	tracked int
	step    expr.Interval
}

// appendLater appends the identity of exits to b.
func appendLater(b []byte, exits []later) []byte {
	for _, x := range exits {
		b = binary.LittleEndian.AppendUint64(b, uint64(x.Edge)<<32|uint64(uint16(x.Slot))<<16|uint64(x.tracked))
	}
	return b
}

// leave notes that the path leaves an inner loop that has moved a counter.
func (s *traversalState) leave(m *symval.Func, w *pathSet, tracked, inner int) {
	x, ok := w.inner[inner][s.moves[tracked].value]
	if ok && s.exit.Edge > 0 && w.excluded == 0 && (x.Off.Lo > 0 || x.Off.Hi < 0) {
		s.later = append(s.later, later{s.exit, tracked, x.Off})
	}
}

// enter moves the counters of inner loops of which an edge shows that the path runs them at least once.
func (s *traversalState) enter(m *symval.Func, e *cfg.Edge) {
	m.StartIntervals()
	for i := len(s.later) - 1; i >= 0; i-- {
		x := &s.later[i]
		if !x.Enter(m, e) && !x.Refuted(m, m.FactsOn(e)) {
			continue
		}
		s.moves[x.tracked].off = s.moves[x.tracked].off.Add(expr.Interval{Lo: max(0, x.step.Lo), Hi: min(0, x.step.Hi)})
		s.later = slices.Delete(s.later, i, i+1)
	}
}
