package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL8001", Name: "EagerLogArgument", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "logging", "strings"},
		Summary: "A text is put together for a log message of a level that is off by default, and then thrown away",
	},
	Needs: Needs{Calls: [][]string{loggerCalls(), messageCalls()}},
	// debug("{}", described(word))
	OrNeeds: &Needs{Calls: [][]string{loggerCalls()}, Called: func(e *Engine, c classfile.Member) bool {
		return classfile.Return(c.Desc) == stringDesc && e.own(c.Class)
	}, Or: &Needs{Called: func(e *Engine, c classfile.Member) bool { return e.inheritedLogger(c) != nil }, CalledNames: quietNames}},
	Check:  eagerLogArgument,
	Repair: repair.LogParts,
	Facts: func(m *Method, at ssa.ID, s *finding.Site) {
		if args := m.Func().Args(at); len(args) < 2 || !concatenates(m.Func(), args[1]) {
			s.Refusal = "the text is no concatenation that the compiler joins by one call (Java 9 and later)"
			return
		}
		partFacts(m, at, s)
	},
})

// levelTests are the methods of loggers by which code asks for a level that is off by default, and those that are told the level.
var (
	levelTests = []string{"isTraceEnabled", "isDebugEnabled"}
	toldTests  = []string{"isLoggable", "isEnabled", "isEnabledFor"}
	guardWords = []string{"debug", "trace", "verbose", "finest", "loggable", "logging"} // in the name of a condition of the program's own
)

// composing are library methods that put a text together.
var composing = map[string]bool{
	"java/lang/String.format": true, "java/lang/String.formatted": true, "java/lang/String.join": true, "java/text/MessageFormat.format": true,
	"java/util/Arrays.toString": true, "java/util/Arrays.deepToString": true, "java/lang/String.concat": true,
}

func messageCalls() (out []string) {
	for n := range composing {
		out = append(out, n)
	}
	slices.Sort(out)
	return append(out, "makeConcatWithConstants", "makeConcat", "toString")
}

// quietCall returns the library whose method a call is, where it writes a message of a level that is off by default.
func (m *Method) quietCall(v ssa.ID, c classfile.Member) *logger {
	l := loggerOf(c.Class)
	if l == nil {
		if l = m.Engine.inheritedLogger(c); l != nil && m.Engine.belowLogger(m.Func().Method.Class.Name) {
			return nil // the callers of a logger ask it for the level
		}
	}
	if l == nil || slices.Contains(l.calls, c.Name) || slices.Contains(l.withLevel, c.Name) && m.quietLevel(m.Func().Args(v)[1:], l) {
		return l
	}
	return nil
}

// quietLevel reports whether the first argument is a constant for a level that is off by default.
func (m *Method) quietLevel(args []ssa.ID, l *logger) bool {
	f := m.Func()
	if len(args) == 0 || f.Values[args[0]].Op != classfile.OpGetstatic || f.Values[args[0]].Kind != ssa.Instr {
		return false
	}
	level, _ := f.Member(args[0])
	return slices.Contains(l.levels, level.Name)
}

func eagerLogArgument(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		l := m.quietCall(v, c)
		if l == nil {
			continue
		}
		t := m.uses()
		var cost pattern.Counts
		what := ""
		for _, a := range m.messageArguments(v) {
			if text, price := m.composedText(t, a, v); text != "" {
				what, cost = text, cost.Add(price)
			}
		}
		if what == "" || m.changesIn(v) || m.guarded(v) || m.handles(int(f.Values[v].Block)) || m.offersTest() || m.setsFine(v, c) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || r.calls() && m.onlyGuardedCalls() || r.loop >= 0 && (m.sleeps(r.loop) || m.rare(v)) {
			continue
		}
		measured := l.measured + "Concatenation"
		if strings.Contains(what, "format") {
			measured = l.measured + "Format"
		}
		advice := m.loggerAdvice(l, v, what)
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: measured}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s gets %s that is made %s, also where the level is off; %s", m.Call(v), what, r.again(), advice), energy, r.related()...)
		}
	}
}

// resultOf begins what is said of the text that a method of the program puts together.
const resultOf = "the text of "

// formattedElse are library methods whose texts placeholders do not give: a logger writes an array in its own form, or takes its elements for
// several parts.
var formattedElse = []string{"Arrays.toString", "Arrays.deepToString", "String.join"}

// loggerAdvice is what to do about a text that a call of a logger gets.
func (m *Method) loggerAdvice(l *logger, v ssa.ID, what string) string {
	if l.advice == suppliers {
		return suppliers
	}
	advice := l.advice
	if advice == placeholders && m.needsFormat(v) || strings.HasPrefix(what, resultOf) || slices.ContainsFunc(formattedElse, func(s string) bool { return strings.HasSuffix(what, s) }) {
		advice = askFirst
	}
	c, _ := m.Func().Member(v)
	if c.Name == "trace" || slices.Contains(l.withLevel, c.Name) && m.quietLevel(m.Func().Args(v)[1:], &logger{levels: []string{"TRACE"}}) {
		advice = strings.Replace(advice, "isDebugEnabled", "isTraceEnabled", 1)
	}
	return advice
}

