package symval

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Access paths from parameters and static fields. Sound because no field of a path is written while the method runs.

// Path identifies a value by its access path from the parameters or a class: "p1", "p0.C:data:[I", "static.C:limit:I". It is
// empty if the path may have other values at other times: then the value is no symbol of the method.
func (m *Func) Path(v ssa.ID, depth int) (path, name string) {
	f := m.Fn
	x := &f.Values[v]
	if depth > MaxDepth {
		return "", ""
	}
	switch x.Kind {
	case ssa.Param:
		return "p" + strconv.Itoa(m.ParamIndex(v)), m.Describe(v)
	case ssa.Field:
		return m.entryPath(v)
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast, classfile.OpInvokestatic:
			if m.SameObject(v) {
				return m.Path(f.Args(v)[0], depth+1)
			}
		case classfile.OpGetstatic:
			mem, _ := f.Member(v)
			if field := m.Fields.Resolve(mem); field.Stable && !m.Writes(mem) {
				return "static." + field.Path, code.SimpleName(mem.Class) + "." + mem.Name
			}
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			if w, ok := m.Stored(v); ok {
				return m.Path(w, depth+1)
			}
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

// entryPath is Path for what a field that the method stores to has on entry.
func (m *Func) entryPath(v ssa.ID) (path, name string) {
	mem, _ := m.Fn.FieldOf(v)
	path, name = "static", code.SimpleName(mem.Class)
	switch object := ssa.ID(m.Fn.Values[v].Aux); {
	case object < 0:
		return "", ""
	case object > 0:
		path, name = m.Path(object, 0)
	}
	return path + "." + m.Fields.Resolve(mem).Path + expr.EntrySuffix, name + "." + mem.Name
}

// entrySymbol returns the symbol of what a field has on entry; ok is false for any other value.
func (m *Func) entrySymbol(v ssa.ID) (s expr.Symbol, ok bool) {
	path, name := m.Path(v, 0)
	r := TypeRange(m.Fn.Values[v].Type)
	return expr.Symbol{Path: path, Name: name, Min: r.Lo, Max: r.Hi}, path != ""
}

// ParamSymbol returns the symbol of a numeric parameter, with the range that its type and the calls of the method admit.
func (m *Func) ParamSymbol(v ssa.ID) expr.Symbol {
	i := m.ParamIndex(v)
	s := expr.Symbol{Path: "p" + strconv.Itoa(i), Name: m.Describe(v)}
	r := DescRange(m.Fn.Static(v))
	if passed, ok := m.passed[s.Path]; ok { // callers that instantiate the symbol have the same range
		r = expr.Intersect(r, passed)
	}
	s.Min, s.Max = r.Lo, r.Hi
	return s
}

// Writes reports whether the method itself stores to the field, as constructors do.
func (m *Func) Writes(mem classfile.Member) bool {
	if m.stores == nil {
		m.stores = map[string]bool{}
		for _, b := range m.CFG.RPO {
			for _, v := range m.Fn.Body[b] {
				if w, ok := m.Fn.Member(v); ok && platform.RestoresFields.Has(w) {
					m.writesAll = true
				}
				if op := m.Fn.Values[v].Op; m.Fn.Values[v].Kind == ssa.Instr && (op == classfile.OpPutfield || op == classfile.OpPutstatic) {
					w, _ := m.Fn.Member(v)
					m.stores[w.Name] = true
				}
			}
		}
	}
	return m.writesAll || m.stores[mem.Name]
}

// Stored returns the value that a read of a field has because the method stored it there before; ok is false where there is none.
func (m *Func) Stored(v ssa.ID) (w ssa.ID, ok bool) {
	mem, isMember := m.Fn.Member(v)
	if !isMember || m.Fn.Values[v].Op != classfile.OpGetfield || !m.Writes(mem) {
		return 0, false
	}
	w, ok = m.forwarded[v]
	if !ok {
		m.Spend(len(m.CFG.Blocks))
		w, _ = m.StoredField(v, m.mayStore)
		if m.forwarded == nil {
			m.forwarded = map[ssa.ID]ssa.ID{}
		}
		m.forwarded[v] = w
	}
	return w, w != 0
}

// FirstRead returns the first read of the field that v is read from, of the same object and with nothing in between that may store to
// it, so that both have one value; v if there is none, or if v is no field.
func (m *Func) FirstRead(v ssa.ID) ssa.ID {
	if !effects.ReadsField(&m.Fn.Values[v]) {
		return v
	}
	w, known := m.reads[v]
	if !known {
		m.Spend(len(m.CFG.Blocks))
		w = m.EarlierRead(v, m.mayStore)
		if m.reads == nil {
			m.reads = map[ssa.ID]ssa.ID{}
		}
		m.reads[v] = w
	}
	return w
}

// mayStore reports whether an instruction may store to a field by code that it runs.
func (m *Func) mayStore(v ssa.ID, field classfile.Member) bool {
	return m.Db.MayStore(m.Fn, v, field, m.EffectsOf(v))
}

// WritesOn reports whether the method itself writes a field on the path of a symbol: p0.C:name:desc.D:name:desc.
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

// NarrowPassed intersects the range of a symbol with to, that of what all calls pass for it.
func (m *Func) NarrowPassed(sym expr.Symbol, to expr.Interval) {
	old := m.Env.Symbol(sym)
	r := expr.Intersect(old, to)
	if r == old || r.Lo > r.Hi {
		return
	}
	if m.Env.Symbols == nil {
		m.Env.Symbols = map[string]expr.Interval{}
	}
	m.Env.Symbols[sym.Path] = r
	if m.passed == nil {
		m.passed = map[string]expr.Interval{}
	}
	m.passed[sym.Path] = r
}
