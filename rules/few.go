package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/rules/worth"
)

// Most collections in programs are small (Costa et al., Empirical Study of Usage and Performance of Java Collections, ICPE 2017).
// Which ones, their names tell: what follows reads the names of what loops go over.

// fewIterations says why a loop has few iterations each time, as names tell; empty where they do not.
func (m *Method) fewIterations(l int) string {
	f, g := m.Func(), m.Graph()
	for _, b := range g.Loops[l].Blocks {
		if int(g.Blocks[b].Loop) != l {
			continue
		}
		for _, v := range f.Body[b] {
			if from, ok := m.elementOf(v, l); ok {
				if what := m.fewOf(v, from); what != "" {
					return what
				}
			}
		}
	}
	if m.takesDigits(l) {
		return "takes the digits of a number"
	}
	return m.countsFew(l)
}

// leastBase is the least divisor of a loop that takes a number apart into few pieces: an int has 11 digits at most.
const leastBase = 8

// takesDigits reports whether a loop ends when a number is used up that each iteration divides by a constant of at least leastBase.
func (m *Method) takesDigits(l int) bool {
	f, g := m.Func(), m.Graph()
	divided := func(v ssa.ID) bool {
		x := &f.Values[v]
		if x.Kind != ssa.Phi || x.Block != g.Loops[l].Header {
			return false
		}
		back := 0
		for i, a := range f.Args(v) {
			if !m.viaBackEdge(l, i) {
				continue
			}
			y := &f.Values[a]
			if y.Kind != ssa.Instr || y.Op != classfile.OpIdiv && y.Op != classfile.OpLdiv || f.Args(a)[0] != v {
				return false
			}
			if by := &f.Values[f.Args(a)[1]]; by.Kind != ssa.Int || by.Aux < leastBase {
				return false
			}
			back++
		}
		return back > 0
	}
	return slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		return slices.ContainsFunc(f.Args(test), func(a ssa.ID) bool {
			x := &f.Values[a]
			if x.Kind == ssa.Instr && x.Op == classfile.OpLcmp {
				a = f.Args(a)[0]
			}
			if x := &f.Values[a]; x.Kind == ssa.Instr && (x.Op == classfile.OpIdiv || x.Op == classfile.OpLdiv) {
				a = f.Args(a)[0] // do { } while ((n /= 10) > 0)
			}
			return divided(a)
		})
	})
}

// viaBackEdge reports whether argument i of the phis in the header of a loop comes from an iteration.
func (m *Method) viaBackEdge(l, i int) bool {
	g := m.Graph()
	preds := g.Blocks[g.Loops[l].Header].Preds // the call of the method, where the loop is at its start, has no edge
	return i < len(preds) && g.InLoop(int(g.Edges[preds[i]].From), l)
}

// countsFew says of which things there are few, by the number that a loop's exit test compares with: getDimensions(), parameterCount.
func (m *Method) countsFew(l int) string {
	f := m.Func()
	for _, test := range m.exitTests(l) {
		for _, a := range f.Args(test) {
			name := ""
			if c, _ := f.Member(a); f.IsCall(a) {
				name = c.Name
			} else if f.Values[a].Type == 'i' {
				name = m.variable(a)
			}
			if thing := worth.Things(name, !strings.HasSuffix(name, "Count")); thing != "" {
				return goesOver(thing)
			}
		}
	}
	return ""
}

// exitTests are the instructions with which the iterations of a loop end without an exception, where its blocks have any.
func (m *Method) exitTests(l int) (out []ssa.ID) {
	g := m.Graph()
	for _, e := range g.Exits(l) {
		if test := m.Func().At(g.Blocks[g.Edges[e].From].Last); g.Edges[e].Handler < 0 && test != 0 {
			out = append(out, test)
		}
	}
	return out
}

