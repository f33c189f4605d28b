package driver

import (
	"go/token"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/finding"
)

// A class file carries lines up to 65,535 (JVMS 4.7.12) and no columns; a source gives columns. Every source file
// has this many lines and columns in the file set, whatever its text is, so that it need not be read.
const (
	maxLines   = 1<<16 - 1
	maxColumns = 1 << 12
)

// lineTable is the shared table of all files.
var lineTable = sync.OnceValue(func() []int {
	t := make([]int, maxLines)
	for i := range t {
		t[i] = i * maxColumns
	}
	return t
})

// positions maps places in source files to token positions and back.
type positions struct {
	set   *token.FileSet
	files map[string]*token.File
}

func newPositions() *positions {
	return &positions{set: token.NewFileSet(), files: map[string]*token.File{}}
}

// of returns the position of a place; token.NoPos where it has no line.
func (p *positions) of(l finding.Location) token.Pos {
	if l.Line <= 0 || l.Line > maxLines {
		return token.NoPos
	}
	name := l.Path()
	f := p.files[name]
	if f == nil {
		f = p.set.AddFile(name, -1, maxLines*maxColumns)
		f.SetLines(lineTable())
		p.files[name] = f
	}
	return f.LineStart(l.Line) + token.Pos(max(0, min(l.Column, maxColumns)-1))
}

// diagnostic is a finding in the form of go/analysis: the one place where that happens. The position of a finding
// without a line is invalid.
func (p *positions) diagnostic(f finding.Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{Pos: p.of(f.Location), Category: f.Rule, Message: f.Message}
	for _, r := range f.Related {
		if pos := p.of(r); pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: pos, Message: r.Message})
		}
	}
	return d
}

// finding is the way back, for a diagnostic that a pass reported itself.
func (p *positions) finding(rule string, d analysis.Diagnostic) finding.Finding {
	f := finding.Finding{Rule: rule, Level: finding.Warning, Message: d.Message}
	if pos := p.set.Position(d.Pos); pos.IsValid() {
		f.Location.File, f.Location.Line = pos.Filename, pos.Line
		if pos.Column > 1 {
			f.Location.Column = pos.Column
		}
	}
	return f
}
