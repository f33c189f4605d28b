package ssa

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// randomMemory says of every field that it can be a variable, and of calls and initializers at random what they do.
type randomMemory struct {
	*rand.Rand
	f      *Func
	fields []classfile.Member
	did    map[string]int
}

func (m *randomMemory) choose(what string, v ID, n int) int {
	k := fmt.Sprint(what, v)
	if _, ok := m.did[k]; !ok {
		m.did[k] = m.IntN(n)
	}
	return m.did[k]
}

func (m *randomMemory) Declared(f classfile.Member) (classfile.Member, bool) { return f, true }

func (m *randomMemory) MayStore(v ID, _ classfile.Member) bool { return m.choose("store", v, 4) == 0 }

func (m *randomMemory) Getter(v ID) (field classfile.Member, ok bool) {
	if len(m.fields) == 0 || m.choose("get", v, 2) == 0 || m.f.Values[v].Type != 'i' {
		return field, false
	}
	field = m.fields[m.choose("field", v, len(m.fields))]
	return field, isNumber(field)
}

func (m *randomMemory) Steps(v ID) []Step {
	if len(m.fields) == 0 || m.choose("step", v, 3) > 0 {
		return nil
	}
	field := m.fields[m.choose("stepped", v, len(m.fields))]
	if isObject(field) {
		return []Step{{Field: field, Link: classfile.Member{Class: field.Class, Name: "link", Desc: field.Desc}}}
	}
	return []Step{{Field: field, By: 1, Sometimes: m.choose("sometimes", v, 2) == 0}}
}

func (m *randomMemory) IsLinked(classfile.Member) bool { return true }

func (m *randomMemory) Made(v ID, _ classfile.Member) (int64, bool) {
	return 3, m.choose("make", v, 2) == 0
}

func (m *randomMemory) Predicate(v ID) *Predicate {
	if len(m.fields) == 0 || m.choose("test", v, 3) > 0 {
		return nil
	}
	field := m.fields[m.choose("tested", v, len(m.fields))]
	if isObject(field) {
		return &Predicate{A: Operand{Fields: []classfile.Member{field}}, Op: classfile.OpIfnull}
	}
	text := classfile.Member{Class: "T", Name: "text", Desc: "Ljava/lang/String;"}
	length := Operand{Fields: []classfile.Member{text}, Length: classfile.OpInvokevirtual, Call: classfile.Member{Class: "java/lang/String", Name: "length", Desc: "()I"}, Plus: -1}
	return &Predicate{A: Operand{Fields: []classfile.Member{field}}, B: length, Op: classfile.OpIfIcmplt}
}

// TestPromote: with any effects of calls, the result is in SSA form: each value is computed on every way to its uses, phis have a value for
// each edge, and the values of the code keep their IDs.
func TestPromote(t *testing.T) {
	files, err := filepath.Glob("../../testdata/fixtures/*/classes/*.class")
	if err != nil || len(files) == 0 {
		t.Fatalf("no class files: %v", err)
	}
	promoted, phis, tests := 0, 0, 0
	for _, file := range files {
		for _, f := range funcsOf(t, file) {
			for seed := range uint64(4) {
				m := &randomMemory{Rand: rand.New(rand.NewPCG(seed, 1)), f: f, did: map[string]int{}}
				for v := range f.Values {
					if mem, ok := f.Member(ID(v)); ok && (mem.Desc == "I" || isObject(mem)) && !slices.Contains(m.fields, mem) {
						m.fields = append(m.fields, mem)
					}
				}
				p := Promote(f, m)
				if p == f {
					continue
				}
				promoted++
				tests += len(p.tests)
				phis += len(p.fields)
				if err := checkPromoted(f, p); err != nil {
					t.Errorf("%s %s, seed %d: %v\n%s", file, f.Method.ID(), seed, err, p)
				}
			}
		}
	}
	if promoted < 100 || phis < 300 || tests < 20 {
		t.Errorf("%d forms with %d values and %d tests show little", promoted, phis, tests)
	}
}

// checkPromoted returns what is wrong with p, the form of f with fields as variables.
func checkPromoted(f, p *Func) error {
	for v := range f.Values {
		if x, y := f.Values[v], p.Values[v]; x.Kind != y.Kind || x.Op != y.Op || x.PC != y.PC || x.Block != y.Block || x.Aux != y.Aux || x.Type != y.Type {
			return fmt.Errorf("v%d changed", v)
		}
	}
	inCode := map[ID]bool{}
	for _, b := range p.Graph.RPO {
		for _, v := range p.Body[b] {
			inCode[v] = true
		}
	}
	dom := p.Graph.Dominators
	// available reports whether v is known at the end of block b, or, in the same block, before pc.
	available := func(v ID, b, pc int32) error {
		x := &p.Values[v]
		switch {
		case v <= 0 || int(v) >= len(p.Values):
			return fmt.Errorf("there is no v%d", v)
		case x.Kind == Param || x.Kind == Int || x.Kind == Const || x.Kind == Undef || x.Kind == Entry || x.Kind == Field && x.Aux >= 0:
			return nil
		case v < ID(len(f.Values)) && !inCode[v]:
			return fmt.Errorf("v%d is in no block", v)
		case x.Kind == Phi && v >= ID(len(f.Values)) && !inCode[v]:
			return fmt.Errorf("the phi v%d is in no block", v)
		case !dom.Dominates(int(x.Block), int(b)) || x.Block == b && x.PC > pc:
			return fmt.Errorf("v%d of block %d is used in block %d", v, x.Block, b)
		}
		return nil
	}
	for _, b := range p.Graph.RPO {
		preds := p.Graph.Blocks[b].Preds
		for _, v := range p.Body[b] {
			x := &p.Values[v]
			args := p.Args(v)
			if x.Kind == Phi && len(args) != len(preds) && !(b == 0 && len(args) == len(preds)+1) {
				return fmt.Errorf("v%d has %d values for %d edges", v, len(args), len(preds))
			}
			for i, a := range args {
				at, pc := b, x.PC
				if x.Kind == Phi {
					if i >= len(preds) || a == 0 {
						continue
					}
					at, pc = p.Graph.Edges[preds[i]].From, 1<<30
				}
				if err := available(a, at, pc); err != nil {
					return fmt.Errorf("v%d: %w", v, err)
				}
			}
			if t, ok := p.tests[v]; ok {
				for _, a := range []ID{t.a, t.b} {
					if a == 0 && a == t.b && t.op >= classfile.OpIfnull {
						continue
					}
					if err := available(a, b, x.PC); err != nil {
						return fmt.Errorf("test of v%d: %w", v, err)
					}
				}
			}
		}
	}
	return nil
}
