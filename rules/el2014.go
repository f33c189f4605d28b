package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2014", Name: "SortForExtreme", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections", "streams"},
		Sampled: finding.AtCall,
		Summary: "All elements are sorted only to take the first or last; min and max look at each once",
	},
	Needs: Needs{Calls: [][]string{{"sorted", kotlinCollections + ".sortedWith", kotlinCollections + ".sortedDescending"}, {"findFirst", "findAny", "limit", "first", "firstOrNull", "get", "getFirst", "next"}}},
	OrNeeds: &Needs{
		Calls: [][]string{{"java/util/Collections.sort", "sort"}, {"get", "getFirst", "getLast"}},
		Or:    &Needs{Calls: [][]string{{"java/util/Arrays.sort"}}, Ops: []classfile.Op{classfile.OpAaload}},
	},
	Check: sortForExtreme,
})

// sortForExtreme finds sorts of which only the first or last element is used.
func sortForExtreme(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("findFirst", "findAny", "limit", "sort", "sorted", "sortedWith", "sortedDescending") {
		switch {
		case c.Class == streamClass && c.Name == "sorted":
			m.sortedThenTaken(v)
			continue
		case c.Class == arraysClass:
			m.sortForElement(v, c)
			continue
		case c.Class == kotlinCollections:
			m.sortedForFirst(v)
			continue
		case c.Name == "sort":
			m.sortForGet(v, c)
			continue
		case !slices.Contains(streams, c.Class):
			continue
		case c.Name == "limit" && !isOne(f, f.Args(v)[1]):
			continue
		}
		sorted := f.Args(v)[0]
		if s, _ := f.Member(sorted); !f.IsCall(sorted) || s.Name != "sorted" || !slices.Contains(streams, s.Class) {
			continue
		}
		m.reportExtreme(sorted, "SortedFindFirst", fmt.Sprintf("sorted puts all elements in order for %s, which takes the first", c.Name), "use min")
	}
}

// kotlinCollections has Kotlin's functions for collections.
const kotlinCollections = "kotlin/collections/CollectionsKt"

// sortedForFirst reports a call of one of Kotlin's functions that returns a sorted list, of which only the first element is used. Functions
// that return the least or the greatest element return the first of equal ones, as that is.
func (m *Method) sortedForFirst(sorted ssa.ID) {
	f := m.Func()
	user, arg, ok := m.onlyUser(m.uses(), sorted)
	if !ok || arg != 0 || !f.IsCall(user) {
		return
	}
	c, _ := f.Member(user)
	takesFirst := c.Class == kotlinCollections && (c.Name == "first" || c.Name == "firstOrNull") && len(f.Args(user)) == 1
	if i, known := m.elementTaken(user); !takesFirst && (!known || i != 0) {
		return
	}
	m.reportExtreme(sorted, "SortedGetFirst", m.Call(sorted)+" puts all elements in order, of which only the first is used", "use minBy, maxBy or minWith")
}

func isOne(f *ssa.Func, v ssa.ID) bool { return f.Values[v].Kind == ssa.Int && f.Values[v].Aux == 1 }

// sortForGet reports a sort of a list of this method of which then only the first or last element is used.
func (m *Method) sortForGet(sort ssa.ID, c classfile.Member) {
	f := m.Func()
	list := m.Strip(f.Args(sort)[0])
	if x := &f.Values[list]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || !m.Engine.IsClass(className(f.Static(list)), "java/util/List") {
		return
	}
	sorts := func(u ssa.ID, c classfile.Member) bool {
		return c.Class == collectionsClass && (c.Name == "sort" || c.Name == "addAll")
	}
	if !m.onlyReceives(list, sorts) {
		return
	}
	taken := ""
	for _, u := range m.uses().of(list) {
		k, _ := f.Member(u)
		switch {
		case u == sort || k.Name == "<init>" || k.Name == "size" || k.Name == "isEmpty":
		case k.Name == "get" && isZero(f, f.Args(u)[1]) || k.Name == "getFirst":
			taken = "first"
		case k.Name == "getLast" || k.Name == "get" && m.lastIndex(f.Args(u)[1], list):
			taken = "last"
		case m.after(u, sort, list):
			return
		}
	}
	if taken == "" {
		return
	}
	m.reportExtreme(sort, "SortedGetFirst", fmt.Sprintf("%s is sorted, and only its %s element is used", m.nameOr(list, "the list"), taken), "use Collections.min or max")
}

// lastIndex reports whether an index is the size of a list less 1.
func (m *Method) lastIndex(v, list ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIsub || !isOne(f, f.Args(v)[1]) {
		return false
	}
	return m.lengthOf(f.Args(v)[0], list)
}

// after reports whether what is done with an object may be done after something else: it is not certainly before it.
func (m *Method) after(v, other, object ssa.ID) bool {
	f := m.Func()
	b, o := int(f.Values[v].Block), int(f.Values[other].Block)
	if b == o && m.LoopOf(v) == m.LoopOf(object) {
		return f.Values[v].PC > f.Values[other].PC
	}
	return b == o || m.reaches(o, b, f.Values[object].Block)
}

// reaches reports whether control can get from one block to another without block made, from where on there is another object.
func (m *Method) reaches(from, to int, made int32) bool {
	for b := range m.blocksFrom(int32(from), func(e *cfg.Edge) bool { return e.To != made }) {
		if int(b) == to {
			return true
		}
	}
	return false
}

// reportExtreme reports a sort. Comparing each element once is what remains of it.
func (m *Method) reportExtreme(sort ssa.ID, pair, what, advice string) {
	r, ok := m.recurs(sort)
	if !ok {
		return
	}
	per := r.unit() + " and element"
	cost := m.Engine.perUnit("java/util/Collections", "sort", "(Ljava/util/List;)V")
	if energy := m.Energy(Change{At: sort, Cost: cost, Per: per, Factor: "the number of elements", Case: pair}); energy != nil {
		m.Report(sort, "sort", fmt.Sprintf("%s, %s; %s", what, r.again(), advice), energy, r.related()...)
	}
}
