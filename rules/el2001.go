package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2001", Name: "KeySetThenGet", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "Iterating over keySet() and calling get looks every key up again; entrySet() gives both",
	},
	Needs: Needs{Calls: [][]string{append(formsOf("java/util/Map", "get"), "get", "getOrDefault")}, RepeatsOrLambda: true},
	// keySet().stream().map(map::get)
	OrNeeds: &Needs{
		Calls:      [][]string{keySets},
		References: []string{"get"},
		// map.get(map.keySet().iterator().next())
		Or: &Needs{Recurs: true, InOrder: true, Calls: [][]string{
			append([]string{"entrySet", "keys"}, keySets...), {"next", "nextElement", kotlinCollections + ".first"}, append(formsOf("java/util/Map", "get"), "get", "getOrDefault"),
		}},
	},
	Check:  keySetThenGet,
	Repair: repair.EntrySet,
	Facts:  keyFacts,
})

const (
	mapGet        = "(Ljava/lang/Object;)Ljava/lang/Object;"
	mapGetDefault = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
)

// takesValue reports whether a method looks up the value of a key.
func takesValue(c classfile.Member) bool {
	return c.Name == "get" && c.Desc == mapGet || c.Name == "getOrDefault" && c.Desc == mapGetDefault
}

// keySetThenGet finds calls of map.get(key) where key is what the iterator of map.keySet() gave, or what keySet()
// passes to the lambda.
func keySetThenGet(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("get", "getValue", "getOrDefault") {
		static := f.Values[v].Op == classfile.OpInvokestatic
		if c = m.javaForm(v); !takesValue(c) || static && c.Class != "java/util/Map" {
			continue
		}
		args := f.Args(v)
		if !m.searchesEntries(args[0], args[1], c) {
			continue
		}
		key := m.Strip(m.unboxedKey(args[1]))
		message := m.Call(v)
		var source []finding.Location
		switch {
		case m.IsCall(key, "getKey", "()Ljava/lang/Object;"):
			m.lookupOfEntry(v, key, c)
			continue
		case f.Values[key].Kind == ssa.Param:
			s := m.PerElement()
			if s == nil || m.IsCaptured(key, s) || !s.Compares && key != f.Params[len(f.Params)-1] || !passesKeys(m, s, args[0]) ||
				m.forOneKey(v, key, -1, func(v ssa.ID) bool { return m.isConstant(v) || m.sameForAll(v, s) }) {
				continue
			}
			message += keysAgain("keySet", overEntries)
		default:
			keys, r, ok := m.takenFrom(v, key, args[0], isKeySet)
			if !ok || r.loop >= 0 && m.forOneKey(v, key, r.loop, func(v ssa.ID) bool { return m.isConstant(v) || m.Stable(v, r.loop) }) {
				continue
			}
			by, _ := f.Member(keys)
			message += keysAgain(by.Name, insteadOfKey(r))
			source = append(r.related(), m.Related(keys, "the keys come from here"))
		}
		// The tiles of the call are what the repaired form has no more.
		m.reportGet(v, args[0], args[1], c.Class, m.TilesOf(v), message, source...)
	}
	for r := range m.references() {
		if r.body.Name != "get" || r.body.Desc != mapGet || len(f.Args(r.Lambda)) != 1 || !m.searchesEntries(f.Args(r.Lambda)[0], 0, r.body) {
			continue
		}
		if keys := m.streamed(f.Args(r.Call)[0]); isKeySet(f, keys) && m.showsOf(keys, f.Args(r.Lambda)[0]) {
			m.reportGet(r.Lambda, f.Args(r.Lambda)[0], 0, r.body.Class, nil, m.referenced(r)+keysAgain("keySet", overEntries), m.Related(keys, "the keys come from here"))
		}
	}
}

// keysAgain says what is wrong with a look-up of a key of the same map, which a method gave, and what to do instead.
func keysAgain(by, instead string) string {
	return " looks up again a key that " + by + "() of the same map just gave: " + instead
}

// overEntries is what to do instead of going through the keys.
const overEntries = "iterate over entrySet()"

// insteadOfKey is what to do instead of taking a key and looking it up.
func insteadOfKey(r repetition) string {
	if r.loop < 0 {
		return "take the entry from entrySet(), " + r.again()
	}
	return overEntries
}

// lookupOfEntry reports a call of map.get(entry.getKey()) where the iterator of map.entrySet() gave the entry, and the loop does not
// change the map: entry.getValue() is the same.
func (m *Method) lookupOfEntry(get, key ssa.ID, c classfile.Member) {
	f := m.Func()
	of := f.Args(get)[0]
	entries, r, ok := m.takenFrom(get, f.Args(key)[0], of, isEntrySet)
	if !ok || r.loop >= 0 && m.altersIn(of, r.loop, mapViews...) {
		return
	}
	message := m.Call(get) + " looks up the value of an entry that entrySet() of the same map just gave: use getValue()"
	m.reportGet(get, of, f.Args(get)[1], c.Class, m.TilesOf(get), message, append(r.related(), m.Related(entries, "the entries come from here"))...)
}

