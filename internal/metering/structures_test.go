package metering

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// structureSymbol is the path of a symbol of what links lead to from a parameter.
var structureSymbol = regexp.MustCompile(`^~((?:tree|nodes):[^ :]+) of \((.*):p(\d+)\)$`)

// sizeSymbol is the path of a symbol of the largest size that a parameter has, or a field of one.
var sizeSymbol = regexp.MustCompile(`^~(?:size|length|len|remaining|rest|bitLength)\((.*):p(\d+)(?:\.[^:;()]+:([^:;()]+):[^:;()]+;?)?\)$`)

// lengthSymbol is the path of a symbol of the largest length of an array in a field of a parameter.
var lengthSymbol = regexp.MustCompile(`^~len:[^:;()]+:([^:;()]+):\[+(?:[A-Z]|L[^;]+;)\((.*):p(\d+)\)$`)

// entrySymbol is the path of a symbol of a number, or the length of an array or string, in a field of a parameter when a call starts.
var entrySymbol = regexp.MustCompile(`^(?:len\()?p(\d+)((?:\.[^:;().]+:[^:;().]+:[^:;().]+;?)+)\)?$`)

// valueSymbol is the path of a symbol of the largest number that a value has.
var valueSymbol = regexp.MustCompile(`^~val\((.*)@(\d+)\)$`)

// ownerOf is the method that a symbol of the largest of some sizes is of, as its path writes it.
var ownerOf = regexp.MustCompile(`^~(?:[^(]*|.* of )\((.*)(?::p\d+[^:]*|@\d+)\)$`)

// fieldSymbol is the path of a symbol of the largest size that a value has, which may be read from a field. The field may
// hold another object later.
var fieldSymbol = regexp.MustCompile(`^~(?:size|length|len|remaining|rest)\((.*)@(\d+)\)$`)

// fieldRead is the field that a value is read from.
func fieldRead(f *ssa.Func, v ssa.ID) (field classfile.Member, ok bool) {
	for int(v) < len(f.Values) && f.Values[v].Kind == ssa.Instr {
		switch f.Values[v].Op {
		case classfile.OpCheckcast:
			v = f.Args(v)[0]
			continue
		case classfile.OpGetstatic, classfile.OpGetfield:
			return f.Member(v)
		}
		break
	}
	return field, false
}

// computedAt is the pc of the instruction that a value comes from, where it leaves the value on the stack.
func computedAt(f *ssa.Func, v ssa.ID) (pc int, ok bool) {
	for int(v) < len(f.Values) && f.Values[v].Kind == ssa.Instr && f.Values[v].PC >= 0 {
		switch f.Values[v].Op {
		case classfile.OpCheckcast:
			v = f.Args(v)[0]
			continue
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpAaload, classfile.OpIaload,
			classfile.OpArraylength, classfile.OpGetfield, classfile.OpGetstatic:
			return int(f.Values[v].PC), true
		}
		return int(f.Values[v].PC), arithmetic(f.Values[v].Op) != ""
	}
	return 0, false
}

// arithmetic is the type of what an instruction computes from ints or longs; empty for other instructions.
func arithmetic(op classfile.Op) string {
	switch {
	case op == classfile.OpL2i || op == classfile.OpI2b || op == classfile.OpI2c || op == classfile.OpI2s:
		return "I"
	case op == classfile.OpI2l:
		return "J"
	case op >= classfile.OpIadd && op < classfile.OpIshl: // int, long, float, double in turn
		return [4]string{"I", "J"}[(op-classfile.OpIadd)%4]
	case op >= classfile.OpIshl && op <= classfile.OpLxor:
		return [2]string{"I", "J"}[(op-classfile.OpIshl)%2]
	}
	return ""
}

// resultType is the descriptor of what the instruction of v leaves on the stack.
func resultType(f *ssa.Func, v ssa.ID) string {
	if op := f.Values[v].Op; op == classfile.OpIaload || op == classfile.OpArraylength {
		return "I"
	} else if d := arithmetic(op); d != "" {
		return d
	}
	m, ok := f.Member(v)
	if !ok {
		return ""
	}
	return m.Desc[strings.IndexByte(m.Desc, ')')+1:]
}

