package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Searches of EL2012 by streams.

// searchingStreams are the calls of a search by a stream.
var searchingStreams = [][]string{{"stream()Ljava/util/stream/Stream;"}, methodsOf(streamClass, "anyMatch", "noneMatch", "findFirst", "findAny")}

// searchSteps are the steps of a stream that end a search, with the step in front of it that takes the test; empty where it is the step itself.
var searchSteps = map[string]string{"anyMatch": "", "findFirst": "filter", "findAny": "filter", "noneMatch": ""}

// streamSearches finds streams that a loop makes of one collection, to look for the element that is equal to something or whose key is.
func (m *Method) streamSearches() {
	f := m.Func()
	for v, c := range m.Calls("anyMatch", "noneMatch", "findFirst", "findAny") {
		filter := v
		if before := searchSteps[c.Name]; before != "" {
			filter = f.Args(v)[0]
			if !f.IsCallTo(filter, streamClass, before) {
				continue
			}
		}
		stream := f.Args(filter)[0]
		if c.Class != streamClass || !m.IsCall(stream, "stream", "()L"+streamClass+";") {
			continue
		}
		from := m.Strip(f.Args(stream)[0])
		if !m.Engine.IsClass(className(m.Type(from)), "java/util/Collection") || m.Engine.own(className(m.Type(from))) || m.short(from) {
			continue
		}
		r, repeats := m.repetition(v)
		if repeats && !m.repeatsSearchOf(from, v, r) {
			continue
		}
		body, test, key := m.searchedBy(filter)
		if body == nil {
			continue
		}
		if r, repeats = m.repeatedSearch(body, test, from, key, r, repeats); !repeats {
			continue
		}
		name := m.nameOr(from, "the list")
		per := fmt.Sprintf("iteration of the loop and element of %s", name)
		if r.loop < 0 {
			per = fmt.Sprintf("%s and element of %s", r.unit(), name)
		}
		if energy := m.Energy(Change{At: v, Cost: callTiles().Add(body.TilesOf(slices.Collect(body.Instructions())...)), Per: per, Factor: m.sizeText(from), Case: "FieldEquals"}); energy != nil {
			m.Report(v, "equals", fmt.Sprintf("the stream goes through %s for the one that is equal or has an equal key, %s; make a HashMap or HashSet of it before", name, r.again()), energy, r.related()...)
		}
	}
}

// searchedBy returns the body of the lambda that a step of a stream takes, if it does nothing but compare its element, or a key of it, with what it
// captured: its test of equality, and what is compared as the method around it has it. The body is nil where it does anything else.
func (m *Method) searchedBy(step ssa.ID) (body *Method, test, key ssa.ID) {
	captured := []ssa.ID{}
	for made, member := range m.functions(step) {
		captured, body = m.Func().Args(made), m.lambdaBody(member)
	}
	if body == nil {
		return nil, 0, 0
	}
	f := body.Func()
	if len(f.Params) != len(captured)+1 {
		return nil, 0, 0
	}
	test, compared := body.searchTest(slices.DeleteFunc(slices.Collect(body.Instructions()), func(v ssa.ID) bool { return f.Values[v].Op == classfile.OpCheckcast }), f.Params[len(captured)], -1)
	i := slices.Index(f.Params, body.keyOwner(compared))
	if test == 0 || i < 0 || i >= len(captured) || !body.hashesAsEqual(test) {
		return nil, 0, 0
	}
	return body, test, captured[i]
}

// repeatsSearchOf reports whether r repeats what v does with a collection that stays the same.
func (m *Method) repeatsSearchOf(collection, v ssa.ID, r repetition) bool {
	if l := r.loop; l >= 0 {
		return m.Stable(collection, l) && !m.rare(v) && !m.altersIn(collection, l, "stream") && !m.rearranges(collection, l)
	}
	return m.staysInLambda(collection, r)
}

// mayStayEqual reports whether what is looked for is the same each time that r runs, or may be.
func (m *Method) mayStayEqual(key ssa.ID, r repetition) bool {
	if r.loop >= 0 {
		return m.steadyKey(key, r.loop)
	}
	return !m.ofElement(key, r.site)
}

// staysInLambda reports whether a collection is the same each time that a lambda is called for an element, which does nothing with it but look at
// it, and is not known to have a few elements.
func (m *Method) staysInLambda(collection ssa.ID, r repetition) bool {
	f := m.Func()
	if r.site.Compares || !m.settled(collection, r) || m.Engine.siteOfFew(r.site) {
		return false
	}
	for v, c := range m.Calls() {
		for i, a := range f.Args(v) {
			receiver := i == 0 && f.Values[v].Op != classfile.OpInvokestatic
			if m.Same(a, collection) && !(receiver && (looksUp[c.Name] || c.Name == "stream")) {
				return false
			}
		}
	}
	i := slices.Index(f.Params, collection)
	if i < 0 {
		return true
	}
	outer := m.Engine.reader(r.site.Code.Func().Method)
	return outer != nil && !outer.short(outer.Strip(outer.Func().Args(r.site.Lambda)[i]))
}

// ofElement reports whether a key is the element that a lambda is called for, or what getters and fields give of it.
func (m *Method) ofElement(key ssa.ID, site *Site) bool {
	f := m.Func()
	for range 4 {
		key = m.Strip(key)
		switch _, get := m.getter(key); {
		case f.Values[key].Kind == ssa.Param:
			return !m.IsCaptured(key, site)
		case f.Values[key].Op == classfile.OpGetfield || get && f.Values[key].Op != classfile.OpInvokestatic:
			key = f.Args(key)[0]
		default:
			return false
		}
	}
	return false
}