func isEntrySet(f *ssa.Func, v ssa.ID) bool {
	c, _ := f.Member(v)
	return f.IsCall(v) && c.Name == "entrySet" && c.Desc == "()Ljava/util/Set;"
}

// reportGet reports a look-up of a key, 0 where it is not seen, in a map. The iterator of entrySet() gives the same nodes as that of keySet(),
// so what differs is get, and the call of it, on one side, getKey and getValue on the other.
func (m *Method) reportGet(at, of, key ssa.ID, class string, call pattern.Counts, message string, source ...finding.Location) {
	if m.mayRunOwn(of, classfile.Member{Class: class, Name: "get", Desc: mapGet}) || m.mayRunOwn(of, classfile.Member{Class: class, Name: "entrySet", Desc: "()Ljava/util/Set;"}) ||
		m.mayHaveNoEntries(of, class) {
		return // own entries may be made for each iteration, by get
	}
	model := mapModel(m, of, class)
	change := Change{At: at, Cost: call.Add(m.Engine.LibraryCost(model, "get", mapGet, 1)), Repaired: entryAccess(m.Engine), Case: m.searchCase(simpleName(model), of, key)}
	if call == nil {
		change.Per = "element"
	}
	if energy := m.Energy(change); energy != nil {
		m.Report(at, "get", message, energy, source...)
	}
}

// searchesEntries reports whether get of a map searches for a key among entries that exist: not in an array, as EnumMap
// does, which any map with keys of an enum may be, and not by code of the program's own.
func (m *Method) searchesEntries(of, key ssa.ID, get classfile.Member) bool {
	e := m.Engine
	class := className(m.Type(of))
	if class == "" || !e.IsClass(class, get.Class) {
		class = get.Class
	}
	if !keepsEntries(e, class) {
		return false
	}
	if class == "java/util/Map" && key != 0 && m.isEnum(key) {
		return false
	}
	return !e.hasOwnCode(class, get.Name, get.Desc)
}

// isEnum reports whether a value is of an enum's class.
func (m *Method) isEnum(v ssa.ID) bool {
	return m.Engine.isEnum(m.Func().Static(v))
}

// isEnum reports whether a type is the class of an enum.
func (e *Engine) isEnum(desc string) bool { return e.isType(desc, "java/lang/Enum") }

// unboxedKey returns the box that the number was taken out of of which v is a box again, else v.
func (m *Method) unboxedKey(v ssa.ID) ssa.ID {
	f := m.Func()
	boxed := m.Strip(v)
	if !f.IsCall(boxed) || f.Values[boxed].Op != classfile.OpInvokestatic || len(f.Args(boxed)) != 1 {
		return v
	}
	c, _ := f.Member(boxed)
	w, ok := wrappers[c.Class]
	number := f.Args(boxed)[0]
	if !ok || c.Name != "valueOf" || !f.IsCallTo(number, c.Class, w.unbox) {
		return v
	}
	return f.Args(number)[0]
}

// entryAccess is what getKey and getValue cost, with the cast of the entry.
func entryAccess(e *Engine) pattern.Counts {
	call := pattern.Tally(
		pattern.Of(pattern.InterfaceCall, pattern.NoType, pattern.SizeReference),
		pattern.Of(pattern.Argument, pattern.Reference, pattern.Load),
	)
	return call.Scale(2).
		Add(e.LibraryCost("java/util/Map$Entry", "getKey", "()Ljava/lang/Object;", 1)).
		Add(e.LibraryCost("java/util/Map$Entry", "getValue", "()Ljava/lang/Object;", 1)).
		Add(pattern.Tally(pattern.Of(pattern.TypeCheck, pattern.Reference, pattern.Load)))
}

// keepsEntries reports whether a class is a map whose get is a search and whose entries exist, or may be one. Maps that
// are arrays or make an entry for every step of the iteration have nothing to gain.
func keepsEntries(e *Engine, class string) bool {
	if !e.IsClass(class, "java/util/Map") {
		return false
	}
	for _, no := range []string{"java/util/EnumMap", "java/util/IdentityHashMap", "java/util/concurrent/ConcurrentSkipListMap"} {
		if e.IsClass(class, no) {
			return false
		}
	}
	return true
}

// keySets are the methods of maps that show their keys.
var keySets = []string{"keySet", "navigableKeySet", "descendingKeySet"}

