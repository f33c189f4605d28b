package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1001", Name: "StringConcatenationInLoop", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.InItself,
		Summary: "A string that grows in a loop is copied in every iteration; a StringBuilder is not",
	},
	Needs: Needs{
		Calls: [][]string{{
			"java/lang/StringBuilder.toString", "java/lang/StringBuffer.toString", "scala/collection/mutable/StringBuilder.toString",
			"scala/collection/mutable/StringBuilder.result", "java/lang/String.concat", "kotlin/jvm/internal/Intrinsics.stringPlus",
			"makeConcatWithConstants", "makeConcat", "java/lang/String.format", "java/lang/String.formatted", "java/lang/String.join",
			"java/lang/StringBuilder.insert", "java/lang/StringBuffer.insert",
		}},
		RepeatsOrLambda: true, Within: true,
	},
	OrNeeds: &Needs{Calls: [][]string{{"java/util/stream/Stream.reduce"}}},
	Check:   stringConcatenationInLoop,
})

// growth is how strings of one method are made of others.
type growth struct {
	*Method
	f       *ssa.Func
	concats map[ssa.ID][]ssa.ID // by the value of a concatenation, the values that are put together
	part    map[ssa.ID]ssa.ID   // by an instruction that puts something into a builder, the concatenation
	order   []ssa.ID            // the concatenations
}

func stringConcatenationInLoop(m *Method) {
	g := &growth{Method: m, f: m.Func(), concats: map[ssa.ID][]ssa.ID{}, part: map[ssa.ID]ssa.ID{}}
	for v := range m.Instructions() {
		g.addConcatenation(v)
	}
	g.inserts()
	g.reductions()
	if len(g.concats) == 0 {
		return
	}
	reported := map[ssa.ID]bool{}
	g.variables(reported)
	g.places(reported)
}

// addConcatenation remembers v if its value is a concatenation.
func (g *growth) addConcatenation(v ssa.ID) {
	x := &g.f.Values[v]
	var operands []ssa.ID
	switch {
	case x.Op == classfile.OpInvokedynamic:
		if !concatenates(g.f, v) {
			return
		}
		operands = g.f.Args(v)
	case g.f.IsCallTo(v, stringClass, "concat") || g.f.IsCallTo(v, "kotlin/jvm/internal/Intrinsics", "stringPlus"):
		operands = g.f.Args(v)
	case g.isCallOfString(v):
		var stores []ssa.ID
		if operands, stores = g.composed(v); operands == nil {
			return
		}
		for _, u := range stores {
			g.part[u] = v
		}
	case g.f.IsCall(v):
		if c, _ := g.f.Member(v); c.Name != "toString" && c.Name != "result" || !builders[c.Class] {
			return
		}
		if operands = g.builder(v); operands == nil {
			return
		}
	default:
		return
	}
	if g.LoopOf(v) < 0 && g.PerElement() == nil {
		return
	}
	g.concats[v] = operands
	g.order = append(g.order, v)
}

// builders are the classes that compilers, and developers, concatenate with.
var builders = map[string]bool{
	"java/lang/StringBuilder": true, bufferClass: true, "scala/collection/mutable/StringBuilder": true,
}

// builder returns what goes into the builder whose toString is v; nil where it is more than that: made elsewhere,
// changed otherwise, or passed on.
func (g *growth) builder(v ssa.ID) []ssa.ID {
	made := g.f.Args(v)[0]
	for range 1 << 14 {
		x := &g.f.Values[made]
		if x.Kind == ssa.Instr && x.Op == classfile.OpNew {
			break
		}
		if c, _ := g.f.Member(made); !g.f.IsCall(made) || !builders[c.Class] || !appends[c.Name] {
			return nil
		}
		made = g.f.Args(made)[0]
	}
	operands := []ssa.ID{}
	var parts []ssa.ID
	w := visit(made)
	for b := range w.all() {
		for _, u := range g.uses().of(b) {
			if !g.f.IsCall(u) || g.f.Args(u)[0] != b {
				return nil
			}
			c, _ := g.f.Member(u)
			switch {
			case !builders[c.Class]:
				return nil
			case c.Name == "<init>":
				parts = append(parts, u)
				if len(g.f.Args(u)) > 1 && g.f.Values[g.f.Args(u)[1]].Type == 'a' {
					operands = append(operands, g.f.Args(u)[1])
				}
			case appends[c.Name]:
				parts = append(parts, u)
				operands = append(operands, g.f.Args(u)[1:]...)
				w.add(u)
			case u == v || cheap[c.Name]:
			default:
				return nil
			}
		}
	}
	for _, u := range parts {
		g.part[u] = v
	}
	return operands
}

var appends = map[string]bool{"append": true, "insert": true, "$plus$plus$eq": true, "$plus$eq": true}

// cheap are methods that a StringBuilder has as well, or that compare with one.
var cheap = map[string]bool{"length": true, "isEmpty": true, "charAt": true, "indexOf": true, "lastIndexOf": true, "contentEquals": true}

