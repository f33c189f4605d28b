package absint

import (
	"math"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// resultRanges are the results of the JDK's static methods that the API documentation limits, by class.name+descriptor.
var resultRanges = map[string]Range{
	"java/lang/Character.charCount(I)I":           {1, 2},
	"java/lang/Character.digit(CI)I":              {-1, 35},
	"java/lang/Character.digit(II)I":              {-1, 35},
	"java/lang/Integer.bitCount(I)I":              {0, 32},
	"java/lang/Integer.numberOfLeadingZeros(I)I":  {0, 32},
	"java/lang/Integer.numberOfTrailingZeros(I)I": {0, 32},
	"java/lang/Integer.signum(I)I":                {-1, 1},
	"java/lang/Integer.compare(II)I":              {-1, 1},
	"java/lang/Long.bitCount(J)I":                 {0, 64},
	"java/lang/Long.numberOfLeadingZeros(J)I":     {0, 64},
	"java/lang/Long.numberOfTrailingZeros(J)I":    {0, 64},
	"java/lang/Long.signum(J)I":                   {-1, 1},
	"java/lang/Byte.toUnsignedInt(B)I":            {0, 255},
}

// resultRange is the range of what a call returns.
func (m *method) resultRange(v ssa.ID, depth int) Range {
	f := m.f
	x := &f.Values[v]
	args := f.Args(v)
	mem, _ := f.Member(v)
	if x.Op == classfile.OpInvokestatic {
		if r, ok := resultRanges[mem.Class+"."+mem.Name+mem.Desc]; ok {
			return r
		}
		if mem.Class == "java/lang/Math" && len(args) == 2 && (x.Type == 'i' || x.Type == 'l') {
			switch a, b := m.valueRange(args[0], depth+1), m.valueRange(args[1], depth+1); mem.Name {
			case "min":
				return Range{math.Min(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)}
			case "max":
				return Range{math.Max(a.Lo, b.Lo), math.Max(a.Hi, b.Hi)}
			}
		}
	}
	if mem.Class == "java/lang/String" {
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
