package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL5001", Name: "LoopInvariantCall", Level: finding.Note, Precision: "very-high", Tags: []string{"performance", "loops"},
		Sampled: finding.AtCall,
		Summary: "The call computes the same in every iteration; computing it once in front of the loop is enough",
	},
	Needs: Needs{Calls: [][]string{pureNames()}, RepeatsOrLambda: true},
	Check: loopInvariantCall,
})

// pure are library methods whose result depends on their arguments alone, which are numbers and strings, that do
// nothing else, and that cost enough to be worth a variable. Their values are the numbers of parameters that they take.
var pure = map[string][]string{
	"java/lang/Math":       {"sqrt", "cbrt", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log10", "log1p", "sinh", "cosh", "tanh", "hypot"},
	"java/lang/StrictMath": {"sqrt", "cbrt", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log10", "log1p", "sinh", "cosh", "tanh", "hypot"},
	"java/lang/Integer":    {"parseInt", "toString", "toHexString", "toBinaryString", "toOctalString", "parseUnsignedInt"},
	"java/lang/Long":       {"parseLong", "toString", "toHexString", "toBinaryString", "parseUnsignedLong"},
	"java/lang/Short":      {"parseShort"},
	"java/lang/Byte":       {"parseByte"},
	"java/lang/Double":     {"parseDouble", "toString"},
	"java/lang/Float":      {"parseFloat", "toString"},
	"java/lang/String": {
		"toLowerCase", "toUpperCase", "trim", "strip", "stripLeading", "stripTrailing", "repeat", "concat", "replace", "substring",
		"indexOf", "lastIndexOf", "contains", "equalsIgnoreCase", "compareToIgnoreCase", "startsWith", "endsWith",
	},
}

func pureNames() []string {
	var out []string
	for class, names := range pure {
		for _, n := range names {
			out = append(out, class+"."+n)
		}
	}
	return out
}

// isPure reports whether a member is one of pure, and takes and gives only numbers, strings and locales. String.replace takes
// CharSequences: their static types are looked at where it is called.
func isPure(c classfile.Member) bool {
	for _, n := range pure[c.Class] {
		if n == c.Name {
			return !strings.Contains(c.Desc, "[")
		}
	}
	return false
}

// loopInvariantCall finds pure calls that every iteration of a loop makes with the same arguments.
func loopInvariantCall(m *Method) {
	for v, c := range m.Calls() {
		if !isPure(c) {
			continue
		}
		if m.LoopOf(v) < 0 {
			m.invariantForEach(v, c)
			continue
		}
		l := m.invariantIn(v)
		if l < 0 || m.caughtInside(v, c, l) || changesCase(c) && (m.comparedInCase(v) != nil || m.callsInClass(setsLocale)) || // EL1004's
			m.repeatsOnPurpose(v, l) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, m.leastLength(v)))
		local := pattern.Single(pattern.Of(pattern.VariableDeclaration, pattern.TypeOf(classfile.Return(c.Desc)), pattern.Load), 1)
		energy := m.Energy(Change{At: v, Cost: cost, Repaired: local, Once: cost, Loop: l, Case: m.hoisted(v, c)})
		if energy == nil {
			continue
		}
		var related []finding.Location
		if line := m.LoopLine(l); line > 0 {
			at := m.Place(v)
			at.Line, at.Message = line, "the loop"
			related = append(related, at)
		}
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("%s computes the same in every iteration of the loop: compute it once in front of it", m.Call(v)), energy, related...)
	}
}

// invariantForEach is loopInvariantCall for a call outside of loops, which a lambda makes for every element.
func (m *Method) invariantForEach(v ssa.ID, c classfile.Member) {
	f := m.Func()
	if slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !m.isText(a) }) {
		return
	}
	s := m.invariantSite(v)
	if s == nil || changesCase(c) && (m.comparedInCase(v) != nil || m.callsInClass(setsLocale)) {
		return
	}
	m.reportForEach(v, c, s, m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, m.leastLength(v))), m.hoisted(v, c), "")
}

// setsLocale are the methods by which a class changes what depends on the default locale, and on the default time zone.
var setsLocale = []classfile.Member{{Class: localeClass, Name: "setDefault"}, {Class: "java/util/TimeZone", Name: "setDefault"}}

// raising are the methods of pure that are known to raise exceptions for some texts and numbers, parsing those for texts.
var (
	parsing = []string{"parseInt", "parseUnsignedInt", "parseLong", "parseUnsignedLong", "parseShort", "parseByte", "parseDouble", "parseFloat"}
	raising = append(slices.Clone(parsing), "substring", "repeat")
)

// caughtInside reports whether loop l handles an exception of a call and may go on: in front of the loop the call would end it.
func (m *Method) caughtInside(v ssa.ID, c classfile.Member, l int) bool {
	return slices.Contains(raising, c.Name) && m.catchesIn(v, l)
}

