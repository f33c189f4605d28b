package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2007", Name: "StreamCountForExistence", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "streams"},
		Summary: "A stream is counted to the end, collected or its first element wrapped, only to learn whether there is one or how many; anyMatch and count tell",
	},
	Needs: Needs{Calls: [][]string{{"filter"}, {"count"}}},
	OrNeeds: &Needs{
		Calls: [][]string{{"filter"}, {"findFirst", "findAny"}, {"isPresent", "isEmpty"}},
		Or: &Needs{Recurs: true, InOrder: true, Calls: [][]string{methodsOf(streamClass, "collect", "toList"), {"java/util/List.size", "java/util/List.isEmpty"}},
			Or: &Needs{Recurs: true, Calls: [][]string{{"java/util/Collection.add"}, listQuestions()}, Ops: []classfile.Op{classfile.OpNew}},
		},
	},
	Check: func(m *Method) {
		countForExistence(m)
		collectedForSize(m)
		inlinedForAnswer(m)
	},
	Repair: repair.AnyMatch,
})

var (
	streams = []string{"java/util/stream/Stream", "java/util/stream/IntStream", "java/util/stream/LongStream", "java/util/stream/DoubleStream"}
	// keepsExistence are steps after a filter that leave as many elements as there were.
	keepsExistence = []string{"map", "mapToInt", "mapToLong", "mapToDouble", "mapToObj", "boxed", "asLongStream", "asDoubleStream", "sorted", "parallel", "sequential", "unordered", "distinct"}
)

// countForExistence finds terminal operations of filtered streams that only tell whether an element was left.
func countForExistence(m *Method) {
	f := m.Func()
	t := m.uses()
	for v, c := range m.Calls("count", "findFirst", "findAny") {
		if !slices.Contains(streams, c.Class) || !m.filtered(f.Args(v)[0]) {
			continue
		}
		users := t.of(v)
		if len(users) == 0 {
			continue
		}
		if c.Name == "count" && slices.ContainsFunc(users, func(u ssa.ID) bool { return !m.comparesWithNothing(t, u, v) }) ||
			c.Name == "count" && (m.streamChanges(v) || m.streamRefuses(v)) || // anyMatch calls the filter less often
			c.Name != "count" && slices.ContainsFunc(users, func(u ssa.ID) bool { return !m.IsCall(u, "isPresent", "()Z") && !m.IsCall(u, "isEmpty", "()Z") }) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		m.reportExistence(v, c, r)
	}
}

func (m *Method) reportExistence(v ssa.ID, c classfile.Member, r repetition) {
	if c.Name == "count" {
		// The filter is called for every element that follows.
		step := callTiles()
		change := Change{At: v, Cost: step, Per: r.unit() + " and element after the first match", Factor: "the number of elements after the first match", Case: "CountAboveZero"}
		if energy := m.Energy(change); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("count goes through all elements of the stream %s, and only whether one is left matters; use anyMatch or noneMatch", r.again()), energy, r.related()...)
		}
		return
	}
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost("java/util/Optional", "of", "(Ljava/lang/Object;)Ljava/util/Optional;", 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: r.unit()}); energy != nil {
		m.Report(v, c.Name, fmt.Sprintf("%s makes an Optional %s, and only whether it has an element matters; use anyMatch or noneMatch", c.Name, r.again()), energy, r.related()...)
	}
}

// collectors are the methods of Collectors whose list has as many elements as the stream.
var collectors = []string{"toList", "toUnmodifiableList"}

// collectedForSize finds lists that streams are collected in, of which only the size or whether there is an element is asked.
func collectedForSize(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("collect", "toList") {
		if c.Class != streamClass || c.Name == "collect" && !m.makesList(f.Args(v)) {
			continue
		}
		user, arg, ok := m.onlyUser(m.uses(), v)
		if ok && f.Values[user].Op == classfile.OpCheckcast { // collect returns any object
			user, arg, ok = m.onlyUser(m.uses(), user)
		}
		if !ok || arg != 0 || m.LoopOf(user) != m.LoopOf(v) {
			continue
		}
		size := m.IsCall(user, "size", "()I")
		if !size && !m.IsCall(user, "isEmpty", "()Z") {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || m.streamChanges(v) || m.streamRefuses(v) {
			continue
		}
		pair, instead := "CollectForSize", "only their number matters; use count"
		if !size {
			pair, instead = "CollectForEmpty", "only whether there is one matters; use anyMatch or noneMatch, or findAny"
		}
		cost := callTiles().Add(m.Engine.LibraryCost("java/util/ArrayList", "add", collectionAdd, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.unit() + " and element of the stream", Factor: "the number of elements of the stream", Case: pair}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s puts the elements of a stream into a list %s, and %s", c.Name, r.again(), instead), energy, r.related()...)
		}
	}
}

// makesList reports whether collect is given a collector that makes a list of all elements.
func (m *Method) makesList(args []ssa.ID) bool {
	f := m.Func()
	if len(args) != 2 || !f.IsCall(args[1]) {
		return false
	}
	c, _ := f.Member(args[1])
	return c.Class == "java/util/stream/Collectors" && slices.Contains(collectors, c.Name)
}

// filtered reports whether a stream comes from a filter, by steps that change nothing about whether there is an element.
func (m *Method) filtered(v ssa.ID) bool {
	f := m.Func()
	for range 16 {
		v = m.Strip(v)
		if !f.IsCall(v) {
			return false
		}
		c, _ := f.Member(v)
		switch {
		case !slices.Contains(streams, c.Class) || f.Values[v].Op == classfile.OpInvokestatic:
			return false
		case c.Name == "filter":
			return true
		case !slices.Contains(keepsExistence, c.Name):
			return false
		}
		v = f.Args(v)[0]
	}
	return false
}

// comparesWithNothing reports whether u compares a count with 0 so that only whether it is 0 decides, or with 1 likewise.
func (m *Method) comparesWithNothing(t *useTable, u, count ssa.ID) bool {
	f := m.Func()
	x := &f.Values[u]
	if x.Kind != ssa.Instr || x.Op != classfile.OpLcmp {
		return false
	}
	branches := map[int64][]classfile.Op{ // of count > 0 and the like
		0: {classfile.OpIfeq, classfile.OpIfne, classfile.OpIfgt, classfile.OpIfle},
		1: {classfile.OpIflt, classfile.OpIfge},
	}
	args := f.Args(u)
	with := args[1]
	if args[1] == count { // of 0 < count
		with = args[0]
		branches = map[int64][]classfile.Op{
			0: {classfile.OpIfeq, classfile.OpIfne, classfile.OpIflt, classfile.OpIfge},
			1: {classfile.OpIfgt, classfile.OpIfle},
		}
	}
	if f.Values[with].Kind != ssa.Int {
		return false
	}
	allowed := branches[f.Values[with].Aux]
	return !slices.ContainsFunc(t.of(u), func(b ssa.ID) bool { return !slices.Contains(allowed, f.Values[b].Op) })
}
