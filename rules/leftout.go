package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

// leftOut tells that findings in a method are left out because err ended its analysis.
func (e *Engine) leftOut(m *classfile.Method, err error) {
	e.Program.Notify(finding.Notification{
		Level: finding.Warning, Path: e.Program.Path(m.Class.Name), Message: "findings are left out in " + err.Error(),
	})
}

// bounded reports whether the loops of the method could be analysed, and tells it if they could not: without their bounds its
// findings have no price, and are left out.
func (m *Method) bounded() bool {
	err := m.Bounds().Err()
	if err != nil {
		m.Engine.leftOut(m.Func().Method, err)
	}
	return err == nil
}
