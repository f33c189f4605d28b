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
		ID: "EL7014", Name: "ExceptionAsAnswer", Level: finding.Note, Precision: "high", Tags: []string{"performance", "exceptions"},
		Summary: "An exception is thrown and caught only to learn something that a test tells; each one records the whole stack",
	},
	Needs: Needs{Recurs: true, Catches: true, Calls: [][]string{parserNames()}},
	OrNeeds: &Needs{
		Catches: true, Ops: []classfile.Op{classfile.OpAthrow}, Repeats: true,
		Or: &Needs{Recurs: true, Catches: true, Called: (*Engine).namesConstant, CalledNames: func(*Engine) []string { return []string{"valueOf"} }},
	},
	Check: exceptionAsAnswer,
})

// parser is a method that reads a text and throws an exception where the text is not of its form.
type parser struct {
	class           string
	names           []string
	throws, instead string
}

const (
	numberFormat = "java/lang/NumberFormatException"
	testNumber   = "test its characters first"
)

var parsers = []parser{
	{"java/lang/Integer", []string{"parseInt", "valueOf", "decode"}, numberFormat, testNumber},
	{"java/lang/Long", []string{"parseLong", "valueOf", "decode"}, numberFormat, testNumber},
	{"java/lang/Short", []string{"parseShort", "valueOf"}, numberFormat, testNumber},
	{"java/lang/Byte", []string{"parseByte", "valueOf"}, numberFormat, testNumber},
	{"java/lang/Double", []string{"parseDouble", "valueOf"}, numberFormat, testNumber},
	{"java/lang/Float", []string{"parseFloat", "valueOf"}, numberFormat, testNumber},
	{"java/math/BigDecimal", []string{"<init>"}, numberFormat, testNumber},
	{"java/math/BigInteger", []string{"<init>"}, numberFormat, testNumber},
	{"java/util/UUID", []string{"fromString"}, "java/lang/IllegalArgumentException", "test its form first"},
	{"java/time/LocalDate", []string{"parse"}, "java/time/format/DateTimeParseException", "use DateTimeFormatter.parseUnresolved, which throws none"},
	{"java/time/LocalDateTime", []string{"parse"}, "java/time/format/DateTimeParseException", "use DateTimeFormatter.parseUnresolved, which throws none"},
	{"java/text/DateFormat", []string{"parse"}, "java/text/ParseException", "use parse with a ParsePosition, which throws none"},
	{"java/text/SimpleDateFormat", []string{"parse"}, "java/text/ParseException", "use parse with a ParsePosition, which throws none"},
	{"java/text/NumberFormat", []string{"parse"}, "java/text/ParseException", "use parse with a ParsePosition, which throws none"},
	{"java/text/DecimalFormat", []string{"parse"}, "java/text/ParseException", "use parse with a ParsePosition, which throws none"},
}

// constantNames stands for valueOf of every enum.
var constantNames = parser{throws: "java/lang/IllegalArgumentException", instead: "look the name up in a map of the constants"}

// namesConstant reports whether a method is valueOf of an enum of the program, which finds a constant by its name.
func (e *Engine) namesConstant(c classfile.Member) bool {
	return c.Name == "valueOf" && c.Desc == "("+stringDesc+")L"+c.Class+";" && e.own(c.Class) && e.IsClass(c.Class, "java/lang/Enum")
}

func parserNames() (out []string) {
	for _, p := range parsers {
		out = append(out, methodsOf(p.class, p.names...)...)
	}
	return out
}

// exceptionAsAnswer finds exceptions whose handler takes no notice of them but that they were thrown.
func exceptionAsAnswer(m *Method) {
	f := m.Func()
	if len(f.Code.Handlers) == 0 {
		return
	}
	for v := range m.Instructions() {
		var what, advice string
		var thrown string
		measured := "ParseInt"
		if f.Values[v].Op == classfile.OpAthrow {
			made := m.Strip(f.Args(v)[0])
			if f.Values[made].Kind != ssa.Instr || f.Values[made].Op != classfile.OpNew {
				continue
			}
			thrown, measured = className(f.Static(made)), "Thrown"
			if m.Engine.stackless(thrown) {
				continue
			}
			what, advice = "The "+simpleName(thrown)+" is thrown and caught in one method", "branch to what the handler does"
		} else if f.IsCall(v) {
			c, _ := f.Member(v)
			p := parserOf(c)
			if m.Engine.namesConstant(c) {
				p = &constantNames
			}
			if p == nil || !m.onlyTried(v, c) || m.asksForRange(v, c) {
				continue
			}
			thrown = p.throws
			what, advice = fmt.Sprintf("%s is called to learn by %s whether a text is of its form", m.writtenAs(v, c), article(simpleName(thrown))), p.instead
		}
		if thrown == "" {
			continue
		}
		handler := m.caughtUnseen(v, thrown)
		if handler < 0 {
			continue
		}
		r, ok := m.throwsAgain(v, handler)
		if !ok || measured == "Thrown" && r.calls() || r.loop >= 0 && m.rare(v) {
			continue // once for each call it is an error, not an answer
		}
		again := r.again()
		if measured == "Thrown" && r.loop >= 0 {
			again = "in the same loop"
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(throwableClass, "fillInStackTrace", "()Ljava/lang/Throwable;", 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: "exception", Case: measured, Thrown: true}); energy != nil {
			m.Report(v, thrown, fmt.Sprintf("%s, %s; %s", what, again, advice), energy, r.related()...)
		}
	}
}

