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

// made is the instruction that a value comes from, apart from casts.
func made(f *ssa.Func, v ssa.ID) (made ssa.ID, ok bool) {
	for int(v) < len(f.Values) && f.Values[v].Kind == ssa.Instr {
		if f.Values[v].Op != classfile.OpCheckcast {
			return v, true
		}
		v = f.Args(v)[0]
	}
	return 0, false
}

// fieldRead is the field that a value is read from.
func fieldRead(f *ssa.Func, v ssa.ID) (field classfile.Member, ok bool) {
	if v, ok = made(f, v); !ok || f.Values[v].Op != classfile.OpGetfield && f.Values[v].Op != classfile.OpGetstatic {
		return field, false
	}
	return f.Member(v)
}

// computedAt is the instruction that leaves a value on the stack, and may hand it to the Meter there: an object that is not yet constructed
// must not be handed on.
func computedAt(f *ssa.Func, v ssa.ID) (x *ssa.Value, ok bool) {
	if v, ok = made(f, v); !ok {
		return nil, false
	}
	x = &f.Values[v]
	return x, x.Op != classfile.OpNew && x.Op != classfile.OpIinc
}

// structureSize reads the path of a symbol of a method.
func structureSize(m *classfile.Method, f *ssa.Func, path string) (s StructureSize, ok bool) {
	in, parameter := "", ""
	if x := structureSymbol.FindStringSubmatch(path); x != nil {
		s.What, in, parameter = x[1], x[2], x[3]
	} else if x := sizeSymbol.FindStringSubmatch(path); x != nil {
		in, parameter, s.What = x[1], x[2], "size:"+x[3]
	} else if x := lengthSymbol.FindStringSubmatch(path); x != nil {
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
		} else if made, ok := computedAt(f, ssa.ID(v)); ok {
			s.Parameter, s.At, s.What, in = -1, int(made.PC), "size:", x[1]
		}
	}
	if x := valueSymbol.FindStringSubmatch(path); x != nil {
		v, _ := strconv.Atoi(x[2])
		if made, ok := computedAt(f, ssa.ID(v)); ok && (made.Type == 'i' || made.Type == 'l') {
			s.Parameter, s.At, s.What, in = -1, int(made.PC), "value:"+string(made.Type), x[1]
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
