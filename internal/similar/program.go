package similar

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/snapshot"
)

// program is a snapshot by its methods, divided into the application and its frameworks.
type program struct {
	snapshot *snapshot.Snapshot
	methods  map[string]*snapshot.Method
	classes  map[string]bool     // with methods in the snapshot
	app      []string            // packages, as a prefix of class names; empty for all classes of the snapshot
	above    map[string][]string // what methods that it has not override
	called   map[string]bool     // methods that a call of the snapshot runs
	hung     map[site][]string
	merged   map[string][]*outgoing
	callees  map[site]callee
	steps    int
}

// site is a call, by the caller's key and its position.
type site struct {
	caller string
	call   int
}

func newProgram(s *snapshot.Snapshot, app []string) *program {
	p := &program{snapshot: s, methods: make(map[string]*snapshot.Method, len(s.Methods)), classes: map[string]bool{}, called: map[string]bool{}, merged: map[string][]*outgoing{}, callees: map[site]callee{}, above: map[string][]string{}}
	for _, a := range app {
		p.app = append(p.app, strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(a, "*"), "."), ".", "/"))
	}
	for _, o := range s.Overridden {
		p.above[o.Method] = o.Overrides
	}
	for i := range s.Methods {
		m := &s.Methods[i]
		p.methods[m.Key()] = m
		p.classes[m.Class] = true
	}
	for i := range s.Methods {
		for _, c := range s.Methods[i].Calls {
			for _, to := range c.Targets {
				p.called[to] = true
			}
		}
	}
	p.hang()
	return p
}

// isApp reports whether a class belongs to the application.
func (p *program) isApp(class string) bool {
	if !p.classes[class] {
		return false
	}
	if len(p.app) == 0 {
		return true
	}
	return slices.ContainsFunc(p.app, func(a string) bool {
		rest, ok := strings.CutPrefix(class, a)
		return ok && (rest == "" || rest[0] == '/' || rest[0] == '$')
	})
}

// member is a key's class, name and descriptor.
type member struct{ class, name, descriptor string }

func parse(key string) member {
	name, descriptor, _ := strings.Cut(key, "(")
	i := strings.LastIndexByte(name, '.')
	return member{name[:max(i, 0)], name[i+1:], "(" + descriptor}
}

// label is what a framework method is matched by. Overloads do the same task.
func (m member) label() string { return strings.ReplaceAll(m.class, "/", ".") + "." + m.name }

// emptyConstructor does nothing, and all constructors call it.
const emptyConstructor = "java.lang.Object.<init>"

// callee divides what a call can run.
type callee struct {
	internal  []string // methods of the application that take the call: it is a call among its own methods
	framework bool     // code outside of the application takes the call, or may
	callbacks []string // methods of the application that this code calls
	bodies    []string // its methods that the snapshot has
}

func (p *program) callee(m *snapshot.Method, i int) callee {
	p.steps++
	at := site{m.Key(), i}
	out, ok := p.callees[at]
	if !ok {
		out = p.divide(m, i, at)
		p.callees[at] = out
	}
	return out
}

func (p *program) divide(m *snapshot.Method, i int, at site) (out callee) {
	c := &m.Calls[i]
	to := parse(c.Callee)
	for _, key := range c.Targets {
		t, known := p.methods[key]
		switch {
		case !known:
		case !p.isApp(t.Class):
			out.bodies = append(out.bodies, key)
		case t.Name == to.name && t.Descriptor == to.descriptor || p.isApp(to.class):
			out.internal = append(out.internal, key)
		default:
			out.callbacks = append(out.callbacks, key)
		}
	}
	for _, key := range p.hung[at] {
		if !slices.Contains(out.callbacks, key) {
			out.callbacks = append(out.callbacks, key)
		}
	}
	if len(out.bodies)+len(out.callbacks) == 0 && to.label() == emptyConstructor {
		return out
	}
	out.framework = len(out.bodies) > 0 || len(out.callbacks) > 0 || !p.isApp(to.class) && (len(out.internal) == 0 || c.Price != "analysed")
	return out
}

// name is what a callback is called by: the library method that it overrides, without its class.
func (p *program) name(key string) string {
	if m := p.methods[key]; m != nil && len(m.Overrides) > 0 {
		return parse(m.Overrides[0]).name
	}
	return parse(key).name
}

// roots returns the methods that the program starts with: those that match, or main methods and tests, or where there is
// none the methods that no other calls.
func (p *program) roots(match func(class, name, descriptor string) bool) []string {
	var asked, starts, open []string
	hung := map[string]bool{}
	for _, keys := range p.hung {
		for _, key := range keys {
			hung[key] = true
		}
	}
	for i := range p.snapshot.Methods {
		m := &p.snapshot.Methods[i]
		key := m.Key()
		switch {
		case match != nil:
			if match(m.Class, m.Name, m.Descriptor) {
				asked = append(asked, key)
			}
		case !p.isApp(m.Class):
		case m.Name == "main" && (m.Descriptor == "([Ljava/lang/String;)V" || m.Descriptor == "()V"), p.test(m):
			starts = append(starts, key)
		case !p.called[key] && !hung[key] && m.Name != "<clinit>" && m.Enclosing == "":
			open = append(open, key)
		}
	}
	switch {
	case match != nil:
		return asked
	case len(starts) > 0:
		return starts
	}
	return open
}