// catchesIn reports whether loop l handles an exception of an instruction.
func (m *Method) catchesIn(v ssa.ID, l int) bool {
	f, pc := m.Func(), int(m.Func().Values[v].PC)
	return slices.ContainsFunc(f.Code.Handlers, func(h classfile.Handler) bool {
		if pc < h.Start || pc >= h.End {
			return false
		}
		return slices.ContainsFunc(m.Graph().Loops[l].Blocks, func(b int32) bool { return int(m.Graph().Blocks[b].Start) == h.Target })
	})
}

// hoisted names the case of a call: "MathSqrt", or "MathSqrtConstant" where all arguments are constants, which compilers may
// evaluate themselves, or "StringToLowerCaseWord", which depends on the length of the text.
func (m *Method) hoisted(v ssa.ID, c classfile.Member) string {
	name := simpleName(c.Class) + strings.ToUpper(c.Name[:1]) + c.Name[1:]
	f := m.Func()
	for _, a := range f.Args(v) {
		if k := f.Values[m.Strip(a)].Kind; k != ssa.Int && k != ssa.Const && !m.isLocale(a) {
			if changesCase(c) && m.isWord(v) {
				name += ofWord
			}
			return name
		}
	}
	return name + "Constant"
}

// changesCase reports whether a method is String's toLowerCase or toUpperCase.
func changesCase(c classfile.Member) bool {
	return c.Class == stringClass && (c.Name == "toLowerCase" || c.Name == "toUpperCase")
}

// invariantIn returns the outermost loop around a call in which it is made in every iteration with the same strings
// and numbers; -1 for none.
func (m *Method) invariantIn(v ssa.ID) int {
	f := m.Func()
	out := -1
	for l := m.LoopOf(v); l >= 0; l = int(m.Graph().Loops[l].Parent) {
		if !m.EveryIteration(v, l) || !m.Iterates(v, l) || m.exitsBefore(v, l) > 1 {
			return out
		}
		for _, a := range f.Args(v) {
			if !m.isText(a) || !m.computedOutside(a, l, 0) {
				return out
			}
		}
		out = l
	}
	return out
}

// isText reports whether a value is a string, a number, or a constant of Locale: toLowerCase(Locale.ROOT).
func (m *Method) isText(v ssa.ID) bool {
	f := m.Func()
	return f.Values[v].Type != 'a' || f.Static(v) == stringDesc || m.isLocale(v)
}

// isLocale reports whether a value is a constant of Locale.
func (m *Method) isLocale(v ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(v)
	return f.Values[v].Op == classfile.OpGetstatic && f.Values[v].Kind == ssa.Instr && c.Class == localeClass
}

const localeClass = "java/util/Locale"

// computedOutside reports whether a value stays the same in loop l, or is computed of numbers that do, by arithmetic and simpleMath.
func (m *Method) computedOutside(v ssa.ID, l, depth int) bool {
	if m.Stable(v, l) || m.isLocale(v) {
		return true
	}
	f := m.Func()
	x := &f.Values[v]
	c, _ := f.Member(v)
	arithmetic := x.Kind == ssa.Instr && x.Op >= classfile.OpIadd && x.Op <= classfile.OpDcmpg && x.Op != classfile.OpIinc
	if depth > 8 || !arithmetic && !(f.IsCall(v) && isSimpleMath(c)) {
		return false
	}
	return !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !m.computedOutside(a, l, depth+1) })
}

// simpleMath are functions of Math that cost too little to be reported, and of which those of pure may take the result.
var simpleMath = []string{"abs", "ceil", "floor", "max", "min", "rint", "round", "signum", "toDegrees", "toRadians"}

func isSimpleMath(c classfile.Member) bool {
	return (c.Class == "java/lang/Math" || c.Class == "java/lang/StrictMath") && slices.Contains(simpleMath, c.Name)
}

// exitsBefore counts the blocks in front of v, but the first of an iteration, in which loop l may end: a loop with several of them
// may well end before v in its first iteration.
func (m *Method) exitsBefore(v ssa.ID, l int) int {
	f, g := m.Func(), m.Graph()
	at, blocks := f.Values[v].Block, map[int32]bool{}
	for _, test := range m.exitTests(l) {
		if b := f.Values[test].Block; b != g.Loops[l].Header && b != at && g.Dominators.Dominates(int(b), int(at)) {
			blocks[b] = true
		}
	}
	return len(blocks)
}

// leastLength is what is certain of the lengths of a call's strings: those of constants, else 1.
func (m *Method) leastLength(v ssa.ID) float64 {
	f := m.Func()
	n := 1.0
	for i, a := range f.Args(v) {
		if s, ok := f.StringConstant(a); ok && i == 0 {
			n = max(n, float64(len(s)))
		}
	}
	return n
}
