package similar

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/snapshot"
)

//go:embed asynchronous.tsv
var asynchronousTable string

// asynchronous are the callbacks of library methods that run them later, by label.
var asynchronous = readAsynchronous(asynchronousTable)

func readAsynchronous(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		if method, callback, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			out[method] = append(out[method], callback)
		}
	}
	return out
}

// hang finds for each callback that no call of the snapshot runs the call that it is handed to: where a lambda stands or
// an object of its class is made, a call that runs such a callback later, else the next call of a library that takes
// an object, else the last one.
func (p *program) hang() {
	p.hung = map[site][]string{}
	made, callers := p.made()
	for i := range p.snapshot.Methods {
		m := &p.snapshot.Methods[i]
		key := m.Key()
		if p.called[key] || len(m.Overrides) == 0 || !p.isApp(m.Class) {
			continue
		}
		places := made[m.Class]
		if maker := p.methods[m.Enclosing]; maker != nil && maker.Class == m.Class { // of a lambda
			places = []place{{maker, m.Line}}
		}
		for _, s := range p.takers(places, p.name(key), callers) {
			p.hung[s] = append(p.hung[s], key)
		}
	}
}

// maxMakers bounds the methods in which a call is looked for that takes a callback.
const maxMakers = 64

// takers returns the calls that take an object made in the places: in the same method, else in those that call it, which it may
// be returned to.
func (p *program) takers(places []place, callback string, callers map[string][]place) (sites []site) {
	seen := map[*snapshot.Method]bool{}
	for n := 0; n < len(places) && n < maxMakers; n++ {
		at := places[n]
		if i := p.takes(at, callback); i >= 0 {
			sites = append(sites, site{at.in.Key(), i})
		} else if !seen[at.in] {
			seen[at.in] = true
			places = append(slices.Clip(places), callers[at.in.Key()]...)
		}
	}
	return sites
}

// place is a line of a method.
type place struct {
	in   *snapshot.Method
	line int
}

// made returns where objects are made, by class, and where methods are called, by key.
func (p *program) made() (made, callers map[string][]place) {
	made, callers = map[string][]place{}, map[string][]place{}
	for i := range p.snapshot.Methods {
		m := &p.snapshot.Methods[i]
		for _, c := range m.Calls {
			at := place{m, c.Line}
			for _, key := range c.Targets {
				callers[key] = append(callers[key], at)
			}
			if to := parse(c.Callee); to.name == "<init>" && m.Name != "<init>" && p.isApp(to.class) {
				made[to.class] = append(made[to.class], at)
			}
		}
	}
	return made, callers
}

// takes returns the call in a method that an object made at the place is handed to, -1 for none.
func (p *program) takes(at place, callback string) int {
	next, last := -1, -1
	for i, c := range at.in.Calls {
		to := parse(c.Callee)
		if p.isApp(to.class) {
			continue
		}
		if slices.Contains(asynchronous[to.label()], callback) && c.Line >= at.line {
			return i
		}
		if !takesObject(to.descriptor) {
			continue
		}
		if next < 0 && c.Line >= at.line {
			next = i
		}
		last = i
	}
	if next >= 0 {
		return next
	}
	return last
}

// takesObject reports whether a parameter is an object other than a string or an array.
func takesObject(descriptor string) bool {
	parameters, _, _ := strings.Cut(descriptor, ")")
	for _, part := range strings.SplitAfter(parameters, ";") {
		i := strings.IndexByte(part, 'L')
		if i >= 0 && part[i:] != "Ljava/lang/String;" && (i == 0 || part[i-1] != '[') {
			return true
		}
	}
	return false
}