// onlyComposes reports whether a call runs one method of the program that does nothing but put a text together.
func (m *Method) onlyComposes(v ssa.ID, c classfile.Member) bool {
	if classfile.Return(c.Desc) != stringDesc || !m.Engine.own(c.Class) {
		return false
	}
	d := m.dispatch(v)
	if len(d.Targets) != 1 || len(d.Lambdas) > 0 || !d.Complete || m.Engine.functionOf(d.Targets[0], 0) == nil {
		return false
	}
	callee := m.Engine.reader(d.Targets[0])
	for u := range callee.Instructions() {
		if callee.byRecipe(u) != nil && callee.returns(u) {
			return true
		}
	}
	return false
}

// messageArguments are the arguments of a call, and those in an array that is made for it.
func (m *Method) messageArguments(v ssa.ID) (out []ssa.ID) {
	f := m.Func()
	for _, a := range f.Args(v)[1:] {
		x := &f.Values[a]
		if x.Kind != ssa.Instr || x.Op != classfile.OpAnewarray {
			out = append(out, a)
			continue
		}
		for _, e := range m.elements(a) {
			out = append(out, e)
		}
	}
	return out
}

// packedFor reports whether an instruction stores a value in an array that only a call gets.
func (m *Method) packedFor(t *useTable, store, call ssa.ID) bool {
	f := m.Func()
	return f.Values[store].Op == classfile.OpAastore && slices.Contains(f.Args(call), f.Args(store)[0]) && m.onlyFilledFor(t, f.Args(store)[0], call)
}

// onlyFilledFor reports whether a method does nothing with an array but store objects in it and pass it to a call, as javac does with variable
// arguments.
func (m *Method) onlyFilledFor(t *useTable, array, call ssa.ID) bool {
	f := m.Func()
	return !slices.ContainsFunc(t.of(array), func(u ssa.ID) bool {
		return u != call && (f.Values[u].Op != classfile.OpAastore || f.Args(u)[0] != array || f.Args(u)[2] == array)
	})
}

// composedText returns what makes a text that only the call of the logger uses, and its price; text is empty where the
// value is no such text.
func (m *Method) composedText(t *useTable, a, call ssa.ID) (text string, price pattern.Counts) {
	f := m.Func()
	a = m.Strip(a)
	x := &f.Values[a]
	if x.Kind != ssa.Instr {
		return "", nil
	}
	for _, u := range t.of(a) {
		if u != call && f.Values[u].Op != classfile.OpCheckcast && !m.packedFor(t, u, call) {
			return "", nil
		}
	}
	const concat = "(Ljava/lang/String;)Ljava/lang/String;"
	if x.Op == classfile.OpInvokedynamic {
		recipe, ok := m.recipe(a)
		if !ok {
			return "", nil
		}
		constants := strings.Map(func(r rune) rune {
			if r == 1 || r == 2 {
				return -1
			}
			return r
		}, recipe)
		length := float64(len(utf16.Encode([]rune(constants))) + len(f.Args(a)))
		return "a concatenation", m.TilesOf(a).Add(m.Engine.LibraryCost(stringClass, "concat", concat, length/2))
	}
	if !f.IsCall(a) {
		return "", nil
	}
	c, _ := f.Member(a)
	switch {
	case composing[c.Class+"."+c.Name]:
		return "the result of " + m.Call(a), m.TilesOf(a).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	case m.onlyComposes(a, c):
		return resultOf + m.Call(a), m.TilesOf(a).Add(m.Engine.LibraryCost(stringClass, "concat", concat, 1))
	case c.Name != "toString" || c.Desc != "()Ljava/lang/String;":
		return "", nil
	case builders[c.Class]:
		return m.builtText(t, a)
	case c.Class == "java/lang/String":
		return "", nil
	}
	return "the result of toString", m.TilesOf(a).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
}

// builtText is composedText for the toString of a builder that is made for this text.
func (m *Method) builtText(t *useTable, a ssa.ID) (string, pattern.Counts) {
	f := m.Func()
	g := &growth{Method: m, f: f, concats: map[ssa.ID][]ssa.ID{}, part: map[ssa.ID]ssa.ID{}}
	varies := slices.ContainsFunc(g.builder(a), func(o ssa.ID) bool { k := f.Values[o].Kind; return k != ssa.Const && k != ssa.Int })
	if !varies {
		return "", nil
	}
	price := m.TilesOf(a)
	for _, u := range slices.Sorted(maps.Keys(g.part)) {
		c, _ := f.Member(u)
		size := 1.0
		if args := f.Args(u); len(args) > 1 {
			if text, ok := f.StringConstant(args[1]); ok {
				size = float64(len(utf16.Encode([]rune(text))))
			}
		}
		price = price.Add(m.TilesOf(u)).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, size))
	}
	c, _ := f.Member(a)
	return "a concatenation", price.Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, float64(len(g.part))))
}
