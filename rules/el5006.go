package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5006", Name: "UnusedWork", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance"},
		Summary: "A collection or text is only filled and never read, or the result of a call that does nothing else is not used",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{fillNames(), madeNames()}, Ops: []classfile.Op{classfile.OpNew, classfile.OpInvokestatic}},
	OrNeeds: &Needs{
		Recurs: true, Calls: [][]string{append(unusedNames(resultCase), streamResultNames()...)}, Unused: true,
		Or: &Needs{
			Recurs: true, Calls: [][]string{slices.Concat(unusedNames(smallCase), valueBoxes(), acceptedNames())}, Unused: true, Case: smallCase,
			Or: &Needs{
				RepeatsOrLambda: true, Ops: arrayMakers, Case: smallCase,
				Or: &Needs{
					Called:      func(e *Engine, c classfile.Member) bool { return c.Name == "<init>" && e.Program.Analysed(c.Class) },
					CalledNames: func(*Engine) []string { return []string{"<init>"} }, RepeatsOrLambda: true, Within: true, Ops: []classfile.Op{classfile.OpPutfield}, Case: smallCase,
					Or: &Needs{
						Called:      func(e *Engine, c classfile.Member) bool { return e.finalAbove(c) != "" },
						CalledNames: func(*Engine) []string { return slices.Sorted(maps.Keys(unusedFinal)) }, Recurs: true, Unused: true, Case: smallCase,
						Or: &Needs{
							Recurs: true, Calls: [][]string{{"newBuilder"}},
							Or: &Needs{
								Called: (*Engine).mayBeRemovable, Recurs: true, Unused: true, Case: smallCase,
								Or: &Needs{
									Recurs: true, Calls: [][]string{madeNames()}, Case: smallCase,
									Or: &Needs{
										Called: (*Engine).isSetter, RepeatsOrLambda: true, Within: true, Ops: []classfile.Op{classfile.OpNew}, Case: smallCase,
										Or: &Needs{
											Calls: [][]string{madeNames(), consuming},
											Or: &Needs{
												Called:      (*Engine).isThrowableMade,
												CalledNames: func(*Engine) []string { return []string{"<init>"} }, Recurs: true, Unused: true,
											},
										},
									},
								},
							},
						},
					},
				},
			},
		},
	},
	Check: unusedWork,
})

const collectionsClass = "java/util/Collections"

// makesFilled reports whether a call is a static method that makes what is there to be read.
func makesFilled(c classfile.Member) bool {
	return c.Name != "<init>" && slices.Contains(filledNames(rowMade, c.Class), c.Name) &&
		(copiesCollection(c) || !slices.ContainsFunc(classfile.Params(c.Desc), func(p string) bool { return len(p) > 1 }))
}

// copiesCollection reports whether a call makes something of the elements of one collection or map.
func copiesCollection(c classfile.Member) bool {
	params := classfile.Params(c.Desc)
	return len(params) == 1 && slices.Contains([]string{"Ljava/util/Collection;", "Ljava/util/Map;", "Ljava/lang/Iterable;", "Ljava/util/SortedMap;", "Ljava/util/SortedSet;", "Ljava/util/EnumMap;"}, params[0])
}

// madeNames returns the methods that make what is there to be read.
func madeNames() (out []string) {
	for _, class := range slices.Sorted(maps.Keys(filledTable[rowMade])) {
		out = append(out, methodsOf(class, filledNames(rowMade, class)...)...)
	}
	return out
}

// fillNames returns the methods that fill, and those that order or thin out a copy.
func fillNames() []string {
	return slices.Concat(filledNames(rowFills, anyClass), filledNames(rowFills, "java/util/BitSet"), filledNames(rowChanges, collectionsClass), []string{"removeAll", "retainAll", "removeIf", "replaceAll"})
}

