package metering

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// structureSymbol is the path of a symbol of what links lead to from a parameter or another value.
var structureSymbol = regexp.MustCompile(`^~((?:tree|nodes):[^ :]+) of \((.*)(?::p|@)(\d+)\)$`)

// entryStructure is the path of a symbol of what links lead to from what a field of a parameter has when a call starts.
var entryStructure = regexp.MustCompile(`^~((?:tree|nodes):[^ :]+) of \((.*):p(\d+)\.[^:;()]+:([^:;()]+):[^:;()]+;@entry\)$`)

// sizeSymbol is the path of a symbol of the largest size that a parameter has, or a field of one.
var sizeSymbol = regexp.MustCompile(`^~(?:size|length|len|remaining|rest|bitLength)\((.*):p(\d+)(?:\.[^:;()]+:([^:;()]+):[^:;()]+;?)?\)$`)

// lengthSymbol is the path of a symbol of the largest length of an array in a field of a parameter or another value.
var lengthSymbol = regexp.MustCompile(`^~len:[^:;()]+:([^:;()]+):\[+(?:[A-Z]|L[^;]+;)\((.*)(?::p|@)(\d+)\)$`)

// entrySymbol is the path of a symbol of a number, or the length of an array or string, in a field of a parameter when a call starts.
var entrySymbol = regexp.MustCompile(`^(?:len\()?p(\d+)((?:\.[^:;().]+:[^:;().]+:[^:;().]+;?)+?)(?:@entry)?\)?$`)

// valueSymbol is the path of a symbol of the largest or smallest number that a value has.
var valueSymbol = regexp.MustCompile(`^~(val|least|least:val)\((.*)@(\d+)\)$`)

// ownerOf is the method that a symbol of the largest of some sizes is of, as its path writes it.
var ownerOf = regexp.MustCompile(`^~(?:.* of |[^(]*)\(([^:@]*)(?::p\d+.*|@\d+)\)$`)

// fieldSymbol is the path of a symbol of the largest size that a value has, which may be read from a field. The field may
// hold another object later.
var fieldSymbol = regexp.MustCompile(`^~(?:size|length|len|remaining|matches)\((.*)@(\d+)\)$`)

// iteratorSymbol is the path of a symbol of the elements of an iterator that the method makes.
var iteratorSymbol = regexp.MustCompile(`^~rest\((.*)@(\d+)\)$`)

