package absint

import (
	"errors"
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Capped returns the caps that the method at index meets in its own code, in the order of Caps. o is its outcome.
func (p *Program) Capped(index int, o cost.Outcome) []interproc.Cap {
	s := p.Sums[index]
	switch {
	case errors.Is(s.Failure, symval.ErrWork):
		return []interproc.Cap{interproc.CapSteps}
	case s.Failure != nil:
		return nil
	}
	met := map[interproc.Cap]bool{}
	for l := range s.M.Loops {
		if info := &s.M.Loops[l]; info.Upper.Top {
			met[interproc.CapOf(info.Why)] = true
		}
	}
	for _, b := range s.M.CFG.RPO {
		for i := range s.Calls[b] {
			met[interproc.CapOf(s.Calls[b][i].Unknown)] = true
		}
		for _, z := range s.Sized[b] {
			met[interproc.CapOf(z.Count.Why)] = true
		}
	}
	for _, r := range o.Reasons {
		if r.Method == s.Name() {
			met[interproc.CapOf(r.Text)] = true
		}
	}
	if !o.Recurs {
		met[interproc.CapOf(p.Cycles[p.Comp[index]])] = true
	}
	return slices.DeleteFunc(interproc.Caps(), func(c interproc.Cap) bool { return !met[c] })
}