// unusedWork finds such collections, texts and results.
func unusedWork(m *Method) {
	small := !m.Engine.neverSeen(m.rule.ID, smallCase)
	if small {
		m.writtenOnly()
	}
	f := m.Func()
	calls := m.allCalls() // in the order of the instructions
	for v := range m.Instructions() {
		switch {
		case f.Values[v].Op == classfile.OpNew:
			if class := className(f.Static(v)); isFilled(class) {
				m.onlyFilled(v, class)
			} else if _, wrapper := wrappers[class]; wrapper {
				m.unusedBox(v)
			} else if m.Engine.IsClass(class, throwableClass) {
				m.unthrown(v)
			}
		case f.IsCall(v):
			c := calls[0].Member
			calls = calls[1:]
			if f.Values[v].Op == classfile.OpInvokestatic && (makesFilled(c) || m.Engine.buildsMessages(c)) {
				m.onlyFilled(v, className(classfile.Return(c.Desc)))
			}
			if len(m.uses().of(v)) > 0 || classfile.Return(c.Desc) == "V" {
				continue
			}
			if wrappers[c.Class].primitive != "" && c.Name == "valueOf" {
				m.unusedBox(v)
				continue
			}
			if small && m.reportOwn(v, c) {
				continue
			}
			u, ok := m.onlyComputesHere(v, c)
			ok = ok && m.onlyFunctions(v, c, 0) && !m.checksText(v, c) && !m.refused(v, c)
			if (ok || slices.Contains(streamResults, c.Name)) && !m.tried(v) && (ok || m.onlyStreams(v, c)) {
				m.reportUnused(v, c, cmp.Or(u.measured, resultCase), m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
			}
		}
	}
}

// unusedBox reports a box that v makes of a number and that nothing uses, unless EL3002 has another for it. What makes one of a text may be
// there for its exception.
func (m *Method) unusedBox(v ssa.ID) {
	f := m.Func()
	class, call, parsed := box(m, m.uses(), v)
	if class == "" || parsed || isKotlin(f.Method.Class) || m.temporary(v) {
		return // Kotlin boxes what a generic function gives back, used or not
	}
	if f.Values[v].Op == classfile.OpNew {
		if c, _ := f.Member(call); len(m.uses().of(v)) > 1 || m.hasBox(c, f.Args(call)[1]) {
			return
		}
	}
	r, ok := m.recurs(v)
	if !ok || r.loop >= 0 && m.timed(r.loop) {
		return
	}
	c, _ := f.Member(call)
	cost := m.TilesOf(call).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1)).Add(callTiles())
	if energy := m.Energy(Change{At: call, Cost: cost, Per: r.per(), Case: smallCase}); energy != nil {
		m.Report(call, simpleName(class), fmt.Sprintf("%s is put into %s, %s, and nothing uses it: leave it out", article(primitiveName(class)), article(simpleName(class)), r.again()), energy, r.related()...)
	}
}

// reportOwn reports a call of a method of the program that only computes a result, and reports whether it is one.
func (m *Method) reportOwn(v ssa.ID, c classfile.Member) bool {
	target, r := m.removableCall(v, c)
	if r == nil || m.tried(v) {
		return false
	}
	m.reportUnused(v, c, smallCase, m.Engine.leastCost(target))
	return true
}

// reportUnused reports a call whose result nothing uses. cost is that of what the call runs.
func (m *Method) reportUnused(v ssa.ID, c classfile.Member, measured string, cost pattern.Counts) {
	r, ok := m.recurs(v)
	if !ok || r.loop >= 0 && m.timed(r.loop) || javaBuilders[c.Class] && isKotlin(m.Func().Method.Class) {
		return // Kotlin's inline functions compute the text that a lambda gives, and may drop it
	}
	if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v).Add(cost), Per: r.per(), Case: measured}); energy != nil {
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("The result of %s is not used, %s, and it does nothing else: leave the call out", m.Call(v), r.again()), energy, r.related()...)
	}
}

// tried reports whether a handler catches what a call throws: then that may be what it is called for.
func (m *Method) tried(v ssa.ID) bool {
	pc := int(m.Func().Values[v].PC)
	return slices.ContainsFunc(m.Func().Code.Handlers, func(h classfile.Handler) bool { return h.Covers(pc) && h.Type != "" })
}

// temporaries are parts of the names of variables that compilers make: Groovy keeps the results of a spread call in one, though
// the statement does not use them.
var temporaries = []string{"$spreadresult", "$spreadtarget"}

// temporary reports whether a compiler made the variable that holds a value.
func (m *Method) temporary(v ssa.ID) bool {
	name := m.Describe(v)
	return slices.ContainsFunc(temporaries, func(t string) bool { return strings.Contains(name, t) })
}

// repeatedFilling returns the first of the calls that a loop of the method repeats, or else the first that each call of the method
// repeats; 0 where nothing repeats any.
func (m *Method) repeatedFilling(filling []ssa.ID) (last ssa.ID, r repetition) {
	for _, u := range filling {
		if x, ok := m.repetition(u); ok {
			return u, x
		}
	}
	for _, u := range filling {
		if x, ok := m.recurs(u); ok {
			return u, x
		}
	}
	return 0, r
}

// filling is what a call does to what it fills.
type filling int

const (
	readsFilled filling = iota
	fillsIt
	changesIt // needs something to be there, or nothing
	isIt      // returns it, or what is it for all purposes
)