// elementOf returns what an instruction takes an element of: the receiver of next, the array or list that is read by a counter.
func (m *Method) elementOf(v ssa.ID, l int) (from ssa.ID, ok bool) {
	f := m.Func()
	switch {
	case f.Values[v].Kind != ssa.Instr:
		return 0, false
	case m.IsCall(v, "next", "()Ljava/lang/Object;"), m.IsCall(v, "nextElement", "()Ljava/lang/Object;"), m.IsCall(v, "nextToken", "()Ljava/lang/String;"):
		return f.Args(v)[0], true
	case f.Values[v].Op == classfile.OpAaload, m.IsCall(v, "get", "(I)Ljava/lang/Object;"), m.IsCall(v, "elementAt", "(I)Ljava/lang/Object;"):
		i := &f.Values[f.Args(v)[1]]
		return f.Args(v)[0], i.Kind == ssa.Phi && i.Block == m.Graph().Loops[l].Header
	}
	return 0, false
}

// fewOf says of which things there are few, of those that an instruction takes one of: by the name of what they are taken of, or by the
// type that the element is cast to.
func (m *Method) fewOf(element, from ssa.ID) string {
	if what := m.fewIn(from); what != "" {
		return what
	}
	f := m.Func()
	typed := slices.DeleteFunc(slices.Clone(m.uses().of(element)), func(u ssa.ID) bool {
		return f.Values[u].Kind != ssa.Instr || f.Values[u].Op != classfile.OpCheckcast
	})
	if f.Values[element].Op == classfile.OpAaload {
		typed = append(typed, element)
	}
	for _, v := range typed {
		if thing := worth.Things(simpleName(className(f.Static(v))), false); thing != "" {
			return goesOver(thing)
		}
	}
	return ""
}

func goesOver(thing string) string {
	return "goes over what there is little of each time (" + thing + ")"
}

// pieces is said of a loop over the parts of a text.
const pieces = "goes over the pieces of a text between separators"

// views are methods whose result has the elements of the receiver or the argument.
var views = []string{"iterator", "listIterator", "elements", "keySet", "keys", "values", "entrySet", "stream", "toArray", "asList", "unmodifiableList", "unmodifiableSet", "clone"}

// fewIn says of which things there are few, by the name of a collection, array or iterator, or of the method that returns it.
func (m *Method) fewIn(v ssa.ID) string {
	f := m.Func()
	for range 4 {
		v = m.Strip(v)
		if name := m.variable(v); name != "" && !m.argumentsOfMain(v) {
			if thing := worth.Things(name, false); thing != "" {
				return goesOver(thing)
			}
		}
		if !f.IsCall(v) {
			if m.fewTokens(v) {
				return pieces
			}
			return ""
		}
		c, _ := f.Member(v)
		if m.fewPieces(v, c) {
			return pieces
		}
		if !slices.Contains(views, c.Name) || len(f.Args(v)) == 0 {
			if thing := worth.Things(c.Name, true); thing != "" {
				return goesOver(thing)
			}
			return ""
		}
		v = f.Args(v)[0]
	}
	return ""
}

// variable returns the name of the variable or field that holds a value; empty where there is none.
func (m *Method) variable(v ssa.ID) string {
	f := m.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		c, _ := f.Member(v)
		return c.Name
	}
	name := m.Name(v)
	if strings.ContainsAny(name, "().[") {
		return "" // what Describe writes of an expression
	}
	return name
}

// argumentsOfMain reports whether a value is the parameter of main: who analyses a program of that size wants to know.
func (m *Method) argumentsOfMain(v ssa.ID) bool {
	f := m.Func()
	return f.Values[v].Kind == ssa.Param && f.Method.Name == "main"
}

// blanks are parts of regular expressions for separators of words and lines, of which texts have many.
const blanks = " \t\n\r"

