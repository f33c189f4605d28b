package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

// Needs is what a method must contain for a rule to look at it. The instructions alone decide it: only methods that
// have what a rule needs are put into SSA form.
type Needs struct {
	// Calls are groups of names; the method calls at least one of each group, directly or by invokedynamic. A name is
	// that of a method in any class ("contains"), or with a class's internal name in front of a dot
	// ("java/util/regex/Pattern.compile").
	Calls [][]string
	// Called reports whether the rule looks for calls of a method or references to it: a group of calls that the class
	// hierarchy defines instead of a name.
	Called func(e *Engine, c classfile.Member) bool
	// Ops are opcodes; the method has at least one of them. None is no need.
	Ops []classfile.Op
	// Repeats requires a backward branch.
	Repeats bool
	// Within requires a call of the groups between the target of a backward branch and the branch, or in the body of a
	// lambda. It is used together with RepeatsOrLambda or Repeats.
	Within bool
	// RepeatsOrLambda requires a backward branch, or that the method is the body of a lambda.
	RepeatsOrLambda bool
}

// table is the needs of the rules that run, made to be looked up by constant pool entry.
type table struct {
	rules  []*Rule
	groups map[string][]group // by method name
	needs  []uint64           // per rule, the groups that it needs
	called []calledGroup
}

// calledGroup is a group that a rule decides about itself.
type calledGroup struct {
	called func(e *Engine, c classfile.Member) bool
	bit    uint64
}

// group is a name of a group of calls.
type group struct {
	class string // empty for any
	bit   uint64
}

func newTable(rules []*Rule) *table {
	t := &table{rules: rules, groups: map[string][]group{}, needs: make([]uint64, len(rules))}
	next := uint64(1)
	for i, r := range rules {
		for _, names := range r.Needs.Calls {
			for _, n := range names {
				class := ""
				if k := strings.LastIndexByte(n, '.'); k >= 0 {
					class, n = n[:k], n[k+1:]
				}
				t.groups[n] = append(t.groups[n], group{class, next})
			}
			t.needs[i] |= next
			if next <<= 1; next == 0 {
				panic("rules: more than 64 groups of calls")
			}
		}
		if r.Needs.Called != nil {
			t.called = append(t.called, calledGroup{r.Needs.Called, next})
			t.needs[i] |= next
			next <<= 1
		}
	}
	return t
}

// pool returns, by constant pool index, the groups that a call of that entry belongs to; all is their union.
func (t *table) pool(e *Engine, p *classfile.Pool) (bits []uint64, all uint64) {
	add := func(i int, bit uint64) {
		if bits == nil {
			bits = make([]uint64, p.Len())
		}
		bits[i] |= bit
		all |= bit
	}
	var referred uint64 // groups of what method handles refer to: any invokedynamic may be a reference to it
	for i := 1; i < p.Len() && len(t.called) > 0; i++ {
		var c classfile.Member
		handle := p.Tag(i) == classfile.TagMethodHandle
		switch {
		case handle:
			h, _ := p.Handle(i)
			c = h.Member
		case p.Tag(i) == classfile.TagMethodref || p.Tag(i) == classfile.TagInterfaceMethodref:
			c, _ = p.Member(i)
		default:
			continue
		}
		for _, g := range t.called {
			if !g.called(e, c) {
				continue
			}
			if handle {
				referred |= g.bit
			} else {
				add(i, g.bit)
			}
		}
	}
	for i := 1; i < p.Len(); i++ {
		var class, name string
		switch p.Tag(i) {
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			m, _ := p.Member(i)
			class, name = m.Class, m.Name
		case classfile.TagInvokeDynamic:
			d, _ := p.Dynamic(i)
			name = d.Name
			if referred != 0 {
				add(i, referred)
			}
		default:
			continue
		}
		for _, g := range t.groups[name] {
			if g.class != "" && g.class != class {
				continue
			}
			add(i, g.bit)
		}
	}
	return bits, all
}

