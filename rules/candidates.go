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
	// References are names of methods; the method refers to one of them by a method reference.
	References []string
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

// groups is a set of groups of calls, by number.
type groups [maxGroups / 64]uint64

// maxGroups is how many groups of calls all rules together may have.
const maxGroups = 192

func oneGroup(i int) groups {
	if i >= maxGroups {
		panic("rules: more groups of calls than maxGroups")
	}
	var g groups
	g[i/64] = 1 << (i % 64)
	return g
}

func (g groups) with(o groups) groups {
	for i := range g {
		g[i] |= o[i]
	}
	return g
}

// within reports whether all groups of g are in o.
func (g groups) within(o groups) bool {
	for i := range g {
		if g[i]&^o[i] != 0 {
			return false
		}
	}
	return true
}

// table is the needs of the rules that run, made to be looked up by constant pool entry.
type table struct {
	needs      []need
	groups     map[string][]group // by the name of a method that is called
	references map[string]groups  // by the name of a method that is referred to
	called     []calledGroup
}

// need is one of the needs of a rule.
type need struct {
	rule *Rule
	Needs
	groups groups
}

// calledGroup is a group that a rule decides about itself.
type calledGroup struct {
	called func(e *Engine, c classfile.Member) bool
	bit    groups
}

// group is a name of a group of calls.
type group struct {
	class string // empty for any
	bit   groups
}

func newTable(rules []*Rule) *table {
	t := &table{groups: map[string][]group{}, references: map[string]groups{}}
	next := 0
	add := func(r *Rule, n Needs) {
		x := need{rule: r, Needs: n}
		for _, names := range n.Calls {
			bit := oneGroup(next)
			next++
			for _, n := range names {
				class := ""
				if k := strings.LastIndexByte(n, '.'); k >= 0 {
					class, n = n[:k], n[k+1:]
				}
				t.groups[n] = append(t.groups[n], group{class, bit})
			}
			x.groups = x.groups.with(bit)
		}
		if n.Called != nil {
			bit := oneGroup(next)
			next++
			t.called = append(t.called, calledGroup{n.Called, bit})
			x.groups = x.groups.with(bit)
		}
		if len(n.References) > 0 {
			bit := oneGroup(next)
			next++
			for _, name := range n.References {
				t.references[name] = t.references[name].with(bit)
			}
			x.groups = x.groups.with(bit)
		}
		t.needs = append(t.needs, x)
	}
	for _, r := range rules {
		add(r, r.Needs)
		if r.OrNeeds != nil {
			add(r, *r.OrNeeds)
		}
	}
	return t
}

// pool returns, by constant pool index, the groups that a call of that entry belongs to; all is their union.
func (t *table) pool(e *Engine, p *classfile.Pool) (bits []groups, all groups) {
	add := func(i int, g groups) {
		if bits == nil {
			bits = make([]groups, p.Len())
		}
		bits[i] = bits[i].with(g)
		all = all.with(g)
	}
	var referred groups // groups of what method handles refer to: any invokedynamic may be a reference to it
	for i := 1; i < p.Len(); i++ {
		var c classfile.Member
		handle := p.Tag(i) == classfile.TagMethodHandle
		switch {
		case handle:
			h, _ := p.Handle(i)
			c = h.Member
			referred = referred.with(t.references[c.Name])
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
				referred = referred.with(g.bit)
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
			if referred != (groups{}) {
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
	if !slices.ContainsFunc(t.needs, func(n need) bool { return n.groups.within(all) }) {
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

// contents is what one reading of a method's code finds in it.
type contents struct {
	called, repeated groups // groups of calls; those that are called inside a loop
	ops              [256]bool
	backward         bool // it has a backward branch
}

// read reads the code of a method.
func read(code *classfile.Code, bits []groups) *contents {
	c := &contents{}
	type call struct {
		pc     int
		groups groups
	}
	var calls []call
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		op := code.Op(pc)
		c.ops[op] = true
		if op >= classfile.OpInvokevirtual && op <= classfile.OpInvokedynamic {
			if bits != nil {
				if g := bits[code.Index(pc)]; g != (groups{}) {
					c.called = c.called.with(g)
					calls = append(calls, call{pc, g})
				}
			}
		} else if to, ok := code.Branch(pc); ok && to <= pc {
			c.backward = true
			for i := len(calls) - 1; i >= 0 && calls[i].pc >= to; i-- {
				c.repeated = c.repeated.with(calls[i].groups)
			}
		}
	}
	return c
}

// met reports whether a method with such contents has what a rule needs; lambda says that it is the body of one.
func (n *need) met(c *contents, lambda func() bool) bool {
	if !n.groups.within(c.called) || n.Repeats && !c.backward {
		return false
	}
	if len(n.Ops) > 0 && !slices.ContainsFunc(n.Ops, func(op classfile.Op) bool { return c.ops[op] }) {
		return false
	}
	if n.RepeatsOrLambda && !c.backward && !lambda() {
		return false
	}
	return !n.Within || n.groups.within(c.repeated) || n.RepeatsOrLambda && lambda()
}

// method runs the rules over one method that can have something to say about it.
func (k *classView) method(t *table, m *classfile.Method, bits []groups) []finding.Finding {
	code, err := m.Code()
	if err != nil || code == nil {
		return nil // reported where classes are read
	}
	c := read(code, bits)
	lambda := func() bool { return k.lambda(m) != nil }
	var run []*Rule
	for i := range t.needs {
		n := &t.needs[i]
		if n.met(c, lambda) && (len(run) == 0 || run[len(run)-1] != n.rule) {
			run = append(run, n.rule)
		}
	}
	if len(run) == 0 || k.generated(m) {
		return nil
	}
	s := k.engine.Peek(m)
	if s.Err() != nil {
		return nil // EL rules say nothing about code that cannot be analysed; the analysis itself reports it
	}
	var out []finding.Finding
	var users *useTable
	for _, r := range run {
		x := &Method{Engine: k.engine, Code: s, rule: r, view: k, users: &users}
		r.Check(x)
		out = append(out, x.found...)
	}
	return out
}
