package absint

import (
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// NewWorld returns the world of the classes of a hierarchy. Calls that lib has a model of are priced by it, all others
// by the code that they run: that of the hierarchy's analysed classes, or of the library below, which foreign prices.
func NewWorld(h *callgraph.Hierarchy, lib Library, foreign Foreign) *World {
	a := newAnalyzer(NewDB(h, true), lib, nil, 1)
	a.Foreign = foreign
	return newWorld(a.Pricer, a)
}

// forget drops a method's summary: of a whole library they are too many to keep.
func (a *Analyzer) forget(m *classfile.Method) {
	a.mu.Lock()
	delete(a.summaries, m)
	a.mu.Unlock()
}
