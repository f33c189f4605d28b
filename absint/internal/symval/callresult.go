package symval

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// resultRange is the range of what a call returns.
func (m *Func) resultRange(v ssa.ID, depth int) expr.Interval {
	f := m.Fn
	x := &f.Values[v]
	args := f.Args(v)
	mem, _ := f.Member(v)
	if x.Op == classfile.OpInvokestatic {
		if r, ok := platform.Result(mem); ok {
			return expr.Interval{Lo: r.Least, Hi: r.Most}
		}
		if mem.Class == platform.Math && len(args) == 2 && (x.Type == 'i' || x.Type == 'l') {
			switch a, b := m.valueRange(args[0], depth+1), m.valueRange(args[1], depth+1); mem.Name {
			case "min":
				return expr.Interval{Lo: math.Min(a.Lo, b.Lo), Hi: math.Min(a.Hi, b.Hi)}
			case "max":
				return expr.Interval{Lo: math.Max(a.Lo, b.Lo), Hi: math.Max(a.Hi, b.Hi)}
			}
		}
	}
	if mem.Class == platform.StringClass {
		switch {
		case mem.Name == "length":
			return expr.Interval{Lo: 0, Hi: MaxLength}
		case mem.Name == "indexOf" && m.SearchFrom(v) != 0:
			if s, ok := f.StringConstant(args[1]); ok { // it lies inside
				return expr.Interval{Lo: -1, Hi: MaxLength - float64(Utf16Length(s))}
			}
			return expr.Interval{Lo: -1, Hi: MaxLength - 1}
		case (mem.Name == "indexOf" || mem.Name == "lastIndexOf") && !strings.HasPrefix(mem.Desc, "(Ljava/lang/String;"):
			return expr.Interval{Lo: -1, Hi: MaxLength - 1}
		}
	}
	if x.Type != 'i' && x.Type != 'l' {
		return TypeRange(x.Type)
	}
	return expr.Intersect(DescRange(classfile.Return(mem.Desc)), m.callee(v).within)
}