// keeps are methods whose result is the string itself or nearly all of it.
var keeps = map[string]bool{"trim": true, "strip": true, "stripLeading": true, "stripTrailing": true, "toString": true, "intern": true}

// sources returns what the string v consists of: operands of a concatenation, ways into a phi, the string that is
// passed through. Nil for any other value.
func (g *growth) sources(v ssa.ID) []ssa.ID {
	if operands, ok := g.concats[v]; ok {
		return operands
	}
	x := &g.f.Values[v]
	switch {
	case x.Kind == ssa.Phi && x.Type == 'a':
		return g.f.Args(v)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpCheckcast:
		return g.f.Args(v)[:1]
	case g.f.IsCall(v):
		c, _ := g.f.Member(v)
		if c.Class == stringClass && (keeps[c.Name] && len(g.f.Args(v)) == 1 || c.Name == "valueOf" && c.Desc == "(Ljava/lang/Object;)Ljava/lang/String;") {
			return g.f.Args(v)[:1]
		}
	}
	return nil
}

// variables finds strings that a variable carries from one iteration to the next: cycles that go through a phi of a
// loop's header.
func (g *growth) variables(reported map[ssa.ID]bool) {
	number := map[ssa.ID]int{}
	var nodes []ssa.ID
	add := func(v ssa.ID) {
		if _, ok := number[v]; !ok && v != 0 {
			number[v] = len(nodes)
			nodes = append(nodes, v)
		}
	}
	for _, c := range g.order {
		add(c)
	}
	var edges [][]int32
	for i := 0; i < len(nodes); i++ {
		var to []int32
		for _, s := range g.sources(nodes[i]) {
			if s != 0 {
				add(s)
				to = append(to, int32(number[s]))
			}
		}
		edges = append(edges, to)
	}
	for _, component := range callgraph.Components(len(nodes), func(v int) []int32 { return edges[v] }) {
		if len(component) < 2 {
			continue
		}
		in := map[ssa.ID]bool{}
		for _, i := range component {
			in[nodes[i]] = true
		}
		type carried struct {
			phi  ssa.ID
			loop int
		}
		var carriers []carried
		grown := map[carried][]ssa.ID{}
		for _, c := range g.order {
			if !in[c] || reported[c] {
				continue
			}
			phi, l := g.carrier(in, c)
			if k := (carried{phi, l}); phi != 0 {
				if grown[k] == nil {
					carriers = append(carriers, k)
				}
				grown[k] = append(grown[k], c)
			}
		}
		for _, k := range carriers {
			if r := (repetition{loop: k.loop}); !g.needed(in, r) && !g.marks(grown[k], in, r) && !g.onlyNew(grown[k], in, r) && !g.onlyThrown(in, r) {
				for _, c := range grown[k] {
					reported[c] = true
				}
				g.report(grown[k], g.nameOf(k.phi, grown[k][0]), r)
			}
		}
	}
}

// carrier returns the phi that carries the growing string around the innermost loop that repeats c.
func (g *growth) carrier(in map[ssa.ID]bool, c ssa.ID) (phi ssa.ID, loop int) {
	loops := g.Graph().Loops
	for l := g.LoopOf(c); l >= 0; l = int(loops[l].Parent) {
		for _, p := range g.f.Body[loops[l].Header] {
			if g.f.Values[p].Kind == ssa.Phi && in[p] && g.comesBack(c, l) {
				return p, l
			}
		}
	}
	return 0, -1
}

// needed reports whether the repetition uses one of the strings as a string, besides making it longer: then a builder
// would have to make the string all the same.
func (g *growth) needed(in map[ssa.ID]bool, r repetition) bool {
	for v := range in {
		if r.loop >= 0 && !g.InLoop(v, r.loop) {
			continue
		}
		for _, u := range g.uses().of(v) {
			if g.within(u, r) && !g.grows(in, v, u) {
				return true
			}
		}
	}
	return false
}

// grows reports whether u uses the string v only to make it longer, or in a way that is as cheap with a builder.
func (g *growth) grows(in map[ssa.ID]bool, v, u ssa.ID) bool {
	x := &g.f.Values[u]
	switch {
	case in[u] || in[g.part[u]]:
		return true
	case x.Kind != ssa.Instr:
		return false
	case x.Op == classfile.OpIfnull || x.Op == classfile.OpIfnonnull || x.Op == classfile.OpIfAcmpeq || x.Op == classfile.OpIfAcmpne:
		return true
	case x.Op == classfile.OpCheckcast:
		for _, w := range g.uses().of(u) {
			if !g.grows(in, u, w) {
				return false
			}
		}
		return true
	case g.f.IsCall(u):
		c, _ := g.f.Member(u)
		args := g.f.Args(u)
		switch {
		case c.Class == "kotlin/jvm/internal/Intrinsics":
			return c.Name != "areEqual"
		case c.Class != stringClass && c.Class != sequenceClass || args[0] != v:
			return false
		case c.Name == "equals":
			text, ok := g.f.StringConstant(args[1])
			return ok && text == ""
		}
		return cheap[c.Name]
	}
	return false
}