func isKeySet(f *ssa.Func, v ssa.ID) bool {
	if v == 0 || !f.IsCall(v) {
		return false
	}
	c, _ := f.Member(v)
	return (slices.Contains(keySets, c.Name) || c.Name == "keys" && c.Desc == "()Ljava/util/Enumeration;") && strings.HasPrefix(c.Desc, "()L")
}

// passesKeys reports whether the lambda of a site is passed to keySet().forEach, or to a stage of keySet().stream() that has
// keys of it, and the map that it captures is that of the keys.
func passesKeys(m *Method, s *Site, captured ssa.ID) bool {
	f := s.Code.Func()
	outer := m.outer(s)
	if f.Values[s.Call].Op == classfile.OpInvokestatic {
		return false
	}
	keys := outer.streamed(f.Args(s.Call)[0])
	if !isKeySet(f, keys) {
		return false
	}
	owner, ok := m.outside(captured, s, f)
	return ok && outer.showsOf(keys, owner) || m.sameField(captured, f.Args(keys)[0], s, outer)
}

// outer is the method that has a site.
func (m *Method) outer(s *Site) *Method {
	return &Method{Engine: m.Engine, Code: s.Code, view: m.view}
}

// outside is the value that a captured parameter of a lambda's body has where the lambda is made.
func (m *Method) outside(v ssa.ID, s *Site, f *ssa.Func) (ssa.ID, bool) {
	for i, p := range m.Func().Params {
		if p == m.Strip(v) && i < s.Captured && i < len(f.Args(s.Lambda)) {
			return f.Args(s.Lambda)[i], true
		}
	}
	return 0, false
}

// sameField reports whether inner, in the body of a lambda, and outer, around it, read the same field of the same
// captured object, or the same static field.
func (m *Method) sameField(inner, outer ssa.ID, s *Site, o *Method) bool {
	f, g := m.Func(), o.Func()
	inner, outer = m.Strip(inner), o.Strip(outer)
	x, y := &f.Values[inner], &g.Values[outer]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	c, _ := f.Member(inner)
	d, _ := g.Member(outer)
	if c != d || m.Writes(c) {
		return false
	}
	if x.Op == classfile.OpGetstatic {
		return true
	}
	object, ok := m.outside(f.Args(inner)[0], s, g)
	return ok && o.Same(object, g.Args(outer)[0])
}

// mapModel is the class whose library model prices a map's get: what made the map, if that is known, else the type.
func mapModel(m *Method, v ssa.ID, class string) string {
	f := m.Func()
	if x := m.Strip(v); f.Values[x].Kind == ssa.Instr && f.Values[x].Op == classfile.OpNew {
		t := f.Static(x)
		class = t[1 : len(t)-1]
	}
	if m.Engine.IsClass(class, "java/util/SortedMap") || m.Is(v, "java/util/SortedMap") {
		return "java/util/TreeMap"
	}
	return "java/util/HashMap"
}

// keyFacts adds whether the map is one that this method made, that nothing else knows, and of which it only asks values in the loop.
func keyFacts(m *Method, at ssa.ID, s *finding.Site) {
	f := m.Func()
	switch s.Call.Name {
	case "get":
	case "getOrDefault":
		s.Refusal = "getOrDefault has a default that the value of the entry lacks"
		return
	default:
		s.Refusal = "the call of get is a method reference"
		return
	}
	key := m.Strip(m.unboxedKey(f.Args(at)[1]))
	switch {
	case m.IsCall(key, "getKey", "()Ljava/lang/Object;"):
		s.Refusal = "the loop is over the entries: getValue() is the value"
		return
	case f.Values[key].Kind == ssa.Phi:
		s.Refusal = "the key comes from several places"
		return
	}
	of, l := m.Strip(f.Args(at)[0]), m.LoopOf(key)
	if f.Values[of].Kind != ssa.Instr || f.Values[of].Op != classfile.OpNew || l < 0 {
		return
	}
	for _, u := range m.uses().of(of) {
		c, _ := f.Member(u)
		switch {
		case f.Values[u].Kind == ssa.Phi || !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokedynamic || slices.Contains(f.Args(u)[1:], of):
			return // something else may know it
		case !m.InLoop(u, l) && !slices.Contains([]string{"entrySet", "values", "descendingMap", "headMap", "tailMap", "subMap", "navigableKeySet", "descendingKeySet"}, c.Name) && c.Name != "keySet":
		case c.Name == "keySet":
			for _, i := range m.uses().of(u) {
				if !m.IsCall(i, "iterator", "()Ljava/util/Iterator;") {
					return
				}
			}
		case c.Name != "get":
			return
		}
	}
	s.Facts = map[string]bool{repair.UnchangedMap: true}
}
