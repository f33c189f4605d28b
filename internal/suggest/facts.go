package suggest

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/cover"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/spec"
)

// facts returns the assumptions that settle most, at most MaxFacts.
func (p *planner) facts() []Fact {
	var lists [][]string
	for _, c := range p.claims {
		if c.why == "" {
			lists = append(lists, c.keys())
		}
	}
	for _, t := range p.targets {
		if t.needFacts && !t.failed {
			lists = append(lists, t.keys())
		}
	}
	keys, _ := cover.Greedy(cover.Needs(lists), p.MaxFacts)
	if len(keys) == 0 {
		return nil
	}
	return p.named(slices.DeleteFunc(slices.Clone(p.targets), func(t *target) bool { return !t.needFacts || t.failed }), keys)
}

// named returns the facts with the given keys, in their order, or all that targets need where keys is nil.
func (p *planner) named(targets []*target, keys []string) []Fact {
	found := map[string]*Fact{}
	seen := map[string][]string{}
	of := map[string][]*classfile.Method{}
	add := func(m *classfile.Method, n energy.Needs) {
		if !n.Settleable() {
			return
		}
		for _, f := range n.Facts {
			key := cover.Scoped(m.Class.Name, []string{f.Key})[0]
			x := found[key]
			if x == nil {
				x = &Fact{key: key, Call: f.Call}
				found[key] = x
			}
			if all := of[key]; len(all) == 0 || all[len(all)-1] != m {
				x.Methods++
				of[key] = append(all, m)
			}
			name := cmp.Or(f.Any, f.Name)
			if !slices.Contains(seen[key], name) {
				seen[key] = append(seen[key], name)
			}
		}
	}
	for _, t := range targets {
		add(t.method, t.needs)
	}
	for _, c := range p.claims {
		if c.why == "" {
			add(c.Method, c.needs)
		}
	}
	if keys == nil {
		for k := range found {
			keys = append(keys, k)
		}
		slices.Sort(keys)
	}
	var out []Fact
	for _, k := range keys {
		if f := found[k]; f != nil {
			if !f.Call {
				f.Method = p.scope(of[k])
			}
			if f.Symbol = symbol(*f, seen[k]); f.Symbol != "" {
				out = append(out, *f)
			}
		}
	}
	return out
}

// scope returns a pattern of the methods that need a size: the one, or those of their class. It is empty where they are of several
// classes, whose methods share the assumption with all others.
func (p *planner) scope(methods []*classfile.Method) string {
	text := ""
	for i, m := range methods {
		switch {
		case i == 0:
			text = p.pattern(m)
		case m.Class != methods[0].Class:
			return ""
		case m != methods[0]:
			text = ""
		}
	}
	if text == "" {
		text = classfile.External(methods[0].Class.Name) + ".*"
	}
	pattern, err := methodpattern.Compile(text)
	if err != nil || slices.ContainsFunc(methods, func(m *classfile.Method) bool { return !pattern.Match(m.Class.Name, m.Name, m.Desc) }) {
		return ""
	}
	return text
}

// symbol returns the pattern of an assumption of all the names that a fact has; empty where there is none.
func symbol(f Fact, seen []string) string {
	key := cover.Unscoped(f.key)
	candidates := []string{key, "*" + key, "**" + key}
	if len(seen) == 1 {
		candidates = append(slices.Clone(seen), candidates...)
	}
	for _, text := range candidates {
		s, err := methodpattern.CompileSymbol(text)
		if err == nil && (!f.Call || s.MayBeCall()) && !slices.ContainsFunc(seen, func(name string) bool { return !s.Fits(name) }) {
			return text
		}
	}
	return ""
}

// Origin is where proposed assumptions say that they are written.
const Origin = "suggested"

func (o Options) assumptions(facts []Fact) []config.Assume {
	var out []config.Assume
	for _, f := range facts {
		a := config.Assume{Symbol: f.Symbol, Origin: spec.Origin{File: Origin}}
		var err error
		if a.Pattern, err = methodpattern.CompileSymbol(f.Symbol); err != nil {
			continue
		}
		if a.Method = f.Method; f.Method != "" {
			if a.Methods, err = methodpattern.Compile(f.Method); err != nil {
				continue
			}
		}
		if f.Call {
			a.Energy, a.Joules = o.Call, o.Joules
		} else {
			a.Max = o.Size
		}
		out = append(out, a)
	}
	return out
}
