package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2004", Name: "DoubleLookup", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Summary: "A map or set is asked for a key and then searched for the same key again; one call does both",
	},
	Needs: Needs{Calls: [][]string{{"containsKey", "contains"}, {"get", "put", "remove", "add"}}},
	Check: doubleLookup,
})

// secondLookup is a call that searches again for what a test has just found, or has not.
type secondLookup struct {
	collection, test, testDesc string
	found                      bool // the call is where the test was true
	call, callDesc             string
	instead                    string
}

const keyTest = "(Ljava/lang/Object;)Z"

var secondLookups = []secondLookup{
	{"java/util/Map", "containsKey", keyTest, true, "get", mapGet, "get it at once and test for null"},
	{"java/util/Map", "containsKey", keyTest, true, "remove", mapGet, "remove returns what was there, or null"},
	{"java/util/Map", "containsKey", keyTest, false, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", "putIfAbsent and computeIfAbsent do both"},
	{"java/util/Set", "contains", keyTest, false, "add", keyTest, "add returns whether it was new"},
	{"java/util/Set", "contains", keyTest, true, "remove", keyTest, "remove returns whether it was there"},
}

// noSearch are collections whose look-up is an access to an array, or that search a short array.
var noSearch = []string{"java/util/EnumMap", "java/util/EnumSet", "java/util/concurrent/CopyOnWriteArraySet"}

func doubleLookup(m *Method) {
	for v, c := range m.Calls("containsKey", "contains") {
		if m.Func().Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		for _, s := range secondLookups {
			if c.Name != s.test || c.Desc != s.testDesc || !m.searched(m.Func().Args(v)[0], c, s.collection) {
				continue
			}
			if second := m.secondOf(v, s); second != 0 {
				m.reportSecond(v, c, second, s)
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
	r := e.Program.Resolve(c.Class, c.Name, c.Desc)
	return r.Method == nil || r.Method.Abstract() || !e.own(r.Method.Class.Name)
}

// secondOf returns the first call that searches again for the key of test v; 0 where there is none.
func (m *Method) secondOf(v ssa.ID, s secondLookup) ssa.ID {
	f, g := m.Func(), m.Graph()
	args := f.Args(v)
	branch := m.branchOn(v, s.found)
	if branch < 0 {
		return 0
	}
	for u, c := range m.Calls() {
		if u == v || len(f.Args(u)) == 0 || f.Values[u].Op == classfile.OpInvokestatic || !g.Dominators.Dominates(branch, int(f.Values[u].Block)) || !m.Same(f.Args(u)[0], args[0]) {
			continue
		}
		if c.Name == s.call && c.Desc == s.callDesc && m.sameKey(f.Args(u)[1], args[1]) {
			return u
		}
		if !looksUp[c.Name] {
			return 0 // the collection changes first
		}
	}
	return 0
}

// looksUp are methods that change no collection.
var looksUp = map[string]bool{"get": true, "containsKey": true, "contains": true, "size": true, "isEmpty": true, "getOrDefault": true}

// branchOn returns the block that is entered only where v, a boolean, is as said; -1 where no branch decides by it.
func (m *Method) branchOn(v ssa.ID, truth bool) int {
	f, g := m.Func(), m.Graph()
	b := int(f.Values[v].Block)
	test := f.At(g.Blocks[b].Last)
	if test == 0 || len(f.Args(test)) != 1 || f.Args(test)[0] != v {
		return -1
	}
	op := f.Values[test].Op
	if op != classfile.OpIfeq && op != classfile.OpIfne {
		return -1
	}
	for i := range g.Blocks[b].Succs {
		e := &g.Blocks[b].Succs[i]
		if e.Kind == cfg.Exception || len(g.Blocks[e.To].Preds) != 1 {
			continue
		}
		if taken := e.Kind == cfg.Taken; taken == (truth == (op == classfile.OpIfne)) {
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
	a, b = m.Strip(a), m.Strip(b)
	f := m.Func()
	return m.boxes(a) && m.boxes(b) && f.Static(a) == f.Static(b) && m.Same(f.Args(a)[0], f.Args(b)[0])
}

// reportSecond reports a test whose search the call after it repeats.
func (m *Method) reportSecond(v ssa.ID, c classfile.Member, second ssa.ID, s secondLookup) {
	r, ok := m.recurrence(v)
	if !ok {
		return
	}
	related := append([]finding.Location{m.Related(second, "the same key is looked up again here")}, r.related()...)
	// What the repaired form has no more is the test: the call, and the search in it.
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(m.lookupModel(v, c), "get", mapGet, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per()}); energy != nil {
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
