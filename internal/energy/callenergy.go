package energy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// statedSize is the value of sizes that have no largest one, where calls of different programs are compared.
const statedSize = 10

// atStatedSize assumes that sizes are statedSize where nothing else is assumed.
func (v *Evaluation) atStatedSize(m *classfile.Method, name string) (most float64, origin string, ok bool) {
	if v.Assume != nil {
		if most, origin, ok = v.Assume(m, name); ok {
			return most, origin, ok
		}
	}
	return statedSize, "of a comparison", true
}

// callEnergies adds the energy of each call of a method, and how often its loops run it.
func (t *methodTable) callEnergies(x *snapshot.Method, m *classfile.Method, device string) {
	k := objectiveKey{device: device, confidence: t.Confidence, upper: true}
	costs := t.program.SiteCosts(t.program.Index(m), t.objective(k), t.outcomes(k), t.atStatedSize)
	for i, c := range costs {
		times := result.Joules(c.Times)
		x.Calls[i].Times = &times
		if c.Known {
			energy := result.Joules(t.Model.Mean(c.Counts, device))
			x.Calls[i].Energy = &energy
		}
	}
}

// AddOverrides adds to rows what their methods override of methods that have no row, and returns what those override that
// the rows call.
func (e *Engine) AddOverrides(rows []snapshot.Method, ms []*classfile.Method) []snapshot.Overridden {
	h := e.Program.Hierarchy
	at := make(map[string]int, len(rows))
	for i := range rows {
		at[rows[i].Key()] = i
	}
	add := func(key, overridden string) {
		_, own := at[overridden]
		if i, ok := at[key]; ok && !own && !slices.Contains(rows[i].Overrides, overridden) {
			rows[i].Overrides = append(rows[i].Overrides, overridden)
		}
	}
	seen := map[*classfile.Class]bool{}
	for _, m := range ms {
		for _, o := range overridden(h, m.Member(), m.Access&(classfile.AccPublic|classfile.AccStatic) == classfile.AccPublic) {
			add(m.Member().String(), o)
		}
		if seen[m.Class] {
			continue
		}
		seen[m.Class] = true
		for _, l := range callgraph.Lambdas(m.Class) {
			add(l.Body.Member.String(), l.Interfaces[0]+"."+l.Name+l.Descs[0])
		}
	}
	var out []snapshot.Overridden
	called := map[string]bool{}
	for i := range rows {
		for _, c := range rows[i].Calls {
			if _, own := at[c.Callee]; own || called[c.Callee] {
				continue
			}
			called[c.Callee] = true
			if above := overridden(h, member(c.Callee), false); len(above) > 0 {
				out = append(out, snapshot.Overridden{Method: c.Callee, Overrides: above})
			}
		}
	}
	slices.SortFunc(out, func(a, b snapshot.Overridden) int { return cmp.Compare(a.Method, b.Method) })
	return out
}

// member reads what Member.String writes.
func member(key string) classfile.Member {
	name, _, _ := strings.Cut(key, "(")
	dot := max(strings.LastIndexByte(name, '.'), 0)
	return classfile.Member{Class: name[:dot], Name: strings.TrimPrefix(name[dot:], "."), Desc: key[len(name):]}
}

// overridden returns the methods that one overrides: those of one name and descriptor above its class, but for Object's. A
// public method overrides one of each class of which only the name is known: it may.
func overridden(h *callgraph.Hierarchy, m classfile.Member, public bool) (keys []string) {
	if strings.HasPrefix(m.Name, "<") {
		return nil
	}
	for _, super := range h.Supers(m.Class) {
		c := h.Lookup(super)
		switch {
		case super == "java/lang/Object":
		case c == nil && public:
			keys = append(keys, classfile.Member{Class: super, Name: m.Name, Desc: m.Desc}.String())
		case c != nil:
			for i := range c.Methods {
				if o := &c.Methods[i]; o.Name == m.Name && o.Desc == m.Desc && o.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 {
					keys = append(keys, o.Member().String())
				}
			}
		}
	}
	return keys
}
