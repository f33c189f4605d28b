package symval

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Path identifies what a value is by how it is reached from the parameters or from a class: "p1", "p0.C:data:[I",
// "static.C:limit:I". It is empty where the value could be another one at another time: then it is no symbol of the
// method.
func (m *Func) Path(v ssa.ID, depth int) (path, name string) {
	f := m.Fn
	x := &f.Values[v]
	if depth > MaxDepth {
		return "", ""
	}
	switch x.Kind {
	case ssa.Param:
		return "p" + strconv.Itoa(m.paramIndex(v)), m.Describe(v)
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast:
			return m.Path(f.Args(v)[0], depth+1)
		case classfile.OpGetstatic:
			mem, _ := f.Member(v)
			if field := m.Fields.Resolve(mem); field.Stable && !m.Writes(mem) {
				return "static." + field.Path, SimpleName(mem.Class) + "." + mem.Name
			}
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			field := m.Fields.Resolve(mem)
			if !field.Stable || m.Writes(mem) {
				return "", ""
			}
			if p, n := m.Path(f.Args(v)[0], depth+1); p != "" {
				return p + "." + field.Path, n + "." + mem.Name
			}
		}
	}
	return "", ""
}

func (m *Func) paramSymbol(v ssa.ID) expr.Symbol {
	i := m.paramIndex(v)
	s := expr.Symbol{Path: "p" + strconv.Itoa(i), Name: m.Describe(v)}
	r := DescRange(m.Fn.Static(v))
	if passed, ok := m.passed[s.Path]; ok { // whoever puts an argument in its place counts on it, too
		r = expr.Intersect(r, passed)
	}
	s.Min, s.Max = r.Lo, r.Hi
	return s
}

// Writes reports whether the method itself stores to the field: a constructor reads what it has just written.
func (m *Func) Writes(mem classfile.Member) bool {
	if m.stores == nil {
		m.stores = map[string]bool{}
		for _, b := range m.CFG.RPO {
			for _, v := range m.Fn.Body[b] {
				if w, ok := m.Fn.Member(v); ok && platform.RestoresFields.Has(w) {
					m.restores = true
				}
				if op := m.Fn.Values[v].Op; m.Fn.Values[v].Kind == ssa.Instr && (op == classfile.OpPutfield || op == classfile.OpPutstatic) {
					w, _ := m.Fn.Member(v)
					m.stores[w.Name] = true
				}
			}
		}
	}
	return m.restores || m.stores[mem.Name]
}

// WritesOn says whether the method itself writes a field of that name on the path of a symbol: p0.C:name:desc.D:name:desc.
func (m *Func) WritesOn(path string) bool {
	if !strings.Contains(path, ":") {
		return false
	}
	m.Writes(classfile.Member{})
	for name := range m.stores {
		if strings.Contains(path, ":"+name+":") {
			return true
		}
	}
	return false
}
