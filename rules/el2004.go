package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2004", Name: "DoubleLookup", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "A map or set is asked for a key and then searched for the same key again; one call does both",
	},
	Needs:  Needs{Recurs: true, InOrder: true, Calls: lookupNames()},
	Check:  doubleLookup,
	Repair: repair.SetResult,
	Facts:  secondFacts,
})

// lookupTest is a method that tells whether a collection has a key, and the calls that then search for the key again.
type lookupTest struct {
	collection string
	desc       string
	second     []secondLookup
}

type secondLookup struct {
	found      bool // the call is where the test was true
	name, desc string
	instead    string
	since      uint16 // the version of class files since which every Map can be asked so
}

const keyTest = "(Ljava/lang/Object;)Z"

// lookupTests are those methods by name.
var lookupTests = map[string]lookupTest{
	"containsKey": {"java/util/Map", keyTest, []secondLookup{
		{found: true, name: "get", desc: mapGet, instead: "get it at once and test for null"},
		{found: true, name: "remove", desc: mapGet, instead: "remove returns what was there, or null"},
		{name: "put", desc: "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", instead: "putIfAbsent and computeIfAbsent do both", since: java8},
	}},
	// What get returns tells that a key is there where it is not null.
	"get": {"java/util/Map", mapGet, []secondLookup{{found: true, name: "get", desc: mapGet, instead: "keep what it returns"}}},
	"contains": {"java/util/Set", keyTest, []secondLookup{
		{name: "add", desc: keyTest, instead: "add returns whether it was new"},
		{found: true, name: "remove", desc: keyTest, instead: "remove returns whether it was there"},
	}},
}

// lookupNames returns the names of the tests, and of the calls that search again.
func lookupNames() [][]string {
	var first, second []string
	for name, t := range lookupTests {
		first = append(first, name+t.desc)
		for _, s := range t.second {
			second = append(second, s.name+s.desc)
		}
	}
	return [][]string{first, second}
}

// noSearch are collections whose look-up is an access to an array, or that search a short array.
var noSearch = []string{"java/util/EnumMap", "java/util/EnumSet", "java/util/concurrent/CopyOnWriteArraySet"}

func doubleLookup(m *Method) {
	for v, c := range m.Calls("containsKey", "contains", "get") {
		if c.Desc != lookupTests[c.Name].desc || m.Func().Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		test := lookupTests[c.Name]
		for _, s := range test.second {
			if m.Func().Method.Class.Major < s.since && !m.Engine.IsClass(c.Class, "java/util/concurrent/ConcurrentMap") {
				continue
			}
			if second := m.secondOf(v, s); second != 0 {
				of := m.Func().Args(v)[0]
				again, _ := m.Func().Member(second)
				if m.searched(of, c, test.collection) && !m.changesKey(v, second) && !m.mayRunOwn(of, c) && !m.mayRunOwn(of, again) {
					m.reportSecond(v, c, second, s)
				}
				break
			}
		}
	}
}

// searched reports whether a collection is of a type, and looks keys up by searching for them in the library's code.
func (m *Method) searched(v ssa.ID, c classfile.Member, collection string) bool {
	e := m.Engine
	if !e.IsClass(c.Class, collection) && !m.Is(v, collection) {
		return false
	}
	class := className(m.Type(v))
	for _, no := range noSearch {
		if e.IsClass(c.Class, no) || class != "" && e.IsClass(class, no) {
			return false
		}
	}
	return !e.hasOwnCode(c.Class, c.Name, c.Desc)
}

