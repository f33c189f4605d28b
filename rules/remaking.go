package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// remaking is calls of a class that give an object or a text which is as good as the one before, where their arguments are the same.
type remaking struct {
	class string
	calls []string // names of methods; "<init>" is a constructor
	desc  string   // their descriptor; empty for any
	// unless are methods, with their classes, by which a class that calls them may change the result.
	unless []classfile.Member
	// set is a method that gives the object another state, of which the calls that share it need the same; empty for none.
	set string
	// named reports whether unless take the text that the calls take: then so does a class that may give one of them the text.
	named bool
	// built is the method of a builder that makes the object: the calls give the builder, whose settings count. Empty for others.
	built string
	// value reports whether the result is a text or a number, which may be used everywhere. An object may be kept only where
	// nothing else than the method that makes it has it.
	value bool
	// unlike is how the text arguments begin of which what the object then does costs far more than to make it; empty for none.
	unlike   string
	does     string // what a call does: "searches the installed providers"
	advice   string
	measured string // the case of the rule
}

func remakingNames(table []remaking) (out []string) {
	for _, k := range table {
		out = append(out, methodsOf(k.class, k.calls...)...)
	}
	return out
}

// remakings returns the function of a rule that finds calls of a table that run again and again with the same arguments.
func remakings(table []remaking) func(m *Method) {
	return func(m *Method) {
		for v, c := range m.Calls() {
			i := slices.IndexFunc(table, func(k remaking) bool {
				return k.class == c.Class && slices.Contains(k.calls, c.Name) && (k.desc == "" || k.desc == c.Desc)
			})
			if i >= 0 && !m.callsInClass(table[i].unless) {
				m.remade(v, c, &table[i])
			}
		}
	}
}

// remade reports a call of a table where it runs again and again with the same arguments.
func (m *Method) remade(v ssa.ID, c classfile.Member, k *remaking) {
	f := m.Func()
	if f.Method.Name == "<clinit>" || m.unseen(k.measured) && !m.view.suppresses() || m.handles(int(f.Values[v].Block)) {
		return
	}
	t := m.uses()
	r, ok := m.recurs(v)
	if !ok {
		return
	}
	made, args := v, f.Args(v)
	if c.Name == "<init>" {
		made, args = args[0], args[1:]
	}
	if r.hot && m.keptInObject(made) || r.loop >= 0 && m.timed(r.loop) || m.timedCall(v) {
		return
	}
	if !m.steadyAll(t, args, r) || k.value && m.keptForAll(t, made) || !k.value && !m.usedHereOnly(t, made, r, k.built) || r.loop >= 0 && m.rarely(v, k.measured) {
		return
	}
	if k.set != "" && slices.ContainsFunc(t.of(made), func(u ssa.ID) bool { return m.IsCall(u, k.set, "") && !m.steadyAll(t, f.Args(u)[1:], r) }) {
		return
	}
	what, given := m.writtenAs(v, c), "" // the first text among the arguments
	subject := c.Class + "." + c.Name
	for _, a := range args {
		if s, ok := f.StringConstant(a); ok {
			if k.unlike != "" && strings.HasPrefix(s, k.unlike) {
				return
			}
			given, what, subject = s, what+"("+quoted(s)+")", subject+" "+s
			break
		}
	}
	if slices.ContainsFunc(m.found, func(x finding.Finding) bool { return x.Subject == subject }) {
		return // one constant repairs both
	}
	advice := k.advice
	if advice == resetAdvice && m.leavesInput(made, r.loop) {
		advice = resetFirst
	}
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: k.measured})
	if energy != nil && !(k.named && m.Engine.namedElsewhere(k, given)) {
		m.Report(v, subject, fmt.Sprintf("%s %s %s; %s", what, k.does, r.again(), r.advice(m.keptIn(advice, args, r))), energy, r.related()...)
	}
}

// callsInClass reports whether the method's class calls one of some methods, whatever their descriptors.
func (m *Method) callsInClass(callees []classfile.Member) bool {
	return len(callees) > 0 && callsOneOf(&m.Func().Method.Class.Pool, callees)
}

// callsOneOf reports whether a class with a constant pool calls one of some methods, of any descriptor.
func callsOneOf(p *classfile.Pool, callees []classfile.Member) bool {
	return refersToMethod(p, func(c classfile.Member) bool {
		return slices.ContainsFunc(callees, func(x classfile.Member) bool { return c.Class == x.Class && c.Name == x.Name })
	})
}

