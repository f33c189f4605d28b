package absint

import (
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/libsummary"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// NewLibraryAnalyzer returns the world of the classes of a hierarchy. Calls that lib has a model of are priced by it, all others
// by the code that they run: that of the hierarchy's analysed classes, or of the library below, which foreign prices.
func NewLibraryAnalyzer(h *callgraph.Hierarchy, lib progdb.Library, foreign interproc.External) *libsummary.LibraryAnalyzer {
	a := newAnalyzer(progdb.NewDB(h, true), lib, nil, 1)
	a.External = foreign
	return libsummary.New(a.Pricer, a)
}

// Forget drops a method's summary: of a whole library they are too many to keep.
func (a *Analyzer) Forget(m *classfile.Method) {
	a.mu.Lock()
	delete(a.summaries, m)
	a.mu.Unlock()
}
