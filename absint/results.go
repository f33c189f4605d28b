package absint

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// resultRange is the range of what a call returns.
func (m *method) resultRange(v ssa.ID, depth int) Range {
	f := m.f
	x := &f.Values[v]
	args := f.Args(v)
	mem, _ := f.Member(v)
	if x.Op == classfile.OpInvokestatic {
		if r, ok := platform.Result(mem); ok {
			return Range{r.Least, r.Most}
		}
		if mem.Class == platform.Math && len(args) == 2 && (x.Type == 'i' || x.Type == 'l') {
			switch a, b := m.valueRange(args[0], depth+1), m.valueRange(args[1], depth+1); mem.Name {
			case "min":
				return Range{math.Min(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)}
			case "max":
				return Range{math.Max(a.Lo, b.Lo), math.Max(a.Hi, b.Hi)}
			}
		}
	}
	if mem.Class == platform.StringClass {
		switch {
		case mem.Name == "length":
			return Range{0, maxLength}
		case mem.Name == "indexOf" && m.searchFrom(v) != 0:
			if s, ok := f.StringConstant(args[1]); ok { // it lies inside
				return Range{-1, maxLength - float64(utf16Length(s))}
			}
			return Range{-1, maxLength - 1}
		case (mem.Name == "indexOf" || mem.Name == "lastIndexOf") && !strings.HasPrefix(mem.Desc, "(Ljava/lang/String;"):
			return Range{-1, maxLength - 1}
		}
	}
	if x.Type != 'i' && x.Type != 'l' {
		return typeRange(x.Type)
	}
	return intersect(descRange(classfile.Return(mem.Desc)), m.callee(v).within)
}
