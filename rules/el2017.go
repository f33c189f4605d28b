package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2017", Name: "StreamOfFewElements", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "streams"},
		Summary: "A stream over a few elements is made again and again; making it costs more than looking at the elements",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{append(fewStreams(), "java/util/Arrays.stream", "stream()Ljava/util/stream/Stream;")}},
	Check: streamOfFewElements,
})

// streamOfFewElements finds streams over a few elements that stand in the source.
func streamOfFewElements(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("of", "stream") {
		args := f.Args(v)
		if len(args) != 1 || !m.streamOfFew(v, c) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || m.streamLeaves(v) || r.loop >= 0 && m.rare(v) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost("java/util/Collection", "stream", "()Ljava/util/stream/Stream;", 1)).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "AnyMatchOfFew"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s makes a stream over a few elements %s; use a loop", m.Call(v), r.again()), energy, r.related()...)
		}
	}
}

// streamOfFew reports whether a call makes a stream over a few elements that stand in the source, or over a constant that holds them.
func (m *Method) streamOfFew(v ssa.ID, c classfile.Member) bool {
	args := m.Func().Args(v)
	switch {
	case slices.Contains(streams, c.Class) && strings.HasPrefix(c.Desc, "([") || c.Class == "java/util/Arrays" && c.Name == "stream":
		return m.shortArray(m.Strip(args[0]))
	case !slices.Contains(streams, c.Class) && m.Func().Values[v].Op != classfile.OpInvokestatic && c.Desc == "()Ljava/util/stream/Stream;":
		return m.shortList(m.Strip(args[0]))
	}
	return false
}

// streamLeaves reports whether a stream or one that steps make of it is more than run here: returned, kept, given to a method, such as concat,
// or run in parallel, so that a loop does not do the same; or whether it joins the elements of collections, which are more than these few.
func (m *Method) streamLeaves(v ssa.ID) bool {
	f, t := m.Func(), m.uses()
	for range streamChain {
		users := t.of(v)
		if len(users) != 1 {
			return len(users) > 1
		}
		u := users[0]
		if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || f.Values[u].Op == classfile.OpInvokedynamic || f.Args(u)[0] != v {
			return true
		}
		c, _ := f.Member(u)
		if c.Name == "iterator" || c.Name == "spliterator" || c.Name == "parallel" || strings.HasPrefix(c.Name, "flatMap") {
			return true
		}
		if !strings.HasPrefix(c.Class, streamPackage) || !strings.HasPrefix(classfile.Return(c.Desc), "L"+streamPackage) {
			return false
		}
		v = u
	}
	return false
}

// fewStreams returns the methods that make a stream of their arguments.
func fewStreams() (out []string) {
	for _, class := range streams {
		out = append(out, class+".of")
	}
	return out
}

// shortArray reports whether a value is an array of a few elements that stand in the source, or a constant that holds one.
func (m *Method) shortArray(v ssa.ID) bool {
	f := m.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetstatic || x.Op == classfile.OpGetfield) {
		c, _ := f.Member(v)
		return strings.HasPrefix(c.Desc, "[") && m.Engine.holdsOnly(c, (*Method).makesShortArray)
	}
	if array, made := m.argumentArray(v); made {
		v = array
	}
	return m.makesShortArray(v)
}

// makesShortArray reports whether an instruction makes an array of a few elements.
func (m *Method) makesShortArray(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpAnewarray && x.Op != classfile.OpNewarray {
		return false
	}
	n := &f.Values[f.Args(v)[0]]
	return n.Kind == ssa.Int && n.Aux <= fewElements
}

// shortList reports whether a value is a list of a few elements that stand in the source, or a constant that holds one.
func (m *Method) shortList(v ssa.ID) bool {
	f := m.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetstatic || x.Op == classfile.OpGetfield) {
		c, _ := f.Member(v)
		return m.Engine.holdsShort(c)
	}
	return m.fewGiven(v)
}
