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
	// Argument reports whether the instruction in front of one of the calls may load the last argument that the rule looks for; nil where
	// it may be any. It loads the whole of it, or one of several values where ways of the code join between the two.
	Argument func(e *Engine, c classfile.Member, before loaded) bool
	// Called reports whether the rule looks for calls of a method or references to it: a group of calls that the class
	// hierarchy defines instead of a name.
	Called func(e *Engine, c classfile.Member) bool
	// CalledNames returns the names of the methods that Called can accept; without it, and where it returns none, any name.
	CalledNames func(e *Engine) []string
	// References are names of methods; the method refers to one of them by a method reference.
	References []string
	// Ops are opcodes; the method has at least one of them. None is no need.
	Ops []classfile.Op
	// Unused requires that a result is dropped, or that a variable gets an object and is not read.
	Unused bool
	// Or is another alternative to those; nil where there is none.
	Or *Needs
	// Case is the case of the evidence that all findings of this alternative have; empty where they have several. Where its repair never
	// pays and silent findings are left out, no method is looked at for it.
	Case string
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
	names      map[string]*named // by the name of a method that is called
	first      nameFilter        // of names
	references map[string]groups // by the name of a method that is referred to
	called     []calledGroup
	constants  []constantGroup
	rooms      sync.Pool // of *[]groups, for pool
}

// named are the groups that a name is of.
type named struct {
	any     groups             // whatever the class and the descriptor are
	classes map[string][]group // by the class that is required
	others  []group            // those that require a descriptor or a type
	called  []calledGroup      // those that a rule decides about calls of the name
}

// nameFilter is a set of hashes of names, by which most names that are of no group are told from others without a look-up.
type nameFilter [1 << 12 / 64]uint64

func (f *nameFilter) add(name string) { h := hashOfName(name); f[h/64] |= 1 << (h % 64) }

// has reports whether a name may have been added.
func (f *nameFilter) has(name string) bool { h := hashOfName(name); return f[h/64]&(1<<(h%64)) != 0 }

func hashOfName(name string) uint {
	n := uint(len(name))
	if n == 0 {
		return 0
	}
	return (n*67 + uint(name[0])*31 + uint(name[n/2])*7 + uint(name[n-1])) % (1 << 12)
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
	others groups // of the need: where a class has not all of them, nothing depends on this one
}

// constantGroup is a group of strings that a rule decides about itself.
type constantGroup struct {
	accepts func(text string) bool
	bit     groups
}

// group is a name of a group of calls.
type group struct {
	desc       string   // empty for any
	on         []string // the class is one of these or above it; none for any
	parameters int      // at least so many, where there is a class
	bit        groups
}

// has reports whether a call is of the group, whose name it has, and the class if that has one.
func (g *group) has(e *Engine, c classfile.Member) bool {
	if g.desc != "" && g.desc != c.Desc || g.parameters > 0 && len(classfile.Params(c.Desc)) < g.parameters {
		return false
	}
	return len(g.on) == 0 || slices.ContainsFunc(g.on, func(o string) bool { return e.IsClass(o, c.Class) })
}

// named returns the groups of a name, which it adds.
func (t *table) named(name string) *named {
	n := t.names[name]
	if n == nil {
		n = &named{}
		t.names[name] = n
		t.first.add(name)
	}
	return n
}

// add adds a name of a group of calls, as Needs.Calls has it.
func (t *table) add(name string, n *Needs, bit groups) {
	g := group{on: n.On, bit: bit}
	if k := strings.IndexByte(name, '('); k >= 0 {
		name, g.desc = name[:k], name[k:]
	}
	if k := strings.LastIndexByte(name, '.'); k >= 0 {
		x := t.named(name[k+1:])
		if x.classes == nil {
			x.classes = map[string][]group{}
		}
		g.on, g.parameters = nil, n.Parameters
		x.classes[name[:k]] = append(x.classes[name[:k]], g)
		return
	}
	x := t.named(name)
	if g.desc == "" && len(g.on) == 0 {
		x.any = x.any.with(bit)
	} else {
		x.others = append(x.others, g)
	}
}

