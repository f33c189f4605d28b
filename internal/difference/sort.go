package difference

import (
	"cmp"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/snapshot"
)

// result collects the changes: causes before what depends on them, the worst classes and the largest changes first.
func (c *comparison) result() *Result {
	r := &Result{
		Schema: Schema, Warnings: []string{}, Roots: map[Class]int{}, Methods: map[Class]int{}, Changes: []Change{},
		Base: State{Methods: len(c.base.methods)}, Head: State{Methods: len(c.head.methods)},
	}
	for _, p := range c.pairs {
		if p.base != nil && p.head != nil {
			r.Matched++
		}
		if p.change == nil || p.hidden() {
			r.Methods[Unchanged]++
			continue
		}
		ch := p.change
		ch.Class = ch.Classes[0]
		r.Methods[ch.Class]++
		for _, class := range ch.Classes {
			if class.counted(ch.Root()) {
				r.Roots[class]++
			}
		}
		m := p.head
		if m == nil {
			m = p.base
		}
		ch.Method = methodOf(m)
		if p.base != nil && p.head != nil {
			ch.Was = was(p.base, p.head)
		}
		ch.Dependants = slices.DeleteFunc(ch.Dependants, func(key string) bool {
			d := c.head.of(key)
			return d != nil && d.change != nil && d.hidden()
		})
		slices.Sort(ch.Dependants)
		fillLists(ch)
		r.Changes = append(r.Changes, *ch)
	}
	slices.SortFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(
			cmp.Compare(a.Class.rank(), b.Class.rank()), compareBool(b.Root(), a.Root()),
			cmp.Compare(len(b.Dependants), len(a.Dependants)), cmp.Compare(weight(&b), weight(&a)),
			cmp.Compare(a.Method.Key(), b.Method.Key()),
		)
	})
	return r
}

// hidden reports whether a change is that of a method that a compiler made to call one that people declare, and says nothing that
// the change of that one does not: it depends on it, or became neither better nor worse.
func (p *pair) hidden() bool {
	m := p.head
	if m == nil {
		m = p.base
	}
	ch := p.change
	neither := ch.Is(Incomparable) || ch.Is(Added) || ch.Is(Removed)
	return m.Bridge && len(ch.Budgets) == 0 && (ch.Because != "" || neither && len(ch.Dependants) == 0)
}

// counted reports whether a change is one of the class that the report counts: what was lost or gained is, wherever the
// cause is, and causes are.
func (c Class) counted(root bool) bool {
	return c == Lost || c == Gained || root && c != Added && c != Removed
}

func methodOf(m *snapshot.Method) Method {
	return Method{Class: m.Class, Name: m.Name, Descriptor: m.Descriptor, File: m.File, Line: m.Line, Last: m.Last}
}

// was returns the name in base where head has another one.
func was(base, head *snapshot.Method) string {
	b, h := methodOf(base), methodOf(head)
	switch {
	case base.Key() == head.Key() || base.Enclosing != "" && head.Enclosing != "" && base.Enclosing == head.Enclosing:
		return ""
	case base.Class == head.Class:
		return b.Location().Signature()
	case h.Location().QualifiedSignature() == b.Location().QualifiedSignature():
		return base.Key()
	}
	return b.Signature()
}

// fillLists makes lists of nothing: JSON has [] for them.
func fillLists(ch *Change) {
	if ch.Growth == nil {
		ch.Growth = []Growth{}
	}
	if ch.Sizes == nil {
		ch.Sizes = []AtSize{}
	}
	if ch.Budgets == nil {
		ch.Budgets = []BudgetChange{}
	}
	if ch.Causes == nil {
		ch.Causes = []Cause{}
	}
	if ch.Dependants == nil {
		ch.Dependants = []string{}
	}
}

// weight orders changes of one class by their size.
func weight(c *Change) float64 {
	if len(c.Sizes) > 0 {
		return math.Abs(float64(c.Sizes[len(c.Sizes)-1].Mean))
	}
	return 0
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
