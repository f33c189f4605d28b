package absint

import (
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
)

// inlining answers what the bounds of loops ask with their calls inlined: see package inline.
type inlining struct{ *Analyzer }

// Look returns the analysis of a body.
func (a inlining) Look(b *progdb.Body) *symval.Func { return a.look(b, maxResultHops) }

// State lets an analysis know what is stated about its method, but for its loops: the numbers and lines of these are those of the method's own code.
func (a inlining) State(m *symval.Func) {
	a.applyStated(m)
	m.Facts.Loops = nil
}
