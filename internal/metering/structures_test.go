package metering

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// structureSymbol is the path of a symbol of what links lead to from a parameter.
var structureSymbol = regexp.MustCompile(`^~((?:tree|nodes):[^ :]+) of \((.*):p(\d+)\)$`)

// sizeSymbol is the path of a symbol of the largest size that a parameter has, or a field of one.
var sizeSymbol = regexp.MustCompile(`^~(?:size|length|len|remaining|rest|bitLength)\((.*):p(\d+)(?:\.[^:;()]+:([^:;()]+):[^:;()]+;?)?\)$`)

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

// structureSize reads the path of a symbol of a method.
func structureSize(m *classfile.Method, f *ssa.Func, path string) (s StructureSize, ok bool) {
	in, parameter := "", ""
	if x := structureSymbol.FindStringSubmatch(path); x != nil {
		s.What, in, parameter = x[1], x[2], x[3]
	} else if x := sizeSymbol.FindStringSubmatch(path); x != nil {
		in, parameter, s.What = x[1], x[2], "size:"+x[3]
	}
	s.Parameter, _ = strconv.Atoi(parameter)
	s.Symbol = path
	if x := fieldSymbol.FindStringSubmatch(path); x != nil {
		v, _ := strconv.Atoi(x[2])
		if field, ok := fieldRead(f, ssa.ID(v)); ok {
			s.Parameter, s.Field, s.What, in = -1, field, "size:", x[1]
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
		for _, sym := range symbols {
			size, ok := structureSize(m, s.Func(), sym.Path)
			if ok && !slices.Contains(out[m], size) {
				out[m] = append(out[m], size)
			}
		}
	}
	return out
}
