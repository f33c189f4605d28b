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
		ID: "EL3001", Name: "BoxingRoundTrip", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "boxing"},
		Sampled: finding.InItself,
		Summary: "A number is put into an object only to be taken out again",
	},
	Needs: Needs{Calls: [][]string{boxCalls, unboxCalls}},
	Check: boxingRoundTrip,
})

// boxCalls and unboxCalls are what makes boxes and what takes numbers out of them.
var boxCalls, unboxCalls = boxingCalls()

func boxingCalls() (boxes, unboxes []string) {
	for class, w := range wrappers {
		boxes = append(boxes, class+".valueOf", class+".<init>")
		unboxes = append(unboxes, class+"."+w.unbox)
		if class != booleanBox && class != "java/lang/Character" {
			for _, n := range []string{"intValue", "longValue", "doubleValue", "floatValue", "shortValue", "byteValue"} {
				unboxes = append(unboxes, class+"."+n)
			}
		}
		name := simpleName(class)
		boxes = append(boxes, scalaBoxes+".boxTo"+name)
		for _, n := range []string{"Int", "Long", "Double", "Float", "Short", "Byte", "Char", "Boolean"} {
			boxes = append(boxes, kotlinBoxes+".box"+n)
			unboxes = append(unboxes, scalaBoxes+".unboxTo"+n)
		}
	}
	for _, n := range []string{"intValue", "longValue", "doubleValue", "floatValue", "shortValue", "byteValue"} {
		unboxes = append(unboxes, "java/lang/Number."+n)
	}
	slices.Sort(boxes)
	slices.Sort(unboxes)
	return slices.Compact(boxes), slices.Compact(unboxes)
}

// wrappers are the classes of boxes: the descriptor of what is inside, and the method that parses it.
var wrappers = map[string]struct{ primitive, unbox, parse string }{
	"java/lang/Integer":   {"I", "intValue", "parseInt"},
	"java/lang/Long":      {"J", "longValue", "parseLong"},
	"java/lang/Double":    {"D", "doubleValue", "parseDouble"},
	"java/lang/Float":     {"F", "floatValue", "parseFloat"},
	"java/lang/Short":     {"S", "shortValue", "parseShort"},
	"java/lang/Byte":      {"B", "byteValue", "parseByte"},
	"java/lang/Character": {"C", "charValue", ""},
	booleanBox:            {"Z", "booleanValue", ""},
}

const (
	booleanBox  = "java/lang/Boolean"
	scalaBoxes  = "scala/runtime/BoxesRunTime"
	kotlinBoxes = "kotlin/coroutines/jvm/internal/Boxing"
)

// box returns the class of the box that v makes and the call that makes it; class is empty where it makes none.
// parsed says that it is made from a string.
func box(m *Method, t *useTable, v ssa.ID) (class string, call ssa.ID, parsed bool) {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr {
		return "", 0, false
	}
	switch x.Op {
	case classfile.OpInvokestatic:
		c, _ := f.Member(v)
		switch {
		case c.Name == "valueOf" && wrappers[c.Class].primitive != "":
			w := wrappers[c.Class]
			if parsed = strings.HasPrefix(c.Desc, "("+stringDesc); parsed && w.parse == "" || !parsed && !strings.HasPrefix(c.Desc, "("+w.primitive+")") {
				return "", 0, false
			}
			return c.Class, v, parsed
		case (c.Class == scalaBoxes || c.Class == kotlinBoxes) && strings.HasPrefix(c.Name, "box"):
			if t := classfile.Return(c.Desc); len(t) > 2 && wrappers[t[1:len(t)-1]].primitive != "" {
				return t[1 : len(t)-1], v, false
			}
		}
	case classfile.OpNew:
		name := f.Method.Class.Pool.ClassName(f.Code.Index(int(x.PC)))
		w, ok := wrappers[name]
		if !ok {
			return "", 0, false
		}
		for _, u := range t.of(v) {
			if f.IsCallTo(u, name, "<init>") && f.Args(u)[0] == v {
				switch c, _ := f.Member(u); c.Desc {
				case "(" + w.primitive + ")V":
					return name, u, false
				case "(D)V": // new Float of a double
					return name, u, false
				case "(" + stringDesc + ")V":
					if w.parse != "" {
						return name, u, true
					}
				}
			}
		}
	}
	return "", 0, false
}

// unboxes reports whether u takes the number out of v.
func unboxes(f *ssa.Func, u, v ssa.ID) bool {
	if !f.IsCall(u) {
		return false
	}
	c, _ := f.Member(u)
	args := f.Args(u)
	if len(args) == 0 || args[0] != v {
		return false
	}
	if c.Class == scalaBoxes {
		return strings.HasPrefix(c.Name, "unboxTo")
	}
	_, wrapper := wrappers[c.Class]
	return (wrapper || c.Class == "java/lang/Number") && strings.HasSuffix(c.Name, "Value") && strings.HasPrefix(c.Desc, "()")
}

