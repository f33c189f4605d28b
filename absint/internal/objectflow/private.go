package objectflow

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// Privately returns the places that a method is called from, if all of them are known.
func (a *Flows) Privately(m *classfile.Method, most int) (u progdb.Uses, ok bool) {
	if m.Access&classfile.AccPrivate == 0 || slices.Contains(hooks, m.Name) || len(m.Annotations()) > 0 {
		return progdb.Uses{}, false
	}
	u, ok = a.Fields.Nests.UsesOf(m.Class, progdb.Named{Name: m.Name, Desc: m.Desc})
	return u, ok && len(u.Calls)+len(u.Lambdas) <= most
}
