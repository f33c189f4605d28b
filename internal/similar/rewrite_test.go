package similar

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// drawn is a program made at random. Each call of a library has a line of its own, which rewriting keeps.
type drawn struct {
	*rand.Rand
	methods map[string]*snapshot.Method
	order   []string
	lines   int
}

const (
	drawnLibraries = 120
	drawnListeners = 12
)

func (d *drawn) method(class, name, descriptor string) *snapshot.Method {
	m := &snapshot.Method{}
	m.Class, m.Name, m.Descriptor = class, name, descriptor
	d.methods[m.Key()] = m
	d.order = append(d.order, m.Key())
	return m
}

func (d *drawn) call(callee string, targets ...string) snapshot.Call {
	d.lines++
	energy, times := result.Joules(1+d.IntN(1000)), result.Joules(1)
	if d.IntN(4) == 0 {
		times = 10
	}
	return snapshot.Call{Line: d.lines, Callee: callee, Targets: targets, Price: "modelled", Energy: &energy, Times: &times}
}

// drawProgram draws a program of n methods: main, methods that it reaches, and listeners that are registered.
func drawProgram(n int, seed uint64) *drawn {
	d := &drawn{Rand: rand.New(rand.NewPCG(seed, 7)), methods: map[string]*snapshot.Method{}}
	open := []*snapshot.Method{d.method("app/Main", "main", "([Ljava/lang/String;)V")}
	for made := 1; made < n; {
		m := open[d.IntN(len(open))]
		switch made++; d.IntN(3) {
		case 0:
			kind := d.IntN(drawnListeners)
			l := d.method(fmt.Sprintf("app/Listener%d", made), fmt.Sprintf("on%d", kind), fmt.Sprintf("(Llib/Event%d;)V", kind))
			l.Overrides = []string{fmt.Sprintf("lib/Listener%d.on%d(Llib/Event%d;)V", kind, kind, kind)}
			m.Calls = append(m.Calls, d.call(fmt.Sprintf("lib/View.listen%d(Llib/Listener%d;)V", kind, kind), l.Key()))
			open = append(open, l)
		default:
			to := d.method(fmt.Sprintf("app/C%d", made/8), fmt.Sprintf("m%d", made), "()V")
			m.Calls = append(m.Calls, d.call(to.Key(), to.Key()))
			open = append(open, to)
		}
	}
	for _, key := range d.order {
		m := d.methods[key]
		for range 1 + d.IntN(5) {
			lib := d.IntN(drawnLibraries)
			m.Calls = append(m.Calls, d.call(fmt.Sprintf("lib/Service%d.do%d()V", lib/5, lib)))
		}
		d.Shuffle(len(m.Calls), func(i, j int) { m.Calls[i], m.Calls[j] = m.Calls[j], m.Calls[i] })
		if d.IntN(10) == 0 { // a recursion
			m.Calls = append(m.Calls, d.call(key, key))
		}
	}
	return d
}

func (d *drawn) snapshot() *snapshot.Snapshot {
	s := &snapshot.Snapshot{Settings: snapshot.Settings{CallEnergy: true}}
	for _, key := range slices.Sorted(maps.Keys(d.methods)) {
		s.Methods = append(s.Methods, *d.methods[key])
	}
	return s
}

// internal are the keys of methods that only the program calls.
func (d *drawn) internal() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(d.methods)), func(key string) bool {
		return key == "app/Main.main([Ljava/lang/String;)V" || len(d.methods[key].Overrides) > 0
	})
}

