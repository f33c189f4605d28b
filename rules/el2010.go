package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2010", Name: "CollectionWithoutCapacity", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Sampled: finding.InMethod, Spent: []classfile.Member{{Class: "java/util/HashMap", Name: "resize"}, {Class: "java/util/ArrayList", Name: "grow"}},
		Summary: "A collection that a loop fills with a known number of elements grows step by step; with that capacity it is allocated once",
	},
	Needs: Needs{Calls: [][]string{constructorsOf(growing), {"add", "put"}}, Repeats: true},
	Check: collectionWithoutCapacity,
})

// growing are the collections that copy their elements when they grow, with the case of the evidence.
var growing = map[string]string{"java/util/ArrayList": "FilledArrayList", "java/util/HashMap": "FilledHashMap", "java/util/HashSet": "FilledHashSet"}

func constructorsOf(classes map[string]string) (out []string) {
	for c := range classes {
		out = append(out, c+".<init>()V")
	}
	slices.Sort(out)
	return out
}

// collectionWithoutCapacity finds collections that are made again and again and filled by one loop over what has a size.
func collectionWithoutCapacity(m *Method) {
	f := m.Func()
	for call, c := range m.Calls("<init>") {
		pair := growing[c.Class]
		if pair == "" || c.Desc != "()V" {
			continue
		}
		made := f.Args(call)[0]
		if x := &f.Values[made]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || m.fromElsewhere(call) {
			continue
		}
		e := m.filledBy(made)
		if e == nil {
			continue
		}
		r, ok := m.recurs(call)
		if !ok || r.calls() || m.rare(e.element) { // what is called is mostly given few elements
			continue
		}
		size := m.sizeText(e.from)
		capacity := size
		if c.Class != "java/util/ArrayList" {
			capacity = "four thirds of " + size
		}
		// Half of the elements are copied once more on average, and a hash table links each again.
		cost := m.Engine.movedElement().Scale(1.5)
		if energy := m.Energy(Change{At: call, Cost: cost, Per: r.unit() + " and element", Factor: size, Case: pair}); energy != nil {
			related := append([]finding.Location{m.Related(e.test, "filled by this loop")}, r.related()...)
			m.Report(call, simpleName(c.Class), fmt.Sprintf("%s grows while the loop fills it, %s; give it a capacity of %s", m.nameOr(made, "the "+simpleName(c.Class)), r.again(), capacity), energy, related...)
		}
	}
}

// filledBy returns the loop that alone adds to a new collection, one element in every iteration; nil where there is none.
func (m *Method) filledBy(made ssa.ID) *eachLoop {
	f := m.Func()
	var e *eachLoop
	for _, u := range m.uses().of(made) {
		if !f.IsCall(u) || f.Args(u)[0] != made {
			continue
		}
		switch c, _ := f.Member(u); c.Name {
		case "add", "put", "addAll", "putAll", "putIfAbsent", "merge", "computeIfAbsent", "ensureCapacity":
			l := m.LoopOf(u)
			if e != nil || l < 0 || c.Name != "add" && c.Name != "put" || m.InLoop(made, l) || !m.EveryIteration(u, l) || m.Graph().Loops[l].Parent != int32(m.LoopOf(made)) {
				return nil
			}
			if e = m.eachLoop(l); e == nil || !m.complete(e) || !m.sized(e.from) {
				return nil
			}
		}
	}
	return e
}

// sized reports whether the number of elements can be asked for: of an array or a collection of the library. One of the program's own may have to
// count them, or to ask another machine.
func (m *Method) sized(v ssa.ID) bool {
	static := m.Func().Static(v)
	class := className(m.Type(v))
	return static != "" && static[0] == '[' || m.Engine.IsClass(class, "java/util/Collection") && !m.Engine.own(class)
}

// sizeText is how the number of elements of an array or collection is written.
func (m *Method) sizeText(v ssa.ID) string {
	if static := m.Func().Static(v); static != "" && static[0] == '[' {
		return m.nameOr(v, "the array") + ".length"
	}
	return m.nameOr(v, "the collection") + ".size()"
}