// fillingOf returns what an instruction does to a value of a class that is there to be read.
func (m *Method) fillingOf(u, v ssa.ID, class string) (what filling, itself bool) {
	f := m.Func()
	c, _ := f.Member(u)
	if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokedynamic || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v) || !m.givenFunctions(u, c) {
		return readsFilled, false
	}
	of := class
	if f.Values[u].Op == classfile.OpInvokestatic {
		switch {
		case c.Class != collectionsClass:
			return readsFilled, false
		case c.Name == "newSetFromMap":
			return isIt, true
		}
		of = c.Class
	}
	itself = classfile.Return(c.Desc) == "L"+class+";" && c.Class == class
	switch {
	case slices.Contains(filledNames(rowFills, of), c.Name):
		return fillsIt, itself
	case slices.Contains(filledNames(rowChanges, of), c.Name):
		return changesIt, itself
	case itself && slices.ContainsFunc(m.Engine.messageSetters(class), func(begin string) bool { return strings.HasPrefix(c.Name, begin) }):
		return fillsIt, true
	}
	return readsFilled, false
}

// givenFunctions reports whether the functions and comparators that a call of an object is given do nothing but compute and compare.
func (m *Method) givenFunctions(u ssa.ID, c classfile.Member) bool {
	if !strings.Contains(c.Desc, "Ljava/util/") {
		return true // it gets none
	}
	f := m.Func()
	args := f.Args(u)
	params := classfile.Params(c.Desc)
	limit := &functionLimit{left: streamChain}
	for i, p := range params {
		if !strings.HasPrefix(p, "Ljava/util/function/") && p != "Ljava/util/Comparator;" {
			continue
		}
		if a := args[len(args)-len(params)+i]; !f.IsNull(a) && !m.onlyFunction(a, limit) {
			return false
		}
	}
	return true
}

// onlyFilled reports a collection or text of a class that is only filled, and that again and again.
func (m *Method) onlyFilled(made ssa.ID, class string) {
	f := m.Func()
	t := m.uses()
	var filling, changing, same []ssa.ID
	madeBy, _ := f.Member(made)
	copied := f.IsCall(made) && copiesCollection(madeBy)
	var forEach []*Site
	w := visit(made)
	for v := range w.all() {
		for _, u := range t.of(v) {
			if s := m.filledForEach(u, v, class); s != nil {
				forEach = append(forEach, s)
				continue
			}
			if f.IsCallTo(u, "java/util/Objects", "requireNonNull") && len(t.of(u)) == 0 {
				continue // as compilers write it in front of seen::add
			}
			what, itself := m.fillingOf(u, v, class)
			switch {
			case what == readsFilled:
				return
			case itself:
				w.add(u)
				if what == isIt {
					same = append(same, u)
				}
			case len(t.of(u)) > 0:
				return // whether it was new, or what was there before
			}
			c, _ := f.Member(u)
			switch {
			case c.Name == "<init>" && m.refused(u, c):
				return
			case what == fillsIt:
				filling = append(filling, u)
			case c.Name == "<init>":
				copied = copied || copiesCollection(c)
			case what == changesIt:
				changing = append(changing, u)
			}
		}
	}
	does := "filled"
	if len(filling)+len(forEach) == 0 && copied {
		filling, does = changing, "a copy that is changed"
	}
	if m.temporary(made) {
		return
	}
	if len(filling)+len(forEach)+len(changing) == 0 && !copied {
		m.onlyMade(made, class)
		return
	}
	last, r := m.repeatedFilling(filling)
	if last == 0 && len(forEach) > 0 {
		last, r = forEach[0].Call, repetition{loop: -1, site: forEach[0]}
	}
	if last == 0 || r.site != nil && m.timedCall(last) || !m.returns(last) || r.loop >= 0 && m.timed(r.loop) || m.measuresMemory() {
		return
	}
	c, _ := f.Member(last)
	cost := m.TilesOf(last).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	measured := "Filled"
	if r.calls() {
		measured = "FilledOnce"
	}
	if energy := m.Energy(Change{At: last, Cost: cost, Per: r.per(), Case: measured}); energy != nil {
		name := m.nameOr(made, simpleName(class))
		if strings.HasSuffix(name, "()") {
			name = simpleName(class) // no variable has it
		}
		for _, u := range same {
			name = m.nameOr(u, name)
		}
		m.Report(made, class, fmt.Sprintf("The %s is %s %s, and never read: leave it out", name, does, r.again()), energy, m.Related(last, strings.TrimPrefix(does, "a copy that is ")+" here"))
	}
}

// valueBoxes are what makes a box of a number.
func valueBoxes() (out []string) {
	for class, w := range wrappers {
		out = append(out, class+".valueOf("+w.primitive+")L"+class+";", class+".<init>("+w.primitive+")V")
	}
	slices.Sort(out)
	return out
}