// secondOf returns the first call that searches again for the key of test v; 0 where there is none.
func (m *Method) secondOf(v ssa.ID, s secondLookup) ssa.ID {
	f, g := m.Func(), m.Graph()
	args := f.Args(v)
	first, _ := f.Member(v)
	branch := -1
	if first.Name == "get" {
		branch = m.branchOnNotNull(v)
	} else {
		branch = m.branchOn(v, s.found)
	}
	if branch < 0 || !m.searchesAgain(v, s) {
		return 0
	}
	working := false // what the second call is given, or something else, is computed after the test
	for u, c := range m.Calls() {
		if u == v || !g.Dominators.Dominates(branch, int(f.Values[u].Block)) {
			continue
		}
		if len(f.Args(u)) == 0 || f.Values[u].Op == classfile.OpInvokestatic || !m.Same(f.Args(u)[0], args[0]) {
			working = working || !m.boxes(u) && (c.Name != "<init>" || m.Engine.own(c.Class))
			if m.touches(u, args[0]) || first.Name == "get" && m.isField(args[0]) && m.changesMaybe(u, c) || !s.found && m.failsBetween(u, args[0], s) {
				return 0
			}
			continue
		}
		if c.Name == s.name && c.Desc == s.desc && m.sameKey(f.Args(u)[1], args[1]) {
			if !s.found && (m.putsNull(u) || s.desc != keyTest && (m.foundNull(v) || m.putsAny(u)) || s.desc != keyTest && m.looksUpValue(u) || !m.certainly(branch, u) || m.writtenElsewhere(u, branch) || working && m.refuses(v, !s.found)) {
				return 0
			}
			if s.found && s.desc == mapGet && first.Name != "get" && (m.nullMatters(u) || m.tellsNull(v, u)) {
				return 0
			}
			return u
		}
		if !looksUp[c.Name] {
			return 0 // the collection changes first
		}
	}
	return 0
}

// searchesAgain reports whether the method has a second call for the collection and the key of a test.
func (m *Method) searchesAgain(test ssa.ID, s secondLookup) bool {
	f := m.Func()
	args := f.Args(test)
	for u, c := range m.Calls(s.name) {
		if again := f.Args(u); u != test && c.Desc == s.desc && len(again) >= 2 && m.Same(again[0], args[0]) && m.sameKey(again[1], args[1]) {
			return true
		}
	}
	return false
}

// putsNull reports whether a call puts a value that is or may be null: putIfAbsent then cannot tell whether the key was there, and
// neither can get.
func (m *Method) putsNull(u ssa.ID) bool {
	f := m.Func()
	args := f.Args(u)
	return len(args) == 3 && (m.someNull(args[2]) || m.testedForNull(args[2], int(f.Values[u].Block)))
}

// someNull reports whether a value is null on some path: anchored ? name : null.
func (m *Method) someNull(v ssa.ID) bool {
	f := m.Func()
	w := visit(v)
	for v := range w.all() {
		v = m.Strip(v)
		switch {
		case len(w.seen) > 16:
			return true
		case v != 0 && f.IsNull(v):
			return true
		case f.Values[v].Kind == ssa.Phi:
			w.add(f.Args(v)...)
		}
	}
	return false
}

// absent are methods that return null where there is nothing, by their names.
var absent = []string{"get", "remove", "poll", "peek", "getProperty", "getAttribute", "getParameter", "getenv"}

// looksUpValue reports whether a call puts what such a method returned for a key, and nothing in front of it made sure that it is not
// null.
func (m *Method) looksUpValue(put ssa.ID) bool {
	f := m.Func()
	v, block := f.Args(put)[2], int(f.Values[put].Block)
	call := m.Strip(v)
	if !f.IsCall(call) {
		return false
	}
	c, _ := f.Member(call)
	parameters := classfile.Params(c.Desc)
	if !slices.Contains(absent, c.Name) || len(parameters) != 1 || parameters[0][0] != 'L' {
		return false
	}
	return !slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		x := &f.Values[u]
		return x.Kind == ssa.Instr && (x.Op == classfile.OpIfnull || x.Op == classfile.OpIfnonnull || m.Graph().Dominators.Dominates(int(x.Block), block) && f.IsCall(u) && x.Op != classfile.OpInvokestatic && f.Args(u)[0] == v)
	})
}