// fewPieces reports whether a call splits a text into a few pieces at most, or at a separator that is neither between words nor between
// lines.
func (m *Method) fewPieces(v ssa.ID, c classfile.Member) bool {
	if c.Class != stringClass || c.Name != "split" {
		return false
	}
	f := m.Func()
	args := f.Args(v)
	if len(args) == 3 { // split(separator, limit)
		if limit := &f.Values[args[2]]; limit.Kind == ssa.Int && limit.Aux > 0 && float64(limit.Aux) <= worth.Few.Of() {
			return true
		}
	}
	separator, constant := f.StringConstant(args[1])
	return constant && separator != "" && !strings.ContainsAny(separator, blanks) &&
		!slices.ContainsFunc([]string{`\s`, `\n`, `\r`, `\R`, `\W`, `\t`}, func(s string) bool { return strings.Contains(separator, s) })
}

// fewTokens reports whether a value is a new tokenizer that separates a text at constant characters, none of which is between words or lines.
func (m *Method) fewTokens(v ssa.ID) bool {
	f := m.Func()
	return m.isNew(v, "java/util/StringTokenizer") && slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		if !f.IsCallTo(u, "java/util/StringTokenizer", "<init>") || len(f.Args(u)) < 3 {
			return false
		}
		separators, constant := f.StringConstant(f.Args(u)[2])
		return constant && separators != "" && !strings.ContainsAny(separators, blanks)
	})
}

// isNew reports whether an instruction makes an object of a class.
func (m *Method) isNew(v ssa.ID, class string) bool {
	f := m.Func()
	return f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpNew && className(f.Static(v)) == class
}

// fillsUp reports whether a loop ends when a text that it makes longer has a certain length.
func (m *Method) fillsUp(l int) bool {
	f, g := m.Func(), m.Graph()
	for _, test := range m.exitTests(l) {
		for _, a := range f.Args(test) {
			if !f.IsCallTo(a, stringClass, "length") {
				continue
			}
			if text := &f.Values[f.Args(a)[0]]; text.Kind == ssa.Phi && text.Block == g.Loops[l].Header && m.lengthens(f.Args(a)[0], l) {
				return true
			}
		}
	}
	return false
}

// lengthens reports whether a loop puts a text together with something else.
func (m *Method) lengthens(text ssa.ID, l int) bool {
	f := m.Func()
	return slices.ContainsFunc(m.uses().of(text), func(u ssa.ID) bool {
		if !m.InLoop(u, l) || f.Values[u].Kind != ssa.Instr {
			return false
		}
		c, _ := f.Member(u)
		return f.Values[u].Op == classfile.OpInvokedynamic || f.IsCall(u) && slices.Contains([]string{"append", "insert", "concat"}, c.Name)
	})
}

// fewAt says why what is at v is about little each time: the loops that repeat it have few iterations, or the list that it searches in
// each iteration has few elements; empty where nothing tells.
func (m *Method) fewAt(v ssa.ID) string {
	f := m.Func()
	if s := m.PerElement(); s != nil && m.LoopOf(v) < 0 {
		if site := m.Engine.reader(s.Code.Func().Method); site != nil {
			return site.fewIn(site.Func().Args(s.Call)[0])
		}
		return ""
	}
	if what := m.fewLoops(v); what != "" {
		return what
	}
	if thing := worth.Things(f.Method.Name, true); thing != "" {
		return "the method is about things that there are few of (" + thing + ")"
	}
	if f.IsCall(v) {
		if c, _ := f.Member(v); searches[c.Name] == c.Desc && len(f.Args(v)) > 1 {
			if why := m.fewIn(f.Args(v)[0]); why != "" {
				return "the search " + why
			}
		}
	}
	return ""
}

// fewLoops says why the loops that repeat v have few iterations each time: all of them, or the innermost one fills a text up to a width,
// which begins anew in each iteration of a loop around it.
func (m *Method) fewLoops(v ssa.ID) (what string) {
	g := m.Graph()
	if l := m.repeats(v); l >= 0 && m.fillsUp(l) {
		return "the loop fills a text up to a width"
	}
	for l := m.LoopOf(v); l >= 0; l = int(g.Loops[l].Parent) {
		if !m.Iterates(v, l) {
			continue
		}
		why := m.fewIterations(l)
		if why == "" {
			return ""
		}
		what = "the loop " + why
	}
	return what
}
