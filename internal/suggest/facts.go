package suggest

import (
	"cmp"
	"slices"

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
			lists = append(lists, c.needs.Keys())
		}
	}
	for _, t := range p.targets {
		if t.needFacts && !t.failed {
			lists = append(lists, t.needs.Keys())
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
	add := func(n energy.Needs) {
		if !n.Settleable() {
			return
		}
		counted := map[string]bool{}
		for _, f := range n.Facts {
			x := found[f.Key]
			if x == nil {
				x = &Fact{key: f.Key, Call: f.Call}
				found[f.Key] = x
			}
			if !counted[f.Key] {
				x.Methods++
			}
			counted[f.Key] = true
			name := cmp.Or(f.Any, f.Name)
			if !slices.Contains(seen[f.Key], name) {
				seen[f.Key] = append(seen[f.Key], name)
			}
		}
	}
	for _, t := range targets {
		add(t.needs)
	}
	for _, c := range p.claims {
		if c.why == "" {
			add(c.needs)
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
			if f.Symbol = symbol(*f, seen[k]); f.Symbol != "" {
				out = append(out, *f)
			}
		}
	}
	return out
}

// symbol returns the pattern of an assumption of all the names that a fact has; empty where there is none.
func symbol(f Fact, seen []string) string {
	candidates := []string{f.key, "*" + f.key, "**" + f.key}
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
		if f.Call {
			a.Energy, a.Joules = o.Call, o.Joules
		} else {
			a.Max = o.Size
		}
		out = append(out, a)
	}
	return out
}
