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
	Needs:   Needs{Calls: [][]string{constructorsOf(growing), {"add", "put"}}, Repeats: true},
	OrNeeds: &Needs{Calls: [][]string{constructorsOf(growing), {"forEach" + consumerCall}}},
	Check:   collectionWithoutCapacity,
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
		by := m.filledBy(made)
		if by == nil {
			continue
		}
		r, ok := m.recurs(call)
		if !ok || r.calls() || by.loops && m.rare(by.each) { // what is called is mostly given few elements
			continue
		}
		size := m.sizeText(by.from)
		capacity := size
		if c.Class != "java/util/ArrayList" {
			capacity = "four thirds of " + size
		}
		// Half of the elements are copied once more on average, and a hash table links each again.
		cost := m.Engine.movedElement().Scale(1.5)
		if energy := m.Energy(Change{At: call, Cost: cost, Per: r.unit() + " and element", Factor: size, Case: pair}); energy != nil {
			related := append([]finding.Location{m.Related(by.test, "filled by this "+by.what())}, r.related()...)
			m.Report(call, simpleName(c.Class), fmt.Sprintf("%s grows while the %s fills it, %s; give it a capacity of %s", m.nameOr(made, "the "+simpleName(c.Class)), by.what(), r.again(), capacity), energy, related...)
		}
	}
}

// filler is what alone adds to a new collection, one element for each of another collection or of an array.
type filler struct {
	loops bool   // it is a loop, not a call of forEach
	from  ssa.ID // the array or the other collection
	each  ssa.ID // what takes its elements
	test  ssa.ID // where it is to be seen
}

// what names it in messages.
func (by *filler) what() string {
	if by.loops {
		return "loop"
	}
	return "forEach"
}

// filledBy returns what alone adds to a new collection, for each element of another one; nil where nothing does, or more than that.
func (m *Method) filledBy(made ssa.ID) (by *filler) {
	f := m.Func()
	captured := false
	for _, u := range m.uses().of(made) {
		one := (*filler)(nil)
		switch c, _ := f.Member(u); {
		case f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpInvokedynamic:
			if one = m.filledByForEach(u, made); one == nil {
				captured = true
				continue
			}
		case !f.IsCall(u) || f.Args(u)[0] != made || !fills[c.Name]:
			continue
		case c.Name == "add" || c.Name == "put":
			one = m.filledByLoop(u, made)
		}
		if one == nil || by != nil {
			return nil
		}
		by = one
	}
	if captured && by != nil && !by.loops {
		return nil // another lambda may add elements
	}
	return by
}

// fills are the methods that add elements to a collection, or room for them.
var fills = map[string]bool{
	"add": true, "put": true, "addAll": true, "putAll": true, "putIfAbsent": true, "merge": true, "computeIfAbsent": true, "ensureCapacity": true,
}

// filledByLoop returns the loop that makes call add in each iteration, one for each element; nil where there is none.
func (m *Method) filledByLoop(add, made ssa.ID) *filler {
	l := m.LoopOf(add)
	if l < 0 || m.InLoop(made, l) || !m.EveryIteration(add, l) || m.Graph().Loops[l].Parent != int32(m.LoopOf(made)) {
		return nil
	}
	e := m.eachLoop(l)
	if e == nil || !m.complete(e) || !m.sized(e.from) {
		return nil
	}
	return &filler{true, e.from, e.element, e.test}
}

// filledByForEach returns the call of forEach of a collection that takes a lambda which adds an element each time; nil where there is none.
func (m *Method) filledByForEach(lambda, made ssa.ID) *filler {
	f := m.Func()
	call, arg, ok := m.onlyUser(m.uses(), lambda)
	if !ok || arg != 1 || !m.IsCall(call, "forEach", consumerCall) || m.LoopOf(call) != m.LoopOf(made) {
		return nil
	}
	from := f.Args(call)[0]
	member, _ := m.function(lambda)
	if body := m.lambdaBody(member); !m.sized(from) || m.short(m.Strip(from)) || body == nil || !body.addsOnce(slices.Index(f.Args(lambda), made)) {
		return nil
	}
	return &filler{false, from, call, call}
}

// addsOnce reports whether each call of the method adds one element to the collection that is its parameter, and no other instruction adds to it.
func (m *Method) addsOnce(parameter int) bool {
	f := m.Func()
	if parameter < 0 || parameter >= len(f.Params) {
		return false
	}
	added := false
	for _, u := range m.uses().of(f.Params[parameter]) {
		c, _ := f.Member(u)
		adds := f.IsCall(u) && f.Args(u)[0] == f.Params[parameter] && (c.Name == "add" || c.Name == "put")
		if added || !adds || m.LoopOf(u) >= 0 || !m.beforeEveryReturn(int(f.Values[u].Block)) {
			return false
		}
		added = true
	}
	return added
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