// test reports whether a method may be a test: by the names of classes that Maven's Surefire runs.
func (p *program) test(m *snapshot.Method) bool {
	class := m.Class[strings.LastIndexAny(m.Class, "/")+1:]
	if m.Descriptor != "()V" || strings.HasPrefix(m.Name, "<") || strings.Contains(m.Name, "$") || p.called[m.Key()] {
		return false
	}
	return strings.HasPrefix(class, "Test") || strings.HasSuffix(class, "Test") || strings.HasSuffix(class, "Tests") || strings.HasSuffix(class, "TestCase")
}

// outgoing are the calls of framework methods with one label that some methods make, for one execution of each of them.
type outgoing struct {
	label             string
	overrides         []string // labels
	sites             []Site
	energy            float64
	known             bool
	times             float64
	callbacks, bodies []string
}

// calls collects outgoing calls by label.
type calls struct {
	byLabel map[string]*outgoing
	all     []*outgoing
}

// add adds a call of a method that is called a number of times, and returns how often that runs it. A call whose loops have no
// bound counts once, and its energy is not known.
func (o *calls) add(p *program, m *snapshot.Method, i int, times float64) float64 {
	c := &m.Calls[i]
	if c.Times != nil && finite(times*float64(*c.Times)) {
		times *= float64(*c.Times)
	}
	to := p.callee(m, i)
	if !to.framework {
		return times
	}
	label := parse(c.Callee).label()
	x := o.byLabel[label]
	if x == nil {
		x = &outgoing{label: label, known: true}
		o.byLabel[label], o.all = x, append(o.all, x)
	}
	for _, key := range p.above[c.Callee] {
		if l := parse(key).label(); l != label && !slices.Contains(x.overrides, l) {
			x.overrides = append(x.overrides, l)
		}
	}
	x.sites = append(x.sites, Site{m.Key(), m.File, c.Line})
	x.times += times
	if c.Times != nil && c.Energy != nil && finite(times*float64(*c.Energy)) {
		x.energy += times * float64(*c.Energy)
	} else {
		x.known = false
	}
	x.callbacks, x.bodies = append(x.callbacks, to.callbacks...), append(x.bodies, to.bodies...)
	return times
}

// sorted returns the calls by label.
func (o *calls) sorted() []*outgoing {
	for _, x := range o.all {
		x.callbacks, x.bodies = sortedUnique(x.callbacks), sortedUnique(x.bodies)
		slices.SortFunc(x.sites, func(a, b Site) int { return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Line, b.Line)) })
		x.sites = slices.Compact(x.sites)
	}
	slices.SortFunc(o.all, func(a, b *outgoing) int { return cmp.Compare(a.label, b.label) })
	return o.all
}

// merge merges the application's methods that run when keys are called, and returns the calls of frameworks that they make.
func (p *program) merge(keys []string) []*outgoing {
	id := strings.Join(keys, " ")
	if known, ok := p.merged[id]; ok {
		return known
	}
	order := p.reached(keys)
	at := make(map[string]int32, len(order))
	for i, key := range order {
		at[key] = int32(i)
	}
	times := make([]float64, len(order))
	for _, key := range keys {
		times[at[key]] = 1
	}
	recursions := callgraph.Components(len(order), func(v int) (callees []int32) {
		for _, key := range p.internal(order[v]) {
			callees = append(callees, at[key])
		}
		return callees
	})
	out := calls{byLabel: map[string]*outgoing{}}
	for _, together := range slices.Backward(recursions) { // callers first
		p.recursion(together, order, at, times, &out)
	}
	p.merged[id] = out.sorted()
	return p.merged[id]
}

// recursion adds the calls of methods that call each other, each as often as any of them is called from outside: the calls
// among them are merged into that.
func (p *program) recursion(together []int32, order []string, at map[string]int32, times []float64, out *calls) {
	inside := map[int32]bool{}
	entered := 0.0
	for _, v := range together {
		inside[v] = true
		entered += times[v]
	}
	for _, v := range together {
		times[v] = entered
		m := p.methods[order[v]]
		for k := range m.Calls {
			n := out.add(p, m, k, entered)
			for _, key := range p.callee(m, k).internal {
				if w := at[key]; !inside[w] && finite(times[w]+n) {
					times[w] += n
				}
			}
		}
	}
}

// internal returns the methods of the application that one calls.
func (p *program) internal(key string) (callees []string) {
	m := p.methods[key]
	for i := range m.Calls {
		callees = append(callees, p.callee(m, i).internal...)
	}
	return callees
}

// bodies returns the calls of frameworks that framework methods make, and the methods of the application that they call.
func (p *program) bodies(keys []string) (out []*outgoing, back []string) {
	found := calls{byLabel: map[string]*outgoing{}}
	for _, key := range keys {
		m := p.methods[key]
		for i := range m.Calls {
			found.add(p, m, i, 1)
			back = append(back, p.callee(m, i).internal...)
		}
	}
	return found.sorted(), back
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// reached returns the methods that keys reach within the application, themselves included.
func (p *program) reached(keys []string) []string {
	seen := map[string]bool{}
	var all []string
	add := func(keys []string) {
		for _, key := range keys {
			if p.methods[key] != nil && !seen[key] {
				seen[key] = true
				all = append(all, key)
			}
		}
	}
	add(keys)
	for i := 0; i < len(all); i++ {
		add(p.internal(all[i]))
	}
	return all
}

// sortedUnique sorts keys and drops those that occur twice.
func sortedUnique[T cmp.Ordered](keys []T) []T {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}