// keptIn returns advice to keep what is made of some arguments, in no static field where they are not the same for all objects.
func (m *Method) keptIn(advice string, args []ssa.ID, r repetition) string {
	f := m.Func()
	w := visit(args...)
	for v := range w.all() {
		switch x := &f.Values[v]; {
		case x.Kind == ssa.Int || x.Kind == ssa.Const || x.Op == classfile.OpGetstatic:
		case x.Kind == ssa.Instr && x.Op != classfile.OpGetfield:
			w.add(f.Args(v)...)
		case r.loop >= 0:
			return strings.Replace(advice, "a static final field", "a variable in front of the loop", 1)
		default:
			return strings.Replace(advice, "a static final field", "a field of the object", 1)
		}
	}
	return advice
}

// namedElsewhere reports whether a class that calls one of the unless methods of k may give it the same text.
func (e *Engine) namedElsewhere(k *remaking, text string) bool {
	return text != "" && e.remadeNames.of(k, func() map[string]bool { return e.namedWith(k.unless) })[text]
}

// namedWith returns the texts among the constants of the classes of the program that call one of some methods: a class may give the method
// any of its texts.
func (e *Engine) namedWith(callees []classfile.Member) map[string]bool {
	names := map[string]bool{}
	for _, c := range e.Program.Classes() {
		if slices.ContainsFunc(callees, func(x classfile.Member) bool { return c.Pool.MayMention(x.Class) }) && callsOneOf(&c.Pool, callees) {
			for i := 1; i < c.Pool.Len(); i++ {
				if c.Pool.Tag(i) == classfile.TagString {
					names[c.Pool.StringValue(i)] = true
				}
			}
		}
	}
	return names
}

// keptForAll reports whether a value is stored in a static field.
func (m *Method) keptForAll(t *useTable, v ssa.ID) bool {
	return slices.ContainsFunc(t.of(v), func(u ssa.ID) bool { return m.Func().Values[u].Op == classfile.OpPutstatic })
}

// settings are the beginnings of the names of methods by which objects are configured.
var settings = []string{"set", "add", "with", "register", "configure", "enable", "disable", "apply"}

// usedHereOnly reports whether an object is used, and that only to call its methods: it is not kept, returned or passed on, and
// configured the same way each time. Of a builder, with the method that builds the object, the object is asked about.
func (m *Method) usedHereOnly(t *useTable, made ssa.ID, r repetition, built string) bool {
	f := m.Func()
	used := false
	w := visit(made)
	for v := range w.all() {
		for _, u := range t.of(v) {
			x := &f.Values[u]
			switch {
			case x.Kind == ssa.Phi && r.loop >= 0 && x.Block == m.Graph().Loops[r.loop].Header:
				return false // the next iteration has it beside its own
			case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast, x.Kind == ssa.Phi && m.orNull(u, v):
				w.add(u)
				continue
			case x.Op == classfile.OpIfnull || x.Op == classfile.OpIfnonnull:
				continue
			}
			if r.loop >= 0 && !m.InLoop(u, r.loop) && m.returns(u) {
				return false // the last one is kept
			}
			if !f.IsCall(u) || x.Op == classfile.OpInvokestatic || x.Op == classfile.OpInvokedynamic || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v) {
				return false
			}
			c, _ := f.Member(u)
			switch {
			case c.Name == "<init>":
			case built != "" && c.Name == built:
				if !m.usedHereOnly(t, u, r, "") {
					return false
				}
				used = true
			case built != "" || configures(c.Name):
				if !m.steadyAll(t, f.Args(u)[1:], r) || built != "" && slices.ContainsFunc(f.Args(u)[1:], func(a ssa.ID) bool { return f.Values[m.Strip(a)].Op == classfile.OpNew }) {
					return false // a new store of cookies keeps what one client got
				}
				if classfile.Return(c.Desc) == "L"+c.Class+";" { // it returns itself
					w.add(u)
				}
			case strings.HasPrefix(c.Name, "get") && len(f.Args(u)) == 1 && !m.configuredAlike(t, u, r):
				return false
			default:
				used = true
			}
		}
	}
	return used
}

// configures reports whether a method of a name configures its object.
func configures(name string) bool {
	return slices.ContainsFunc(settings, func(s string) bool { return strings.HasPrefix(name, s) })
}

// configuredAlike reports whether a part of an object, such as the store of its cookies, is configured the same way each time.
func (m *Method) configuredAlike(t *useTable, part ssa.ID, r repetition) bool {
	f := m.Func()
	return !slices.ContainsFunc(t.of(part), func(u ssa.ID) bool {
		c, _ := f.Member(u)
		return f.IsCall(u) && f.Args(u)[0] == part && configures(c.Name) && !m.steadyAll(t, f.Args(u)[1:], r)
	})
}

// orNull reports whether a phi is a value or null: a variable that is set in a try block.
func (m *Method) orNull(phi, v ssa.ID) bool {
	f := m.Func()
	for _, a := range f.Args(phi) {
		if a != 0 && a != phi && a != v && !f.IsNull(a) && m.Strip(a) != m.Strip(v) {
			return false
		}
	}
	return true
}