// rename gives a class's methods another class, and those that only the program calls another name.
func (d *drawn) rename() {
	keys := d.internal()
	for key, m := range d.methods {
		if len(m.Overrides) > 0 {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	key := keys[d.IntN(len(keys))]
	m := d.methods[key]
	delete(d.methods, key)
	d.lines++
	m.Class = fmt.Sprintf("app/Renamed%d", d.lines)
	if len(m.Overrides) == 0 {
		m.Name = fmt.Sprintf("renamed%d", d.lines)
	}
	d.methods[m.Key()] = m
	d.retarget(key, m.Key())
}

func (d *drawn) retarget(from, to string) {
	for _, m := range d.methods {
		for i := range m.Calls {
			c := &m.Calls[i]
			if c.Callee == from {
				c.Callee = to
			}
			for k := range c.Targets {
				if c.Targets[k] == from {
					c.Targets[k] = to
				}
			}
		}
	}
}

// inline replaces the calls of a method that is not recursive by its code.
func (d *drawn) inline() {
	keys := d.internal()
	key := keys[d.IntN(len(keys))]
	callee := d.methods[key]
	if slices.ContainsFunc(callee.Calls, func(c snapshot.Call) bool { return c.Callee == key }) {
		return
	}
	for _, m := range d.methods {
		for i := 0; i < len(m.Calls); i++ {
			if m.Calls[i].Callee != key {
				continue
			}
			body := slices.Clone(callee.Calls)
			for k := range body {
				times := *body[k].Times * *m.Calls[i].Times
				body[k].Times = &times
			}
			m.Calls = slices.Replace(m.Calls, i, i+1, body...)
			i += len(body) - 1
		}
	}
	delete(d.methods, key)
}

// extract makes some of a method's calls a method of their own.
func (d *drawn) extract() {
	keys := slices.Sorted(maps.Keys(d.methods))
	m := d.methods[keys[d.IntN(len(keys))]]
	if len(m.Calls) < 2 {
		return
	}
	from := d.IntN(len(m.Calls) - 1)
	to := from + 1 + d.IntN(len(m.Calls)-from-1)
	d.lines++
	part := d.method("app/Main", fmt.Sprintf("part%d", d.lines), "()V")
	part.Calls = slices.Clone(m.Calls[from:to])
	call := d.call(part.Key(), part.Key())
	once := result.Joules(1)
	call.Times = &once
	m.Calls = slices.Replace(m.Calls, from, to, call)
}

// otherListener registers a listener in another way, which calls it by another method.
func (d *drawn) otherListener(key string) {
	l := d.methods[key]
	if strings.HasPrefix(l.Name, "other") {
		return
	}
	delete(d.methods, key)
	l.Name = "other" + l.Name
	l.Overrides = []string{"lib/Other" + strings.TrimPrefix(l.Overrides[0], "lib/")}
	l.Overrides[0] = strings.Replace(l.Overrides[0], ".on", ".otheron", 1)
	d.methods[l.Key()] = l
	for _, m := range d.methods {
		for i := range m.Calls {
			if slices.Contains(m.Calls[i].Targets, key) {
				m.Calls[i].Callee = strings.Replace(m.Calls[i].Callee, ".listen", ".otherListen", 1)
			}
		}
	}
	d.retarget(key, l.Key())
}

// otherListeners registers all listeners of a kind in another way.
func (d *drawn) otherListeners() {
	kind := fmt.Sprintf("on%d", d.IntN(drawnListeners))
	for _, key := range slices.Sorted(maps.Keys(d.methods)) {
		if d.methods[key].Name == kind {
			d.otherListener(key)
		}
	}
}

func (d *drawn) listener() {
	keys := slices.DeleteFunc(slices.Sorted(maps.Keys(d.methods)), func(key string) bool { return len(d.methods[key].Overrides) == 0 })
	d.otherListener(keys[d.IntN(len(keys))])
}

func (d *drawn) rewrite(n int, by ...func()) {
	for range n {
		by[d.IntN(len(by))]()
	}
}

func (d *drawn) clone() *drawn {
	c := *d
	c.methods = map[string]*snapshot.Method{}
	for key, m := range d.methods {
		copied := *m
		copied.Calls = slices.Clone(m.Calls)
		for i := range copied.Calls {
			copied.Calls[i].Targets = slices.Clone(copied.Calls[i].Targets)
		}
		c.methods[key] = &copied
	}
	return &c
}

// judge counts the tasks of a that are matched, and the pairs that share no call: these are false.
func judge(c *Comparison) (matched, missed, wrong int) {
	for _, t := range c.Tasks {
		switch {
		case t.B == nil:
			missed++
		case !slices.ContainsFunc(t.A.node.Sites, func(x Site) bool {
			return slices.ContainsFunc(t.B.node.Sites, func(y Site) bool { return x.Line == y.Line })
		}):
			wrong++
		default:
			matched++
		}
	}
	return matched, missed, wrong
}

// TestRewrittenPrograms matches programs with what mechanical rewriting made of them.
func TestRewrittenPrograms(t *testing.T) {
	tests := []struct {
		name  string
		alpha int // at least the edits that the rewriting makes to most paths: two for each listener on it
		times int
		by    func(d *drawn) []func()
	}{
		{"rename", 0, 40, func(d *drawn) []func() { return []func(){d.rename} }},
		{"inline", 0, 40, func(d *drawn) []func() { return []func(){d.inline} }},
		{"extract", 0, 40, func(d *drawn) []func() { return []func(){d.extract} }},
		{"structure", 0, 120, func(d *drawn) []func() { return []func(){d.rename, d.inline, d.extract} }},
		{"structure with edits allowed", MaxAlpha, 120, func(d *drawn) []func() { return []func(){d.rename, d.inline, d.extract} }},
		{"a listener", 2, 1, func(d *drawn) []func() { return []func(){d.listener} }},
		{"some listeners", 4, 10, func(d *drawn) []func() { return []func(){d.listener} }},
		{"listeners of three kinds", MaxAlpha, 3, func(d *drawn) []func() { return []func(){d.otherListeners} }},
		{"all", MaxAlpha, 40, func(d *drawn) []func() { return []func(){d.rename, d.inline, d.extract, d.listener} }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var matched, missed, wrong, exact int
			for seed := range uint64(20) {
				one := drawProgram(200, seed)
				other := one.clone()
				other.rewrite(test.times, test.by(other)...)
				a, err := Build(one.snapshot(), Options{})
				if err != nil {
					t.Fatal(err)
				}
				b, err := Build(other.snapshot(), Options{})
				if err != nil {
					t.Fatal(err)
				}
				c := Compare(a, b, test.alpha)
				m, n, w := judge(c)
				matched, missed, wrong, exact = matched+m, missed+n, wrong+w, exact+c.Exact
			}
			t.Logf("%d matched, %d not, %d wrong; exact paths: %d", matched, missed, wrong, exact)
			if wrong > 0 || matched < 19*missed {
				t.Errorf("%d tasks matched, %d not, %d with the wrong one", matched, missed, wrong)
			}
		})
	}
}