// testedForNull reports whether the method asks whether a value is null, and a block runs whatever the answer is.
func (m *Method) testedForNull(v ssa.ID, block int) bool {
	f, g := m.Func(), m.Graph()
	for _, u := range m.uses().of(v) {
		x := &f.Values[u]
		if x.Kind != ssa.Instr || x.Op != classfile.OpIfnull && x.Op != classfile.OpIfnonnull {
			continue
		}
		other := (x.Op == classfile.OpIfnonnull)
		if !slices.ContainsFunc(g.Blocks[x.Block].Succs, func(e cfg.Edge) bool {
			return e.Kind != cfg.Exception && (e.Kind == cfg.Taken) == other && m.onlyBy(&e, block)
		}) {
			return true
		}
	}
	return false
}

// nullMatters reports whether a key of the map that get or remove asks may be mapped to null, as far as its class shows, or what it
// returns is of any type and only passed on: get then cannot tell whether the key was there.
func (m *Method) nullMatters(get ssa.ID) bool {
	f := m.Func()
	of := f.Args(get)[0]
	for put := range m.Calls("put") {
		if len(f.Args(put)) == 3 && m.Same(f.Args(put)[0], of) && m.putsNull(put) {
			return true
		}
	}
	of = m.Strip(of)
	if x := &f.Values[of]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		if field, _ := f.Member(of); m.Engine.putsNullIn(field) {
			return true
		}
	}
	return m.anyValues(of) && !m.dereferenced(get)
}

// anyValues reports whether the values of a map may be of any class: its type says so, Map<?, ?> or Map<K, V> of a generic class, or it is
// a parameter that is no map by its type.
func (m *Method) anyValues(of ssa.ID) bool {
	f := m.Func()
	arguments := m.typeArguments(of)
	if len(arguments) == 2 {
		return arguments[1] == "*" || arguments[1] == "Ljava/lang/Object;" || strings.HasPrefix(arguments[1], "T")
	}
	return f.Values[of].Kind == ssa.Param && f.Static(of) == "Ljava/lang/Object;"
}

// putsNullIn reports whether a method of its class puts null into the map that a field refers to.
func (e *Engine) putsNullIn(field classfile.Member) bool {
	c := e.Program.Lookup(field.Class)
	if c == nil {
		return false
	}
	for i := range c.Methods {
		if !putsInto(&c.Methods[i], field) {
			continue
		}
		m := e.reader(&c.Methods[i])
		if m == nil {
			continue
		}
		f := m.Func()
		for put := range m.Calls("put") {
			args := f.Args(put)
			if member, ok := f.Member(m.Strip(args[0])); ok && member == field && m.putsNull(put) {
				return true
			}
		}
	}
	return false
}

// putsInto reports whether the code of a method reads a field and calls put.
func putsInto(m *classfile.Method, field classfile.Member) bool {
	if !m.HasCode() {
		return false
	}
	code, err := m.Code()
	if err != nil || code == nil {
		return false
	}
	reads, puts := false, false
	for pc := 0; pc < len(code.Bytes) && !(reads && puts); pc = code.Next(pc) {
		switch op := code.Op(pc); {
		case !reads && (op == classfile.OpGetfield || op == classfile.OpGetstatic):
			c, _ := m.Class.Pool.Member(code.Index(pc))
			reads = c == field
		case !puts && op.IsCall():
			c, _ := m.Class.Pool.Member(code.Index(pc))
			puts = c.Name == "put"
		}
	}
	return reads && puts
}

// putsAny reports whether a call puts what may be null, and of any class, into a map whose values may be so: code of other people decides what they
// are, and null is a value to many of them.
func (m *Method) putsAny(put ssa.ID) bool {
	f := m.Func()
	args := f.Args(put)
	any := m.anyValues(args[0]) || len(m.typeArguments(args[0])) == 0 && m.Type(args[2]) == "Ljava/lang/Object;"
	return any && f.Static(args[2]) == "Ljava/lang/Object;" && !m.nonNull(args[2], put)
}