// structureSize reads the path of a symbol of a method.
func structureSize(m *classfile.Method, f *ssa.Func, path string) (s StructureSize, ok bool) {
	in, parameter := "", ""
	if x := structureSymbol.FindStringSubmatch(path); x != nil {
		s.What, in, parameter = x[1], x[2], x[3]
	} else if x := sizeSymbol.FindStringSubmatch(path); x != nil {
		in, parameter, s.What = x[1], x[2], "size:"+x[3]
	}
	if x := lengthSymbol.FindStringSubmatch(path); x != nil {
		s.What, in, parameter = "size:"+x[1], x[2], x[3]
	}
	s.Parameter, _ = strconv.Atoi(parameter)
	s.Symbol = path
	if x := entrySymbol.FindStringSubmatch(path); x != nil {
		s.Parameter, _ = strconv.Atoi(x[1])
		s.What = "entry"
		for _, step := range strings.Split(x[2], ".")[1:] {
			s.What += ":" + strings.Split(step, ":")[1]
		}
		return s, true
	}
	if x := fieldSymbol.FindStringSubmatch(path); x != nil {
		v, _ := strconv.Atoi(x[2])
		if field, ok := fieldRead(f, ssa.ID(v)); ok {
			s.Parameter, s.Field, s.What, in = -1, field, "size:", x[1]
		} else if pc, ok := computedAt(f, ssa.ID(v)); ok {
			s.Parameter, s.At, s.What, in = -1, pc, "size:", x[1]
		}
	}
	if x := valueSymbol.FindStringSubmatch(path); x != nil {
		v, _ := strconv.Atoi(x[2])
		if pc, ok := computedAt(f, ssa.ID(v)); ok {
			switch d := resultType(f, ssa.ID(v)); d {
			case "J":
				s.Parameter, s.At, s.What, in = -1, pc, "value:J", x[1]
			case "I", "S", "C", "B", "Z":
				s.Parameter, s.At, s.What, in = -1, pc, "value:I", x[1]
			}
		}
	}
	return s, s.What != "" && in == m.Class.Name+"."+m.ID()
}

// structuresOf are the sizes of structures of objects that the bounds of methods mention.
func structuresOf(a *absint.Analyzer, classes []*classfile.Class) map[*classfile.Method][]StructureSize {
	var methods []*classfile.Method
	for _, c := range classes {
		for i := range c.Methods {
			if c.Methods[i].HasCode() {
				methods = append(methods, &c.Methods[i])
			}
		}
	}
	out := map[*classfile.Method][]StructureSize{}
	byName := map[string]*classfile.Method{}
	for _, m := range methods {
		byName[m.Class.Name+"."+m.ID()] = m
	}
	p := a.Reach(methods)
	total := p.Evaluate(absint.TotalInstructions(true))
	for _, m := range methods {
		s := a.Summary(m)
		if s.Err() != nil {
			continue
		}
		symbols := s.Symbols(total[p.Index(m)])
		symbols = append(symbols, s.Symbols(s.Own(absint.OwnInstructions(true)))...)
		for i := range s.Graph().Loops {
			executions, _ := s.BlockExecutions(int(s.Graph().Loops[i].Header))
			symbols = append(symbols, s.Symbols(executions)...)
		}
		take := func(m *classfile.Method, size StructureSize) {
			if !slices.Contains(out[m], size) {
				out[m] = append(out[m], size)
			}
		}
		for _, sym := range symbols {
			owner := m
			if x := ownerOf.FindStringSubmatch(sym.Path); x != nil && byName[x[1]] != nil {
				owner = byName[x[1]]
			}
			o := a.Summary(owner)
			if o.Err() != nil {
				continue
			}
			if size, ok := structureSize(owner, o.Func(), sym.Path); ok {
				take(owner, size)
				if owner != m {
					take(m, StructureSize{What: inherited, Symbol: sym.Path})
				}
			}
		}
	}
	return out
}