// made is the instruction that a value comes from, apart from casts.
func made(f *ssa.Func, v ssa.ID) (made ssa.ID, ok bool) {
	for int(v) < len(f.Values) && f.Values[v].Kind == ssa.Instr {
		if f.Values[v].Op != classfile.OpCheckcast {
			return v, f.At(int(f.Values[v].PC)) == v // not one that a called method computes
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

// computedAt is the instruction that leaves a value on the stack, and may hand it to the Meter there. Of a new object it is the call of the
// constructor, behind which a copy of it is left.
func computedAt(f *ssa.Func, v ssa.ID) (x *ssa.Value, ok bool) {
	if v, ok = made(f, v); !ok {
		return nil, false
	}
	x = &f.Values[v]
	if x.Op != classfile.OpNew {
		return x, x.Op != classfile.OpIinc
	}
	code, err := f.Method.Code()
	if err != nil || code.Op(code.Next(int(x.PC))) != classfile.OpDup {
		return nil, false
	}
	for i := range f.Values {
		c := &f.Values[i]
		if c.Kind != ssa.Instr || c.Op != classfile.OpInvokespecial || f.Args(ssa.ID(i))[0] != v {
			continue
		}
		if m, ok := f.Member(ssa.ID(i)); ok && m.Name == "<init>" {
			return c, true
		}
	}
	return nil, false
}

// structureSize reads the path of a symbol of a method. A size whose name is not that of an extreme is the one when the call starts.
func structureSize(m *classfile.Method, f *ssa.Func, sym absint.Symbol) (s StructureSize, ok bool) {
	path := sym.Path
	s.Symbol = path
	in, value := "", ""
	number := func(n string) int { i, _ := strconv.Atoi(n); return i }
	parameter := func(n string) { s.Parameter = number(n) }
	switch x := entrySymbol.FindStringSubmatch(path); {
	case x != nil:
		s.What = "entry"
		for _, step := range strings.Split(x[2], ".")[1:] {
			s.What += ":" + strings.Split(step, ":")[1]
		}
		parameter(x[1])
		return s, true
	case sizeSymbol.MatchString(path):
		x = sizeSymbol.FindStringSubmatch(path)
		in, s.What = x[1], "size:"+x[3]
		parameter(x[2])
	case structureSymbol.MatchString(path):
		x = structureSymbol.FindStringSubmatch(path)
		s.What, in, value = x[1], x[2], x[3]
	case entryStructure.MatchString(path):
		x = entryStructure.FindStringSubmatch(path)
		in, s.What = x[2], x[1]+":"+x[4]
		parameter(x[3])
		return s, in == m.Class.Name+"."+m.ID()
	case lengthSymbol.MatchString(path):
		x = lengthSymbol.FindStringSubmatch(path)
		s.What, in, value = "size:"+x[1], x[2], x[3]
	case fieldSymbol.MatchString(path):
		x = fieldSymbol.FindStringSubmatch(path)
		s.What, in, value = "size:", x[1], x[2]
	case iteratorSymbol.MatchString(path):
		x = iteratorSymbol.FindStringSubmatch(path)
		s.What, in, value = "elements", x[1], x[2]
	case valueSymbol.MatchString(path):
		x = valueSymbol.FindStringSubmatch(path)
		s.What, in, value = map[bool]string{true: "value:", false: "least:"}[x[1] == "val"], x[2], x[3]
	}
	if in != m.Class.Name+"."+m.ID() {
		return s, false
	}
	if value == "" {
		// That of a callee has its name in front: "fft: largest x.size()".
		if name := strings.TrimSpace(sym.Name[strings.LastIndexByte(sym.Name, ':')+1:]); !strings.HasPrefix(name, "largest ") {
			s.What = "start" + strings.TrimPrefix(s.What, "size")
		}
		return s, true
	}
	if strings.HasSuffix(path, ":p"+value+")") {
		parameter(value)
		// What a worklist leads to is the sum over its elements, which the Meter does not take.
		return s, !structureSymbol.MatchString(path) || !strings.HasPrefix(f.Static(f.Params[s.Parameter]), "Ljava/")
	}
	s.Parameter = -1
	v := ssa.ID(number(value))
	if field, ok := fieldRead(f, v); ok && s.What == "size:" {
		s.Field = field
		return s, true
	}
	made, ok := computedAt(f, v)
	if !ok {
		return s, false
	}
	s.At = int(made.PC)
	switch s.What {
	case "value:", "least:":
		s.What += string(made.Type)
		return s, made.Type == 'i' || made.Type == 'l'
	case "elements":
		call, ok := f.Member(v)
		return s, ok && made.Op != classfile.OpInvokestatic && call.Name == "iterator" && strings.HasPrefix(call.Desc, "()")
	case "size:":
		return s, true
	}
	if made.Type != 'a' { // an index into an array of successors
		return s, false
	}
	// What a worklist or a new object leads to is known when it is filled, not where it comes from.
	return s, made.Op != classfile.OpInvokespecial && !strings.HasPrefix(f.Static(v), "Ljava/")
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
			if size, ok := structureSize(owner, o.Func(), sym); ok {
				take(owner, size)
				if owner != m {
					take(m, StructureSize{What: inherited, Symbol: sym.Path})
				}
			}
		}
	}
	return out
}

func TestOwnerOf(t *testing.T) {
	for path, want := range map[string]string{
		"~size(a/B.m(I)V@12)":                                 "a/B.m(I)V",
		"~least(a/B.m(I)V@12)":                                "a/B.m(I)V",
		"~rest(a/B.m(Ljava/util/List;)V:p1)":                  "a/B.m(Ljava/util/List;)V",
		"~size(a/B.m(C)Z:p0.a/B:list:Ljava/util/List;)":       "a/B.m(C)Z",
		"~nodes:getNext()|next of (a/B.m([CI)V:p0)":           "a/B.m([CI)V",
		"~nodes:next of (a/B.m()V@7)":                         "a/B.m()V",
		"~nodes:next of (a/B.m()V:p0.a/B:head:La/N;@entry)":   "a/B.m()V",
		"~len:a/C:chars:[C(a/B.m([CIII)I@14)":                 "a/B.m([CIII)I",
		"~len:a/C:types:[La/T;(a/B.m(La/T;)I:p0.a/B:c:La/C;)": "a/B.m(La/T;)I",
		"static.a/B:count:I":                                  "",
	} {
		got := ""
		if x := ownerOf.FindStringSubmatch(path); x != nil {
			got = x[1]
		}
		if got != want {
			t.Errorf("%s: the owner is %q, want %q", path, got, want)
		}
	}
}

func TestPinsOfStructures(t *testing.T) {
	sizes := []StructureSize{{Symbol: "~size(a.m()V@1)"}, {Symbol: "~least(a.m()V@2)"}, {Symbol: "~val(a.m()V@3)"}, {Symbol: "p0.a:n:I"}}
	m := &classfile.Method{Desc: "()V"}
	for _, c := range []struct {
		taken []int64
		want  map[string]float64
	}{
		{[]int64{4, -7, 5, -3}, map[string]float64{"~size(a.m()V@1)": 4, "~least(a.m()V@2)": 7, "~val(a.m()V@3)": 5, "p0.a:n:I": -3}},
		{[]int64{-1, 7, 0, 3}, map[string]float64{"~least(a.m()V@2)": -7, "~val(a.m()V@3)": 0, "p0.a:n:I": 3}},
		{[]int64{math.MaxInt64, math.MinInt64, math.MaxInt64, 3}, map[string]float64{"~least(a.m()V@2)": 0, "p0.a:n:I": 3}},
	} {
		k := counted{}
		for i, n := range c.taken {
			k.args = append(k.args, [2]int64{int64(firstStructure + i), n})
		}
		if got := k.pins(m, sizes); !maps.Equal(got, c.want) {
			t.Errorf("pins of %v: %v, want %v", c.taken, got, c.want)
		}
	}
}