// class runs the rules over the methods of one class.
func (e *Engine) class(t *table, c *classfile.Class) []finding.Finding {
	if c.Access&classfile.AccSynthetic != 0 {
		return nil // $SwitchMap$, WhenMappings
	}
	bits, all := t.pool(e, &c.Pool)
	possible := false
	for _, need := range t.needs {
		possible = possible || need&^all == 0
	}
	if !possible {
		return nil
	}
	k := &classView{engine: e, class: c}
	var out []finding.Finding
	for i := range c.Methods {
		m := &c.Methods[i]
		if !m.HasCode() {
			continue
		}
		e.Program.Isolate(c, m, func() { out = append(out, k.method(t, m, bits)...) })
	}
	return out
}

// classView is what the rules share while one class is looked at; it belongs to one goroutine.
type classView struct {
	engine  *Engine
	class   *classfile.Class
	lambdas map[classfile.Member]*callgraph.Lambda
	sites   map[classfile.Member]*Site
	inlined inlinedLines
	read    bool // whether inlined has been
}

// lines maps the lines of inlined code.
func (k *classView) lines() inlinedLines {
	if !k.read {
		k.inlined, k.read = parseInlined(k.class.SourceDebugExtension()), true
	}
	return k.inlined
}

// lambda returns the lambda or method reference of this class whose body is m, nil where there is none.
func (k *classView) lambda(m *classfile.Method) *callgraph.Lambda {
	if k.lambdas == nil {
		k.lambdas = map[classfile.Member]*callgraph.Lambda{}
		for _, l := range callgraph.Lambdas(k.class) {
			b := l.Body.Member
			b.Interface = false
			k.lambdas[b] = l
		}
	}
	return k.lambdas[m.Member()]
}

// generated reports whether a compiler made the method without the developer having written its body.
func (k *classView) generated(m *classfile.Method) bool {
	if m.Access&classfile.AccBridge != 0 || m.Name == "$deserializeLambda$" {
		return true
	}
	return m.Synthetic() && k.lambda(m) == nil
}

// method runs the rules over one method that can have something to say about it.
func (k *classView) method(t *table, m *classfile.Method, bits []uint64) []finding.Finding {
	var seen, within uint64 // groups of calls; those that are called inside a loop
	var ops [256]bool
	back := false
	type hit struct {
		pc   int
		bits uint64
	}
	var hits []hit
	code, err := m.Code()
	if err != nil || code == nil {
		return nil // reported where classes are read
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		op := code.Op(pc)
		ops[op] = true
		if op >= classfile.OpInvokevirtual && op <= classfile.OpInvokedynamic {
			if bits != nil {
				if b := bits[code.Index(pc)]; b != 0 {
					seen |= b
					hits = append(hits, hit{pc, b})
				}
			}
		} else if to, ok := code.Branch(pc); ok && to <= pc {
			back = true
			for i := len(hits) - 1; i >= 0 && hits[i].pc >= to; i-- {
				within |= hits[i].bits
			}
		}
	}
	var run []*Rule
	for i, r := range t.rules {
		if t.needs[i]&^seen != 0 || r.Needs.Repeats && !back {
			continue
		}
		if len(r.Needs.Ops) > 0 && !slices.ContainsFunc(r.Needs.Ops, func(op classfile.Op) bool { return ops[op] }) {
			continue
		}
		if r.Needs.RepeatsOrLambda && !back && k.lambda(m) == nil {
			continue
		}
		if r.Needs.Within && t.needs[i]&^within != 0 && !(r.Needs.RepeatsOrLambda && k.lambda(m) != nil) {
			continue
		}
		run = append(run, r)
	}
	if len(run) == 0 || k.generated(m) {
		return nil
	}
	s := k.engine.Peek(m)
	if s.Err() != nil {
		return nil // EL rules say nothing about code that cannot be analysed; the analysis itself reports it
	}
	var out []finding.Finding
	for _, r := range run {
		x := &Method{Engine: k.engine, Code: s, rule: r, view: k}
		r.Check(x)
		out = append(out, x.found...)
	}
	return out
}
