package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// listAnswer is what is asked of a list that needs none: the case that prices the list, what matters of it, and what to use instead.
type listAnswer struct {
	pair, matters, instead string
	mapped                 string // instead, where the list is filled with those of what a function returns that are not null; empty where it is the same
}

// kotlinAnswers are the functions of Kotlin's library that ask one thing of a collection; not single, as that list has one element.
var kotlinAnswers = map[string]listAnswer{
	"count": answersSize, "any": answersEmpty, "none": answersEmpty, "first": answersFirst, "firstOrNull": answersFirst,
	"last": answersLast, "lastOrNull": answersLast,
	"sumOfInt": answersSum, "sumOfLong": answersSum, "sumOfDouble": answersSum, "sumOfFloat": answersSum,
	"maxOrNull": answersMost, "minOrNull": answersMost, "maxOrThrow": answersMost, "minOrThrow": answersMost,
}

// onSequence makes the functions hand on one element after the other.
const onSequence = "asSequence() in front of it"

var (
	answersSize  = listAnswer{"CollectForSize", "the number of its elements", "count", ""}
	answersEmpty = listAnswer{"CollectForEmpty", "whether it has an element", "any or none", ""}
	answersFirst = listAnswer{"CollectForEmpty", "its first element", "first or firstOrNull with the condition, or take the first one before", "firstNotNullOf or firstNotNullOfOrNull"}
	answersLast  = listAnswer{"CollectForSize", "its last element", "last or lastOrNull with the condition, or take the last one before", "asReversed() with firstNotNullOf or firstNotNullOfOrNull"}
	answersSum   = listAnswer{"CollectForSize", "the sum of its elements", "sumOf", onSequence}
	answersMost  = listAnswer{"CollectForSize", "its largest or smallest element", "maxOf, minOf or their OrNull", onSequence}
	// methodAnswers are the methods of lists that do.
	methodAnswers = map[string]listAnswer{"size": answersSize, "isEmpty": answersEmpty}
)

// listQuestions are these calls, for Needs.
func listQuestions() (out []string) {
	for _, class := range []string{"java/util/List", "java/util/Collection"} {
		out = append(out, methodsOf(class, slices.Sorted(maps.Keys(methodAnswers))...)...)
	}
	return append(out, methodsOf(kotlinCollections, slices.Sorted(maps.Keys(kotlinAnswers))...)...)
}

// answerOf returns what a call asks of the one collection that it is given; its zero value where that is something else.
func (m *Method) answerOf(call ssa.ID) listAnswer {
	c, _ := m.Func().Member(call)
	switch {
	case len(m.Func().Args(call)) != 1:
		return listAnswer{}
	case c.Class == kotlinCollections:
		return kotlinAnswers[c.Name]
	}
	return methodAnswers[c.Name]
}

// inlinedForAnswer finds lists that a function which Kotlin's compiler inlines fills, and of which only one thing is asked that needs no list:
// names.filter { it.isEmpty() }.size.
func inlinedForAnswer(m *Method) {
	f := m.Func()
	if !isKotlin(f.Method.Class) {
		return
	}
	for made := range m.Instructions() {
		if f.Values[made].Op != classfile.OpNew || f.Static(made) != "Ljava/util/ArrayList;" {
			continue
		}
		add, question := m.filledForOne(made)
		if question == 0 || m.fillsOtherwise(add) || m.LoopOf(question) != m.LoopOf(made) || m.LoopOf(add) == m.LoopOf(made) || m.changesInLoop(m.LoopOf(add)) {
			continue
		}
		r, ok := m.recurs(question)
		if !ok {
			continue
		}
		answer := m.answerOf(question)
		cost := callTiles().Add(m.Engine.LibraryCost("java/util/ArrayList", "add", collectionAdd, 1))
		if energy := m.Energy(Change{At: question, Cost: cost, Per: r.unit() + " and element of the list", Factor: "the number of elements of the list", Case: answer.pair}); energy != nil {
			c, _ := f.Member(question)
			if answer.mapped != "" && m.comparedWithNull(f.Args(add)[1]) {
				answer.instead = answer.mapped // mapNotNull
			}
			m.Report(question, c.Name, fmt.Sprintf("a list is filled %s, and only %s matters; use %s", r.again(), answer.matters, answer.instead), energy, append(r.related(), m.Related(add, "filled here"))...)
		}
	}
}

// inlinedMark begins the variables that Kotlin's compiler adds while a function that it inlined runs.
const inlinedMark = "$i$f$"

// dependent are the functions of Kotlin's library whose lists depend on the elements before, or on a second list: count with their condition
// gives another number.
var dependent = []string{"distinctBy", "takeWhile", "dropWhile", "zip", "zipWithNext", "runningFold", "runningFoldIndexed", "runningReduce",
	"runningReduceIndexed", "scan", "scanIndexed"}

// fillsOtherwise reports whether a call is of the body of one of the dependent functions, inlined.
func (m *Method) fillsOtherwise(call ssa.ID) bool {
	f := m.Func()
	pc := int(f.Values[call].PC)
	return slices.ContainsFunc(f.Code.Variables(), func(v classfile.Variable) bool {
		name, ok := strings.CutPrefix(v.Name, inlinedMark)
		return ok && v.Start <= pc && pc < v.End && slices.Contains(dependent, strings.ReplaceAll(name, "$iv", ""))
	})
}

// changesInLoop reports whether loop l changes something, beside what the method made: any, none and first go through fewer elements.
func (m *Method) changesInLoop(l int) bool {
	for v := range m.Instructions() {
		if l >= 0 && m.InLoop(v, l) && m.storesOrChanges(v) {
			return true
		}
	}
	return false
}

// comparedWithNull reports whether a value is compared with null.
func (m *Method) comparedWithNull(v ssa.ID) bool {
	f := m.Func()
	return slices.ContainsFunc(m.uses().of(m.Strip(v)), func(u ssa.ID) bool {
		op := f.Values[u].Op
		return f.Values[u].Kind == ssa.Instr && (op == classfile.OpIfnull || op == classfile.OpIfnonnull)
	})
}

// filledForOne returns the call of add by which a list is filled, and the only other call that it is given, which asks one thing; 0 where it
// has other uses.
func (m *Method) filledForOne(made ssa.ID) (add, question ssa.ID) {
	f := m.Func()
	w := visit(made)
	for v := range w.all() {
		for _, u := range m.uses().of(v) {
			c, _ := f.Member(u)
			switch {
			case f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpCheckcast:
				w.add(u)
			case m.addsNullCheck(u):
			case !f.IsCall(u) || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v):
				return 0, 0
			case c.Name == "<init>" && !copiesCollection(c):
			case m.IsCall(u, "add", collectionAdd) && len(m.uses().of(u)) == 0 && add == 0:
				add = u
			case question == 0 && m.answerOf(u).pair != "":
				question = u
			default:
				return 0, 0
			}
		}
	}
	if add == 0 {
		return 0, 0
	}
	return add, question
}