// looks reports whether u only tests v for null.
func looks(f *ssa.Func, u ssa.ID) (nullTest, harmless bool) {
	switch op := f.Values[u].Op; {
	case f.Values[u].Kind != ssa.Instr:
	case op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		return true, true
	case f.IsCall(u):
		if c, _ := f.Member(u); c.Class == "kotlin/jvm/internal/Intrinsics" && strings.HasPrefix(c.Name, "check") || c.Class == "java/util/Objects" && c.Name == "requireNonNull" && len(f.Args(u)) == 1 {
			return false, true
		}
	}
	return false, false
}

// boxGroup is boxes that reach the same places, through phis and casts.
type boxGroup struct {
	boxes     []ssa.ID // in the order in which they are met
	calls     []ssa.ID // per box, the call that makes it
	classes   []string
	parsed    []bool
	members   map[ssa.ID]bool // boxes, phis, casts
	foreign   []ssa.ID        // what else flows into the phis
	unboxed   []ssa.ID
	nullTests []ssa.ID
	escapes   []ssa.ID // uses that need an object
}

func boxingRoundTrip(m *Method) {
	t := m.uses()
	f := m.Func()
	done := map[ssa.ID]bool{}
	for v := range m.Instructions() {
		if done[v] {
			continue
		}
		if class, _, _ := box(m, t, v); class == "" {
			continue
		}
		g := m.group(t, v)
		for _, b := range g.boxes {
			done[b] = true
		}
		if len(g.unboxed) == 0 {
			m.fieldBoxes(t, g)
			continue
		}
		if len(g.foreign) == 0 && len(g.escapes) == 0 {
			m.reportGroup(g)
			continue
		}
		for i, b := range g.boxes {
			l := m.repeats(b)
			if l >= 0 && m.accumulates(g, l) {
				header := ssa.ID(0)
				for _, p := range f.Body[m.Graph().Loops[l].Header] {
					if g.members[p] {
						header = p
						break
					}
				}
				m.reportBox(g, i, "Sum", fmt.Sprintf("%s is boxed anew in every iteration of the loop and unboxed in the next; use %s", m.nameOf(header, b), primitiveName(g.classes[i])))
			}
		}
	}
}

// group collects what is connected with box v.
func (m *Method) group(t *useTable, v ssa.ID) *boxGroup {
	f := m.Func()
	g := &boxGroup{members: map[ssa.ID]bool{}}
	var work []ssa.ID
	add := func(v ssa.ID) {
		if !g.members[v] {
			g.members[v] = true
			work = append(work, v)
		}
	}
	add(v)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		x := &f.Values[v]
		if class, call, parsed := box(m, t, v); class != "" {
			g.boxes, g.calls, g.classes, g.parsed = append(g.boxes, v), append(g.calls, call), append(g.classes, class), append(g.parsed, parsed)
		} else {
			for _, a := range f.Args(v) {
				if a == 0 || a == v {
					continue
				}
				y := &f.Values[a]
				if class, _, _ := box(m, t, a); class != "" || y.Kind == ssa.Phi || y.Kind == ssa.Instr && y.Op == classfile.OpCheckcast {
					add(a)
				} else {
					g.foreign = append(g.foreign, a)
				}
			}
		}
		for _, u := range t.of(v) {
			y := &f.Values[u]
			switch {
			case y.Kind == ssa.Phi || y.Kind == ssa.Instr && y.Op == classfile.OpCheckcast:
				add(u)
			case unboxes(f, u, v):
				g.unboxed = append(g.unboxed, u)
			case x.Op == classfile.OpNew && f.IsCall(u) && isConstructorOf(f, u, v):
			default:
				if null, harmless := looks(f, u); null {
					g.nullTests = append(g.nullTests, u)
				} else if !harmless {
					g.escapes = append(g.escapes, u)
				}
			}
		}
	}
	return g
}

func isConstructorOf(f *ssa.Func, u, v ssa.ID) bool {
	c, _ := f.Member(u)
	return c.Name == "<init>" && f.Args(u)[0] == v
}

// accumulates reports whether loop l carries a box of the group from one iteration to the next, and uses it only for its
// number.
func (m *Method) accumulates(g *boxGroup, l int) bool {
	f := m.Func()
	carried := false
	for _, p := range f.Body[m.Graph().Loops[l].Header] {
		carried = carried || f.Values[p].Kind == ssa.Phi && g.members[p]
	}
	inside := func(vs []ssa.ID) bool {
		for _, v := range vs {
			if m.InLoop(v, l) && m.Iterates(v, l) {
				return true
			}
		}
		return false
	}
	for _, v := range g.foreign {
		if x := &f.Values[v]; f.IsNull(v) || x.Kind == ssa.Undef || x.Kind != ssa.Param && m.InLoop(v, l) {
			return false
		}
	}
	return carried && inside(g.unboxed) && !inside(g.escapes) && !inside(g.nullTests)
}

// inlined reports whether a compiler made the boxes: Kotlin removes those that the developer wrote and whose number
// alone is used, but leaves those of generic functions that it inlines.
func (m *Method) inlined(g *boxGroup) bool {
	f := m.Func()
	for v := range g.members {
		if f.OfInlined(v) {
			return true
		}
	}
	return false
}

