package rules

import (
	"fmt"
	"maps"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// composers are methods of String other than concat that put their arguments together: whether the receiver is one of the
// parts, and which argument is an array of them.
var composers = map[string]struct {
	receiver bool
	array    int
}{
	"format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;":                   {array: 1},
	"format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;": {array: 2},
	"formatted([Ljava/lang/Object;)Ljava/lang/String;":                                  {receiver: true, array: 1},
	"join(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;":         {array: 1},
}

// composed returns what a call of String.format or join puts together, and the instructions that store it in the call's array;
// nil where v is none, or its array is not made for it.
func (m *Method) composed(v ssa.ID) (parts, stores []ssa.ID) {
	f := m.Func()
	if !f.IsCall(v) {
		return nil, nil
	}
	c, _ := f.Member(v)
	how, ok := composers[c.Name+c.Desc]
	if !ok || c.Class != stringClass {
		return nil, nil
	}
	args := f.Args(v)
	array := m.Strip(args[how.array])
	if f.Values[array].Op != classfile.OpAnewarray {
		return nil, nil
	}
	if how.receiver {
		parts = append(parts, args[0])
	}
	for store, part := range m.elements(array) {
		parts, stores = append(parts, part), append(stores, store)
	}
	return parts, stores
}

// inserts finds builders that are added to at their beginning in a loop: each time all that they hold is moved. One repair ends all that a loop
// inserts, and a builder that holds a few parts is not long.
func (g *growth) inserts() {
	type grown struct {
		builder ssa.ID
		loop    int
	}
	reported := map[grown]bool{}
	for v, c := range g.Calls("insert") {
		if !javaBuilders[c.Class] {
			continue
		}
		args := g.f.Args(v)
		r, ok := g.repetition(v)
		if len(args) != 3 || !ok || r.loop < 0 || !isZero(g.f, args[1]) || !g.Stable(g.builderOf(args[0]), r.loop) {
			continue
		}
		if _, constant := g.f.StringConstant(args[2]); constant || g.f.Values[args[2]].Kind == ssa.Int {
			continue // it pads what the builder holds, which is not to be reversed
		}
		k := grown{g.builderOf(args[0]), r.loop}
		if reported[k] || g.rare(v) {
			continue
		}
		name := g.nameOr(k.builder, "the builder")
		energy := g.Energy(Change{At: v, Cost: g.Engine.movedElement(), Per: "iteration and character of " + name, Factor: name + ".length()"})
		if energy != nil {
			reported[k] = true
			g.Report(v, name, fmt.Sprintf("%s.insert(0, ...) moves all that the builder holds, %s; append, and reverse the order once", name, r.again()), energy)
		}
	}
}

// builderOf returns the builder that a chain of appends goes back to.
func (m *Method) builderOf(v ssa.ID) ssa.ID {
	f := m.Func()
	for range 100 {
		c, _ := f.Member(v)
		if !f.IsCall(v) || !builders[c.Class] || !appends[c.Name] {
			return m.Strip(v)
		}
		v = f.Args(v)[0]
	}
	return v
}

func isZero(f *ssa.Func, v ssa.ID) bool { return isInt(f, v, 0) }

// isInt reports whether a value is a constant int or long.
func isInt(f *ssa.Func, v ssa.ID, n int64) bool {
	return f.Values[v].Kind == ssa.Int && f.Values[v].Aux == n
}

// reductions finds streams of strings that are reduced to one by concatenation.
func (g *growth) reductions() {
	for v, c := range g.Calls("reduce") {
		if c.Class != "java/util/stream/Stream" {
			continue
		}
		for _, body := range g.functions(v) {
			if g.appendsTo(body) {
				g.reportReduction(v)
				break
			}
		}
	}
}

// appendsTo reports whether a function of two strings is String.concat, or a lambda of this class that returns a
// concatenation with its first argument.
func (g *growth) appendsTo(body classfile.Member) bool {
	if body.Class == stringClass && body.Name == "concat" {
		return true
	}
	if body.Class != g.f.Method.Class.Name {
		return false
	}
	for i := range g.f.Method.Class.Methods {
		m := &g.f.Method.Class.Methods[i]
		if m.Name != body.Name || m.Desc != body.Desc || !m.Synthetic() || !m.HasCode() {
			continue
		}
		s := g.Engine.Peek(m)
		if s.Err() != nil || classfile.Return(m.Desc) != stringDesc || len(s.Func().Params) != 2 {
			return false
		}
		f := s.Func()
		first := f.Params[0]
		for _, b := range f.Graph.RPO {
			for _, v := range f.Body[b] {
				if f.Values[v].Op == classfile.OpAreturn && !joins(f, f.Args(v)[0], first) {
					return false
				}
			}
		}
		return true
	}
	return false
}

// joins reports whether v is a concatenation that an operand is part of.
func joins(f *ssa.Func, v, operand ssa.ID) bool {
	return (concatenates(f, v) || f.IsCallTo(v, stringClass, "concat")) && slices.Contains(f.Args(v), operand)
}

func (g *growth) reportReduction(v ssa.ID) {
	e := g.Engine
	concat := e.LibraryCost(stringClass, "concat", "(Ljava/lang/String;)Ljava/lang/String;", 1)
	add := e.LibraryCost("java/lang/StringBuilder", "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;", 1)
	energy := g.Energy(Change{At: v, Cost: concat, Repaired: add, Per: "element", Factor: "the number of elements"})
	if energy != nil {
		g.Report(v, "reduce", "reduce grows a string by concatenation for every element, which copies all of it; use collect(Collectors.joining())", energy)
	}
}

// onlyThrown reports whether the strings that grew in r end in messages of exceptions alone: that path is taken at most once.
func (g *growth) onlyThrown(in map[ssa.ID]bool, r repetition) bool {
	thrown := false
	w := visit(slices.Collect(maps.Keys(in))...)
	for v := range w.all() {
		for _, u := range g.uses().of(v) {
			x := &g.f.Values[u]
			c, _ := g.f.Member(u)
			switch {
			case in[u] || in[g.part[u]] || g.within(u, r) || g.isCallOfString(u) && (c.Name == "isEmpty" || c.Name == "length" || c.Name == "isBlank"):
			case x.Kind == ssa.Phi || x.Op == classfile.OpCheckcast || x.Op == classfile.OpInvokedynamic && x.Type == 'a':
				w.add(u)
			case g.f.IsCall(u) && c.Name == "<init>" && g.Engine.IsClass(c.Class, throwableClass):
				thrown = true
			case g.f.IsCall(u) && builders[c.Class]:
				w.add(g.f.Args(u)[0])
				if x.Type == 'a' {
					w.add(u)
				}
			default:
				return false
			}
		}
	}
	return thrown
}

// isCallOfString reports whether v is a call of a method of String.
func (m *Method) isCallOfString(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return m.Func().IsCall(v) && c.Class == stringClass
}