func newTable(e *Engine, rules []*Rule) *table {
	t := &table{names: map[string]*named{}, references: map[string]groups{}}
	next := 0
	newBit := func() groups {
		next++
		return oneGroup(next - 1)
	}
	add := func(r *Rule, n Needs) {
		x := need{rule: r, Needs: n}
		for _, names := range n.Calls {
			bit := newBit()
			for _, name := range names {
				t.add(name, &n, bit)
			}
			if n.InOrder {
				x.ordered = append(x.ordered, bit)
			}
			x.groups = x.groups.with(bit)
		}
		if len(n.References) > 0 {
			bit := newBit()
			for _, name := range n.References {
				t.references[name] = t.references[name].with(bit)
			}
			x.groups = x.groups.with(bit)
		}
		others := x.groups
		if n.Called != nil {
			g := calledGroup{n.Called, newBit(), others}
			var names []string
			if n.CalledNames != nil {
				names = n.CalledNames(e)
			}
			for _, name := range names {
				x := t.named(name)
				x.called = append(x.called, g)
			}
			if len(names) == 0 {
				t.called = append(t.called, g)
			}
			x.groups = x.groups.with(g.bit)
		}
		x.calls = x.groups
		if n.Constants != nil {
			bit := newBit()
			t.constants = append(t.constants, constantGroup{n.Constants, bit})
			x.groups = x.groups.with(bit)
		}
		t.needs = append(t.needs, x)
	}
	for _, r := range rules {
		add(r, r.Needs)
		for n := r.OrNeeds; n != nil; n = n.Or {
			if n.Case == "" || !e.neverSeen(r.ID, n.Case) {
				add(r, *n)
			}
		}
	}
	return t
}

// pool returns, by constant pool index, the groups that a call of that entry belongs to; all is their union. What it returns is in room,
// which is as long as the pool and empty, or nil where no entry is of a group.
func (t *table) pool(e *Engine, p *classfile.Pool, room []groups) (bits []groups, all groups) {
	add := func(i int, g groups) {
		if g != (groups{}) {
			bits = room
			bits[i] = bits[i].with(g)
			all = all.with(g)
		}
	}
	var referred groups // groups of what method handles refer to: any invokedynamic may be a reference to it
	dynamic := false
	for i := 1; i < p.Len(); i++ {
		switch p.Tag(i) {
		case classfile.TagMethodHandle:
			h, _ := p.Handle(i)
			referred = referred.with(t.references[h.Member.Name])
			if n := t.names[h.Member.Name]; n != nil {
				referred = referred.with(decided(n.called, e, h.Member))
			}
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			if name := p.MemberName(i); t.first.has(name) {
				if n := t.names[name]; n != nil {
					c, _ := p.Member(i)
					add(i, n.of(e, c))
				}
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
		if p.Tag(i) == classfile.TagInvokeDynamic {
			g := referred
			if d, _ := p.Dynamic(i); t.names[d.Name] != nil {
				g = g.with(t.names[d.Name].any)
			}
			add(i, g)
		}
	}
	t.decide(e, p, all, add)
	return bits, all
}

// of returns the groups of a call of the name.
func (n *named) of(e *Engine, c classfile.Member) groups {
	g := n.any.with(decided(n.called, e, c))
	for _, candidates := range [...][]group{n.classes[c.Class], n.others} {
		for i := range candidates {
			if x := &candidates[i]; x.has(e, c) {
				g = g.with(x.bit)
			}
		}
	}
	return g
}

// decided returns those of some groups that have a method.
func decided(of []calledGroup, e *Engine, c classfile.Member) (g groups) {
	for i := range of {
		if of[i].called(e, c) {
			g = g.with(of[i].bit)
		}
	}
	return g
}

// decide adds the groups of any name that rules decide about, of those rules whose other groups are among all.
func (t *table) decide(e *Engine, p *classfile.Pool, all groups, add func(i int, g groups)) {
	var called []calledGroup
	for _, x := range t.called {
		if x.others.within(all) {
			called = append(called, x)
		}
	}
	if len(called) == 0 {
		return
	}
	var referred groups
	for i := 1; i < p.Len(); i++ {
		switch p.Tag(i) {
		case classfile.TagMethodHandle:
			h, _ := p.Handle(i)
			referred = referred.with(decided(called, e, h.Member))
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			c, _ := p.Member(i)
			add(i, decided(called, e, c))
		}
	}
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) == classfile.TagInvokeDynamic {
			add(i, referred)
		}
	}
}