// stackless reports whether an exception of the program's own records no stack: its class has a fillInStackTrace of its own, or tells its
// superclass so.
func (e *Engine) stackless(class string) bool {
	for range 100 {
		c := e.Program.Lookup(class)
		if c == nil || !e.own(class) {
			return false
		}
		if hasMethod(c, "fillInStackTrace") || refersToMethod(&c.Pool, func(x classfile.Member) bool {
			return x.Class == c.Super && x.Name == "<init>" && x.Desc == stacklessInit
		}) {
			return true
		}
		class = c.Super
	}
	return false
}

// stacklessInit is the constructor of Throwable that is told whether to record the stack.
const stacklessInit = "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)V"

// onlyTried reports whether nothing uses what a call makes of a text.
func (m *Method) onlyTried(v ssa.ID, c classfile.Member) bool {
	if c.Name == "<init>" {
		return len(m.uses().of(m.Func().Args(v)[0])) == 1 // the constructor's
	}
	return len(m.uses().of(v)) == 0
}

// wholeNumbers are the classes of whole numbers, which differ in their range.
var wholeNumbers = []string{"java/lang/Byte", "java/lang/Short", "java/lang/Integer", "java/lang/Long", "java/math/BigInteger"}

// asksForRange reports whether the method also parses the same text as a whole number of another range: a test of its characters does not tell which
// fits.
func (m *Method) asksForRange(v ssa.ID, c classfile.Member) bool {
	if !slices.Contains(wholeNumbers, c.Class) {
		return false
	}
	text := m.parsedText(v, c)
	for u, d := range m.Calls() {
		if d.Class != c.Class && slices.Contains(wholeNumbers, d.Class) && parserOf(d) != nil && m.parsedText(u, d) == text {
			return true
		}
	}
	return false
}

// parsedText returns the text that a parser is given.
func (m *Method) parsedText(v ssa.ID, c classfile.Member) ssa.ID {
	args := m.Func().Args(v)
	return m.Strip(args[len(args)-len(classfile.Params(c.Desc))])
}

func parserOf(c classfile.Member) *parser {
	if !strings.HasPrefix(c.Desc, "("+stringDesc) && !strings.HasPrefix(c.Desc, "(Ljava/lang/CharSequence;") || strings.Contains(c.Desc, "ParsePosition") {
		return nil
	}
	for i := range parsers {
		if p := &parsers[i]; p.class == c.Class && slices.Contains(p.names, c.Name) {
			return p
		}
	}
	return nil
}

// throwsAgain returns what repeats an instruction, by the way of the handler of its exception.
func (m *Method) throwsAgain(v ssa.ID, handler int) (r repetition, ok bool) {
	g := m.Graph()
	for l := m.LoopOf(v); l >= 0; l = int(g.Loops[l].Parent) {
		if g.InLoop(handler, l) {
			return repetition{loop: l}, true
		}
	}
	if s := m.PerElement(); s != nil {
		return repetition{loop: -1, site: s}, true
	}
	if m.Func().Method.Name == "<clinit>" || m.LoopOf(v) >= 0 {
		return r, false
	}
	return m.repeatedBy(v)
}

// caughtUnseen returns the block of the handler that catches an exception of a class which an instruction throws, does not look at
// it, and goes on; -1 where there is none.
func (m *Method) caughtUnseen(v ssa.ID, thrown string) int {
	f, g := m.Func(), m.Graph()
	pc := int(f.Values[v].PC)
	for _, h := range f.Code.Handlers {
		if pc < h.Start || pc >= h.End || h.Type != "" && !m.Engine.IsClass(thrown, h.Type) {
			continue
		}
		if h.Type == "" || h.Type == throwableClass {
			return -1 // it cleans up
		}
		if b := g.BlockAt(h.Target); m.ignoresCaught(int32(b)) && m.returnsFrom(int32(b)) {
			return b
		}
		return -1
	}
	return -1
}

// ignoresCaught reports whether nothing uses the exception that a handler gets.
func (m *Method) ignoresCaught(handler int32) bool {
	f := m.Func()
	for id := range f.Values {
		if x := &f.Values[id]; x.Kind == ssa.Caught && x.Block == handler {
			return len(m.uses().of(ssa.ID(id))) == 0
		}
	}
	return true
}