func isKotlin(c *classfile.Class) bool {
	return slices.ContainsFunc(c.Annotations(), func(a classfile.Annotation) bool { return a.Type == "Lkotlin/Metadata;" })
}

// reportGroup reports boxes of which only the numbers are used: those in loops, else one where a stream or a loop calls the
// method for each of many. A box that is made once costs less than reading about it.
func (m *Method) reportGroup(g *boxGroup) {
	if m.inlined(g) {
		return
	}
	unasked := m.boxesUnasked()
	any := false
	for i, b := range g.boxes {
		if m.repeats(b) < 0 {
			continue
		}
		any = true
		if g.parsed[i] {
			m.reportParsed(g, i)
			continue
		}
		phi := ssa.ID(0)
		for l := m.LoopOf(b); l >= 0 && phi == 0; l = int(m.Graph().Loops[l].Parent) {
			for _, p := range m.Func().Body[m.Graph().Loops[l].Header] {
				if m.Func().Values[p].Kind == ssa.Phi && g.members[p] {
					phi = p
				}
			}
		}
		if phi != 0 {
			m.reportBox(g, i, "Sum", fmt.Sprintf("%s is boxed anew in every iteration of the loop, only for its number; use %s", m.nameOf(phi, b), primitiveName(g.classes[i])))
		} else if !unasked {
			m.reportRoundTrip(g, i)
		}
	}
	if any {
		return
	}
	first := 0
	for i, b := range g.boxes {
		if m.Func().Values[b].PC < m.Func().Values[g.boxes[first]].PC {
			first = i
		}
	}
	r, ok := m.recurrence(g.boxes[first])
	switch {
	case !ok:
	case g.parsed[first]:
		m.reportParsed(g, first, r.related()...)
	case !unasked:
		m.reportRoundTrip(g, first, r.related()...)
	}
}

// reportRoundTrip reports a box that is unboxed again. There are only two boxed booleans, so that outside of a loop's
// variable nothing is gained.
func (m *Method) reportRoundTrip(g *boxGroup, i int, related ...finding.Location) {
	if f := m.Func(); g.classes[i] == booleanBox && f.Values[g.boxes[i]].Op != classfile.OpNew {
		return
	}
	m.reportBox(g, i, "RoundTrip", fmt.Sprintf("%s is boxed as %s and unboxed again; use %s", article(primitiveName(g.classes[i])), simpleName(g.classes[i]), primitiveName(g.classes[i])), related...)
}

// boxCost is what a box costs: making it and taking the number out once.
func (m *Method) boxCost(call ssa.ID, class string) pattern.Counts {
	w := wrappers[class]
	e := m.Engine
	cost := m.TilesOf(call).
		Add(e.LibraryCost(class, "valueOf", "("+w.primitive+")L"+class+";", 1)).
		Add(e.LibraryCost(class, w.unbox, "()"+w.primitive, 1))
	return cost.Add(callTiles())
}

func (m *Method) reportBox(g *boxGroup, i int, measured, message string, related ...finding.Location) {
	if energy := m.Energy(Change{At: g.calls[i], Cost: m.boxCost(g.calls[i], g.classes[i]), Case: measured + simpleName(g.classes[i])}); energy != nil {
		m.Report(g.calls[i], simpleName(g.classes[i]), message, energy, related...)
	}
}

// reportParsed reports a box that was made from a text: parsing costs the same, the box is on top.
func (m *Method) reportParsed(g *boxGroup, i int, related ...finding.Location) {
	class := g.classes[i]
	w := wrappers[class]
	cost := m.Engine.LibraryCost(class, "valueOf", "("+w.primitive+")L"+class+";", 1).
		Add(m.Engine.LibraryCost(class, w.unbox, "()"+w.primitive, 1)).
		Add(callTiles())
	if energy := m.Energy(Change{At: g.calls[i], Cost: cost, Case: "Parsed" + simpleName(class)}); energy != nil {
		name := simpleName(class)
		call, _ := m.Func().Member(g.calls[i])
		m.Report(g.calls[i], name, fmt.Sprintf("%s makes an object of which only the number is used; %s.%s gives the number", m.writtenAs(g.calls[i], call), name, w.parse), energy, related...)
	}
}

// unnamed is what a variable is called where the class has no names of variables.
const unnamed = "a variable"

// nameOf names a variable for people: by its phi, else by the value itself.
func (m *Method) nameOf(phi, v ssa.ID) string {
	f := m.Func()
	for _, x := range []ssa.ID{phi, v} {
		if x != 0 {
			if n := f.Name(x); n != "" {
				return n
			}
		}
	}
	return unnamed
}

func primitiveName(class string) string { return classfile.JavaType(wrappers[class].primitive) }

// simpleName names a class as its declaration does, without its package and the classes around it.
func simpleName(class string) string {
	name := class[strings.LastIndexByte(class, '/')+1:]
	nested := strings.TrimLeft(name[strings.LastIndexByte(name, '$')+1:], "0123456789") // a local class has a number in front of its name
	if nested == "" {
		return name // an anonymous class, or Scala's objects
	}
	return nested
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if strings.IndexByte("aeiouAEIOU", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}