// anchor picks, of the concatenations by which a string grows, the one that stands for them: the first that every
// iteration passes, else the first. together is how many every iteration passes, at least 1.
func (g *growth) anchor(cs []ssa.ID, r repetition) (at ssa.ID, together int) {
	cs = slices.Clone(cs)
	slices.SortFunc(cs, func(a, b ssa.ID) int { return int(g.f.Values[a].PC - g.f.Values[b].PC) })
	for _, c := range cs {
		if r.loop >= 0 && g.LoopOf(c) == r.loop && g.everyIteration(c, r.loop) {
			if together == 0 {
				at = c
			}
			together++
		}
	}
	if together == 0 {
		return cs[0], 1
	}
	return at, together
}

// marks reports whether the only growth is a constant that some iterations add: in all likelihood one of them does.
func (g *growth) marks(cs []ssa.ID, in map[ssa.ID]bool, r repetition) bool {
	if len(cs) != 1 || r.loop < 0 || g.LoopOf(cs[0]) == r.loop && g.everyIteration(cs[0], r.loop) {
		return false
	}
	for _, operand := range g.concats[cs[0]] {
		if k := g.f.Values[operand].Kind; !in[operand] && k != ssa.Const && k != ssa.Int {
			return false
		}
	}
	return true
}

// onlyNew reports whether the string grows only by what is not yet in it, if (s.indexOf(x) < 0) s += x: it is a set, with as many parts as there
// are different ones, and what takes time is the search.
func (g *growth) onlyNew(cs []ssa.ID, in map[ssa.ID]bool, r repetition) bool {
	behindSearch := func(c ssa.ID) bool {
		for search := range g.Calls("indexOf", "contains") {
			if in[g.f.Args(search)[0]] && g.within(search, r) && g.onlyByAnswer(search, int(g.f.Values[c].Block)) {
				return true
			}
		}
		return false
	}
	return !slices.ContainsFunc(cs, func(c ssa.ID) bool { return !behindSearch(c) })
}

// everyIteration reports whether every way back to the header of loop l passes c.
func (g *growth) everyIteration(c ssa.ID, l int) bool {
	graph := g.Graph()
	for _, e := range graph.Loops[l].BackEdges {
		if !graph.Dominators.Dominates(int(g.f.Values[c].Block), int(graph.Edges[e].From)) {
			return false
		}
	}
	return true
}

// report reports that the string called name grows in the concatenations cs of one loop. It is priced as those that
// every iteration passes.
func (g *growth) report(cs []ssa.ID, name string, r repetition) {
	if name == unnamed {
		name = "a string"
	}
	c, together := g.anchor(cs, r)
	const (
		builder = "java/lang/StringBuilder"
		add     = "(Ljava/lang/String;)Ljava/lang/StringBuilder;"
	)
	e := g.Engine
	// Each execution adds a character at least: at the k-th of n the string has k-1, (n-1)/2 on average.
	length := 1.0
	if r.loop >= 0 && g.Graph().Loops[r.loop].Parent < 0 {
		if x := g.executions(Change{At: c}); x.known && x.n > 3 {
			length = (x.n - 1) / 2
		}
	}
	call := callTiles()
	one := call.Add(e.LibraryCost(builder, "append", add, 1))
	var cost pattern.Counts
	measured := "Builder"
	if g.f.Values[c].Op == classfile.OpInvokedynamic || g.isCallOfString(c) {
		cost = e.LibraryCost(stringClass, "concat", "(Ljava/lang/String;)Ljava/lang/String;", (length+1)/2)
		measured = "Concatenation"
	} else {
		cost = one.Add(call).Add(call).Add(e.LibraryCost(builder, "<init>", "()V", 1)).
			Add(e.LibraryCost(builder, "append", add, length)).Add(e.LibraryCost(builder, "toString", "()Ljava/lang/String;", length+1))
	}
	change := Change{At: c, Cost: g.TilesOf(c).Add(cost).Scale(float64(together)), Repaired: one.Scale(float64(together)), Per: r.per(), Case: measured}
	if r.loop >= 0 {
		change.Loop = r.loop
		change.Once = e.LibraryCost(builder, "<init>", "()V", 1).Add(e.LibraryCost(builder, "toString", "()Ljava/lang/String;", 2*length))
	}
	var related []finding.Location
	for _, other := range cs {
		if g.Line(other) != g.Line(c) {
			related = append(related, g.Related(other, name+" grows here, too"))
		}
	}
	if energy := g.Energy(change); energy != nil {
		g.Report(c, name, fmt.Sprintf("%s grows by concatenation %s, which copies all of it; use a StringBuilder", name, r.again()), energy, related...)
	}
}