// dereferenced reports whether the method calls something on a value, casts it or stores to it: it takes it for an object of a type.
func (m *Method) dereferenced(v ssa.ID) bool {
	f := m.Func()
	return slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		x := &f.Values[u]
		return x.Kind == ssa.Instr && (x.Op == classfile.OpCheckcast || f.IsCall(u) && x.Op != classfile.OpInvokestatic && f.Args(u)[0] == v)
	})
}

// certainly reports whether every path from a block passes a call before it returns, or comes back to the branch that leads to the
// block: one call in place of the test would do it on all of them.
func (m *Method) certainly(from int, u ssa.ID) bool {
	target := m.Func().Values[u].Block
	for b := range m.blocksFrom(int32(from), func(e *cfg.Edge) bool { return withoutException(e) && e.From != target }) {
		if b != target && (m.isReturn(b) || !m.Graph().Dominators.Dominates(from, int(b))) {
			return false
		}
	}
	return true
}

// writtenElsewhere reports whether the method puts something under the same key where the test says that it is there.
func (m *Method) writtenElsewhere(u ssa.ID, absent int) bool {
	f, g := m.Func(), m.Graph()
	c, _ := f.Member(u)
	for w := range m.Calls(c.Name) {
		args := f.Args(w)
		if w != u && len(args) == len(f.Args(u)) && len(args) == 3 && !g.Dominators.Dominates(absent, int(f.Values[w].Block)) &&
			m.Same(args[0], f.Args(u)[0]) && m.sameKey(args[1], f.Args(u)[1]) {
			return true
		}
	}
	return false
}

// looksUp are methods that change no collection.
var looksUp = map[string]bool{"get": true, "containsKey": true, "contains": true, "size": true, "isEmpty": true, "getOrDefault": true, "iterator": true}

// altersIn reports whether a loop calls a method of a collection that may change it, but those of some names.
func (m *Method) altersIn(collection ssa.ID, l int, except ...string) bool {
	f := m.Func()
	for u, c := range m.Calls() {
		if m.InLoop(u, l) && f.Values[u].Op != classfile.OpInvokestatic && !looksUp[c.Name] && !slices.Contains(except, c.Name) && m.Same(f.Args(u)[0], collection) {
			return true
		}
	}
	return false
}

// branchOn returns the block that is entered only where v, a boolean, is as said; -1 where no branch decides by it.
func (m *Method) branchOn(v ssa.ID, truth bool) int {
	condition, e := m.branch(int(m.Func().Values[v].Block), truth)
	if condition != v || e == nil || len(m.Graph().Blocks[e.To].Preds) != 1 {
		return -1
	}
	return int(e.To)
}

// branchOnNotNull returns the block that is entered only where v, a call at whose block's end its result is compared with null, is not null; -1
// where there is none, or the block calls something in between.
func (m *Method) branchOnNotNull(v ssa.ID) int {
	f, g := m.Func(), m.Graph()
	block := f.Values[v].Block
	test := f.At(g.Blocks[block].Last)
	if test == 0 || f.Values[test].Op != classfile.OpIfnull && f.Values[test].Op != classfile.OpIfnonnull || m.Strip(f.Args(test)[0]) != v {
		return -1
	}
	for u := range m.Calls() {
		if f.Values[u].Block == block && f.Values[u].PC > f.Values[v].PC {
			return -1
		}
	}
	for i := range g.Blocks[block].Succs {
		e := &g.Blocks[block].Succs[i]
		if e.Kind != cfg.Exception && (e.Kind == cfg.Taken) == (f.Values[test].Op == classfile.OpIfnonnull) && len(g.Blocks[e.To].Preds) == 1 {
			return int(e.To)
		}
	}
	return -1
}

