package symval

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// PassedFor is a symbol of a callee that starts from a parameter for which v is passed.
func (m *Func) PassedFor(sym expr.Symbol, v ssa.ID, depth int) Guarded {
	_, fields, isLength, _ := expr.SplitPath(sym.Path)
	switch {
	case fields != "":
		path, name := m.Path(v, depth)
		if path == "" {
			return UnknownQuantity("%s of the argument %s is not known", fields, m.Describe(v))
		}
		_, tail, _ := strings.Cut(sym.Name, ".")
		sym.Path, sym.Name = path+"."+fields, name+"."+tail
		if isLength {
			sym.Path = "len(" + sym.Path + ")"
		}
		return Guarded{Size: expr.SymbolSize(sym)}
	case !isLength:
		return m.value(v, depth)
	case strings.HasSuffix(sym.Name, "()"):
		return m.StringLength(v)
	}
	return m.Length(v, depth)
}

// StringLength is the number of chars of a string.
func (m *Func) StringLength(v ssa.ID) Guarded { return m.stringLengthAt(v, 0) }

func (m *Func) stringLengthAt(v ssa.ID, depth int) Guarded {
	if str, ok := m.Fn.StringConstant(v); ok {
		return Guarded{Size: expr.Const(Utf16Length(str))}
	}
	if path, name := m.Path(v, 0); path != "" {
		return Guarded{Size: expr.SymbolSize(expr.Symbol{Path: "len(" + path + ")", Name: name + ".length()", Max: MaxLength})}
	}
	if q, ok := m.substringLength(v, depth); ok {
		return q
	}
	return UnknownQuantity("the length of %s is not known", m.Describe(v))
}

// substringLength is the length of what java.lang.String.substring returns: where it does, the indices are in order.
func (m *Func) substringLength(v ssa.ID, depth int) (Guarded, bool) {
	f := m.Fn
	if depth > MaxDepth || f.Values[v].Op != classfile.OpInvokevirtual || !f.IsCallTo(v, platform.StringClass, "substring") {
		return Guarded{}, false
	}
	args := f.Args(v)
	var end Guarded
	if len(args) == 3 {
		end = m.value(args[2], depth+4)
	} else {
		end = m.stringLengthAt(args[0], depth+4)
	}
	start := m.value(args[1], depth+4)
	if !start.Ok() || !end.Ok() {
		return Guarded{}, false
	}
	return Guarded{Size: end.Size.Sub(start.Size), Conds: slices.Concat(end.Conds, start.Conds)}, true
}

// NotEmpty is the length of a string that a comparison says is not empty: s.isEmpty() is false, or s.equals("").
func (m *Func) NotEmpty(c Comparison) (length Guarded, ok bool) {
	f := m.Fn
	if c.B != 0 || c.Op != classfile.OpIfIcmpeq || !f.IsCall(c.A) {
		return Guarded{}, false
	}
	args := f.Args(c.A)
	s := ssa.ID(0)
	switch {
	case f.IsCallTo(c.A, platform.StringClass, "isEmpty"):
		s = args[0]
	case f.IsCallTo(c.A, platform.StringClass, "equals"):
		for i, a := range args {
			if text, constant := f.StringConstant(a); constant && text == "" && f.Static(args[1-i]) == "Ljava/lang/String;" {
				s = args[1-i]
			}
		}
	}
	if s == 0 {
		return Guarded{}, false
	}
	length = m.StringLength(s)
	return length, length.Ok()
}
