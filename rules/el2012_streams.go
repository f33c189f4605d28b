package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Searches of EL2012 by streams.

// searchSteps are the steps of a stream that end a search, with the step in front of it that takes the test; empty where it is the step itself.
var searchSteps = map[string]string{"anyMatch": "", "findFirst": "filter", "findAny": "filter"}

// streamSearches finds streams that a loop makes of one collection, to look for the element that is equal to something or whose key is.
func (m *Method) streamSearches() {
	f := m.Func()
	for v, c := range m.Calls("anyMatch", "findFirst", "findAny") {
		filter := v
		if before := searchSteps[c.Name]; before != "" {
			filter = f.Args(v)[0]
			if !f.IsCallTo(filter, streamClass, before) {
				continue
			}
		}
		stream := f.Args(filter)[0]
		l := m.repeats(v)
		if c.Class != streamClass || l < 0 || !m.IsCall(stream, "stream", "()L"+streamClass+";") {
			continue
		}
		from := m.Strip(f.Args(stream)[0])
		if !m.Engine.IsClass(className(m.Type(from)), "java/util/Collection") || m.Engine.own(className(m.Type(from))) || !m.Stable(from, l) || m.short(from) || m.rare(v) || m.altersIn(from, l, "stream") || m.rearranges(from, l) {
			continue
		}
		body := m.searchedBy(filter, l)
		if body == nil {
			continue
		}
		name := m.nameOr(from, "the list")
		per := fmt.Sprintf("iteration of the loop and element of %s", name)
		if energy := m.Energy(Change{At: v, Cost: callTiles().Add(body.TilesOf(slices.Collect(body.Instructions())...)), Per: per, Factor: m.sizeText(from), Case: "FieldEquals"}); energy != nil {
			m.Report(v, "equals", fmt.Sprintf("the stream goes through %s for the one that is equal or has an equal key, in every iteration of the loop; make a HashMap or HashSet of it before", name), energy)
		}
	}
}

// searchedBy returns the body of the lambda that a step of a stream takes, if it does nothing but compare its element, or a key of it, with what it
// captured and what is not the same in every iteration of loop l; else nil.
func (m *Method) searchedBy(step ssa.ID, l int) *Method {
	captured := []ssa.ID{}
	var body *Method
	for made, member := range m.functions(step) {
		captured, body = m.Func().Args(made), m.lambdaBody(member)
	}
	if body == nil {
		return nil
	}
	f := body.Func()
	if len(f.Params) != len(captured)+1 {
		return nil
	}
	test, key := body.searchTest(slices.DeleteFunc(slices.Collect(body.Instructions()), func(v ssa.ID) bool { return f.Values[v].Op == classfile.OpCheckcast }), f.Params[len(captured)], -1)
	i := slices.Index(f.Params, body.keySource(key))
	if test == 0 || i < 0 || i >= len(captured) || m.steadyKey(captured[i], l) || !body.hashesAsEqual(test) || m.changesKeys(body, test, l) {
		return nil
	}
	return body
}