// sameKey reports whether two keys are the same value, or boxes of the same number.
func (m *Method) sameKey(a, b ssa.ID) bool {
	if m.Same(a, b) {
		return true
	}
	class, number := m.boxedNumber(a)
	other, same := m.boxedNumber(b)
	return class != "" && class == other && (m.Same(number, same) || m.sameElement(number, same))
}

// sameElement reports whether two numbers are the same element of an array, in one iteration of each loop around them: map.get(numbers[i]). Nothing
// in between stores to such an array, nor is a method of the program called.
func (m *Method) sameElement(a, b ssa.ID) bool {
	f := m.Func()
	x, y := &f.Values[a], &f.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op < classfile.OpIaload || x.Op > classfile.OpSaload || m.LoopOf(a) != m.LoopOf(b) {
		return false
	}
	for i, arg := range f.Args(a) {
		if !m.Same(arg, f.Args(b)[i]) {
			return false
		}
	}
	first, last := min(x.PC, y.PC), max(x.PC, y.PC)
	for v := range m.Instructions() {
		z := &f.Values[v]
		if z.Kind != ssa.Instr || z.PC <= first || z.PC >= last {
			continue
		}
		if z.Op == x.Op+classfile.OpIastore-classfile.OpIaload {
			return false
		}
		if c, ok := f.Member(v); ok && f.IsCall(v) && (m.Engine.own(c.Class) || callsBack(c) || strings.Contains(c.Desc, "[")) {
			return false
		}
	}
	return true
}

// boxedNumber returns the class of a box that is made of a number, by valueOf or new, and the number; empty for any other value.
func (m *Method) boxedNumber(v ssa.ID) (class string, number ssa.ID) {
	class, call, parsed := box(m, m.uses(), m.Strip(v))
	if class == "" || parsed {
		return "", 0
	}
	args := m.Func().Args(call)
	return class, args[len(args)-1]
}

// reportSecond reports a test whose search the call after it repeats.
func (m *Method) reportSecond(v ssa.ID, c classfile.Member, second ssa.ID, s secondLookup) {
	r, ok := m.recurrence(v)
	if !ok {
		return
	}
	at := v
	if m.LoopOf(second) != m.LoopOf(v) { // one search less only where there are two, as in front of a return
		at = second
		if r, ok = m.recurrence(second); !ok {
			return
		}
	}
	related := append([]finding.Location{m.Related(second, "the same key is looked up again here")}, r.related()...)
	// What the repaired form has no more is the test: the call, and the search in it.
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(m.lookupModel(v, c), "get", mapGet, 1))
	measured := "ContainsKeyGet"
	if c.Name == "contains" {
		measured = "ContainsAdd"
	}
	if energy := m.Energy(Change{At: at, Cost: cost, Per: r.per(), Case: m.searchCase(measured, m.Func().Args(v)[0], m.Func().Args(v)[1])}); energy != nil {
		m.Report(v, c.Name, fmt.Sprintf("%s searches for a key that %s searches for again: %s", m.Call(v), m.Call(second), s.instead), energy, related...)
	}
}

// lookupModel is the class whose library model prices one search of a map, or of the map that a set is made of.
func (m *Method) lookupModel(v ssa.ID, c classfile.Member) string {
	of := m.Func().Args(v)[0]
	if m.Engine.IsClass(c.Class, "java/util/SortedSet") || m.Is(of, "java/util/SortedSet") {
		return "java/util/TreeMap"
	}
	return mapModel(m, of, c.Class)
}

// secondFacts adds the name of the second call.
func secondFacts(m *Method, at ssa.ID, s *finding.Site) {
	if s.Call.Name == "get" {
		s.Refusal = "what get returns needs a variable"
		return
	}
	if s.Call.Name == "containsKey" {
		s.Refusal = "containsKey tells a key that is mapped to null from one that is missing, and get, remove and putIfAbsent do not"
		return
	}
	for _, l := range lookupTests[s.Call.Name].second {
		if m.secondOf(at, l) != 0 {
			s.Text = l.name
			return
		}
	}
}
