package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

// Needs is what a method must contain for a rule to look at it. The instructions alone decide it: only methods that
// have what a rule needs are put into SSA form.
type Needs struct {
	// Calls are groups of names; the method calls at least one of each group, directly or by invokedynamic. A name is
	// that of a method in any class ("contains"), or with a class's internal name in front of a dot
	// ("java/util/regex/Pattern.compile"), with or without a descriptor ("get(I)Ljava/lang/Object;").
	Calls [][]string
	// InOrder requires a call of each group in front of one of the next group: what a later call takes or repeats is computed by
	// then. A method with a backward branch may have them in any order.
	InOrder bool
	// On are classes: the calls of a name without a class are of one of these classes or of a class above it. None is every class.
	On []string
	// Parameters is how many parameters the calls of names with a class have at least.
	Parameters int
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
	// RepeatsOrLambda requires a backward branch, or that the method is the body of a lambda, or that the settings say that it is called
	// again and again.
	RepeatsOrLambda bool
	// Recurs requires that a call of one of the groups may run again and again: in a loop, in the body of a lambda, or because a loop
	// of the program calls the method, or the settings say so.
	Recurs bool
	// Constants requires an instruction that loads a string which it accepts.
	Constants func(text string) bool
	// Named are names of methods: the method has one of them or is the body of a lambda. None is every method.
	Named []string
	// Catches requires an exception handler.
	Catches bool
}

// methodsOf returns names of methods as Needs.Calls has them.
func methodsOf(class string, names ...string) (out []string) {
	for _, n := range names {
		out = append(out, class+"."+n)
	}
	return out
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

// meets reports whether one of the groups of g is in o.
func (g groups) meets(o groups) bool {
	for i := range g {
		if g[i]&o[i] != 0 {
			return true
		}
	}
	return false
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
	constants  []constantGroup
	rooms      sync.Pool // of *[]groups, for pool
}

// room returns n empty sets of groups.
func (t *table) room(n int) *[]groups {
	room, _ := t.rooms.Get().(*[]groups)
	if room == nil {
		room = new([]groups)
	}
	*room = slices.Grow((*room)[:0], n)[:n]
	clear(*room)
	return room
}

// need is one of the needs of a rule.
type need struct {
	rule *Rule
	Needs
	groups  groups
	calls   groups   // those of groups that are calls
	ordered []groups // of Calls, if they are InOrder
}

// calledGroup is a group that a rule decides about itself.
type calledGroup struct {
	called func(e *Engine, c classfile.Member) bool
	bit    groups
}

// constantGroup is a group of strings that a rule decides about itself.
type constantGroup struct {
	accepts func(text string) bool
	bit     groups
}

// group is a name of a group of calls.
type group struct {
	class, desc string   // empty for any
	on          []string // the class is one of these or above it; none for any
	parameters  int      // at least so many, where there is a class
	bit         groups
}

// has reports whether a call is of the group, whose name it has.
func (g *group) has(e *Engine, c classfile.Member) bool {
	if g.class != "" && g.class != c.Class || g.desc != "" && g.desc != c.Desc {
		return false
	}
	if g.class != "" {
		return g.parameters == 0 || len(classfile.Params(c.Desc)) >= g.parameters
	}
	return len(g.on) == 0 || slices.ContainsFunc(g.on, func(o string) bool { return e.IsClass(o, c.Class) })
}

func newTable(rules []*Rule) *table {
	t := &table{groups: map[string][]group{}, references: map[string]groups{}}
	next := 0
	add := func(r *Rule, n Needs) {
		x := need{rule: r, Needs: n}
		for _, names := range n.Calls {
			bit := oneGroup(next)
			next++
			for _, name := range names {
				g := group{on: n.On, parameters: n.Parameters, bit: bit}
				if k := strings.IndexByte(name, '('); k >= 0 {
					name, g.desc = name[:k], name[k:]
				}
				if k := strings.LastIndexByte(name, '.'); k >= 0 {
					g.class, name = name[:k], name[k+1:]
				}
				t.groups[name] = append(t.groups[name], g)
			}
			if n.InOrder {
				x.ordered = append(x.ordered, bit)
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
		x.calls = x.groups
		if n.Constants != nil {
			bit := oneGroup(next)
			next++
			t.constants = append(t.constants, constantGroup{n.Constants, bit})
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

// pool returns, by constant pool index, the groups that a call of that entry belongs to; all is their union. What it returns is in room,
// which is as long as the pool and empty, or nil where no entry is of a group.
func (t *table) pool(e *Engine, p *classfile.Pool, room []groups) (bits []groups, all groups) {
	add := func(i int, g groups) {
		bits = room
		bits[i] = bits[i].with(g)
		all = all.with(g)
	}
	var referred groups // groups of what method handles refer to: any invokedynamic may be a reference to it
	dynamic := false
	for i := 1; i < p.Len(); i++ {
		switch p.Tag(i) {
		case classfile.TagMethodHandle:
			h, _ := p.Handle(i)
			referred = referred.with(t.references[h.Member.Name]).with(t.decided(e, h.Member))
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			c, _ := p.Member(i)
			g := t.decided(e, c)
			named := t.groups[c.Name]
			for k := range named {
				if named[k].has(e, c) {
					g = g.with(named[k].bit)
				}
			}
			if g != (groups{}) {
				add(i, g)
			}
		case classfile.TagString:
			for _, g := range t.constants {
				if g.accepts(p.StringValue(i)) {
					add(i, g.bit)
				}
			}
		case classfile.TagInvokeDynamic:
			dynamic = true
		}
	}
	for i := 1; dynamic && i < p.Len(); i++ {
		if p.Tag(i) != classfile.TagInvokeDynamic {
			continue
		}
		d, _ := p.Dynamic(i)
		g := referred
		for _, x := range t.groups[d.Name] {
			if x.class == "" && x.desc == "" && len(x.on) == 0 {
				g = g.with(x.bit)
			}
		}
		if g != (groups{}) {
			add(i, g)
		}
	}
	return bits, all
}

// decided returns the groups of a method that rules decide about themselves.
func (t *table) decided(e *Engine, c classfile.Member) (g groups) {
	for _, x := range t.called {
		if x.called(e, c) {
			g = g.with(x.bit)
		}
	}
	return g
}
