package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1002", Name: "AppendOfConcatenation", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.InItself,
		Summary: "A string is put together only to be appended or concatenated once more; taking its parts makes no string",
	},
	Needs: Needs{Recurs: true, InOrder: true, Calls: [][]string{
		{"java/lang/StringBuilder.toString", "java/lang/StringBuffer.toString", "java/lang/String.concat", "makeConcatWithConstants", "makeConcat"},
		{"java/lang/StringBuilder.append", "java/lang/StringBuffer.append"},
	}},
	OrNeeds: &Needs{Recurs: true, InOrder: true, Calls: [][]string{{"makeConcatWithConstants", "makeConcat"}, {"makeConcatWithConstants", "makeConcat"}}},
	Check:   appendOfConcatenation,
	Repair:  repair.AppendParts,
	Facts:   partFacts,
})

const (
	builderClass = "java/lang/StringBuilder"
	bufferClass  = "java/lang/StringBuffer"
)

// appendOfConcatenation finds builders and concatenations that are given a string which is put together for that alone.
func appendOfConcatenation(m *Method) {
	m.concatenatedInSteps()
	f := m.Func()
	for v, c := range m.Calls("append") {
		if !appendsString(c) {
			continue
		}
		if f.Values[f.Args(v)[1]].Kind == ssa.Phi {
			m.chosenConcatenation(v, f.Args(v)[1])
			continue
		}
		if !m.mayBeConcatenation(f.Args(v)[1]) {
			continue
		}
		uses := m.uses()
		text := f.Args(v)[1]
		k := m.concatenation(uses, text)
		if _, _, alone := m.onlyUser(uses, text); !alone || k == nil || len(k.lengths) < 2 || len(k.operands) == 0 || m.inConcatenation(uses, v) || !m.separable(k, f.Args(v)[0]) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || m.sharesBuffer(f.Args(v)[0], r) {
			continue
		}
		cost, repaired := m.concatenated(k, text)
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: m.partsCase(k, v)}); energy != nil {
			m.Report(v, "append", fmt.Sprintf("%s gets a string that is put together for it alone, %s: append its %d parts one by one", m.appending(v), r.again(), len(k.lengths)), energy, r.related()...)
		}
	}
}

// chosenConcatenation reports an append of a text that a condition chooses, and that one of its branches puts together for the append alone:
// out.append(n > 1 ? name + "s" : name).
func (m *Method) chosenConcatenation(v, phi ssa.ID) {
	f := m.Func()
	if !slices.ContainsFunc(f.Args(phi), m.mayBeConcatenation) || m.headsLoop(phi) {
		return
	}
	uses := m.uses()
	if users := uses.of(phi); len(users) != 1 || users[0] != v || m.inConcatenation(uses, v) {
		return
	}
	for _, text := range f.Args(phi) {
		k := m.concatenation(uses, text)
		if k == nil || len(k.lengths) < 2 || len(k.operands) == 0 || len(uses.of(text)) != 1 || m.LoopOf(text) != m.LoopOf(v) || !m.separable(k, f.Args(v)[0]) {
			continue
		}
		r, ok := m.recurs(text)
		if !ok || m.sharesBuffer(f.Args(v)[0], r) {
			continue
		}
		cost, repaired := m.concatenated(k, text)
		if energy := m.Energy(Change{At: text, Cost: cost, Repaired: repaired, Per: r.per(), Case: m.partsCase(k, v)}); energy != nil {
			m.Report(v, "append", fmt.Sprintf("%s gets a string that a condition chooses and that is put together for it alone, %s: append its %d parts one by one in its branch", m.appending(v), r.again(), len(k.lengths)), energy, r.related()...)
			return
		}
	}
}

// sharesBuffer reports whether other threads may append to a StringBuffer at the same time, to which one append of a text adds it as a whole: it is
// in a static field, in a field of a class that has to do with threads, or a function gets it that may run in another one.
func (m *Method) sharesBuffer(v ssa.ID, r repetition) bool {
	f := m.Func()
	v = m.builderOf(v)
	if className(m.Type(v)) != bufferClass {
		return false
	}
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Param:
		return strings.HasPrefix(f.Method.Name, "lambda$") && (r.site == nil || r.site.parallel())
	case x.Kind != ssa.Instr:
		return false
	case x.Op == classfile.OpGetstatic:
		return true
	case x.Op == classfile.OpGetfield:
		c, _ := f.Member(v)
		holder := m.Engine.Program.Lookup(c.Class)
		return holder == nil || m.Engine.usesThreads(holder)
	case x.Op == classfile.OpNew:
		return m.leavesThread(v)
	}
	return false
}

// leavesThread reports whether an object that the method makes is kept in a field or an array, or given to a function or a constructor of the
// program, and so may get to another thread.
func (m *Method) leavesThread(made ssa.ID) bool {
	f := m.Func()
	for v, u := range m.usersOf(made) {
		c, _ := f.Member(u)
		switch op := f.Values[u].Op; {
		case op == classfile.OpPutstatic, op == classfile.OpPutfield, op == classfile.OpAastore,
			op == classfile.OpInvokedynamic && !concatenates(f, u),
			f.IsCall(u) && c.Name == "<init>" && m.Engine.own(c.Class) && f.Args(u)[0] != v:
			return true
		}
	}
	return false
}

// threadTypes are the beginnings of the names of types by which a class has to do with threads.
var threadTypes = []string{"java/lang/Thread", "java/lang/Runnable", "java/util/concurrent/"}

// usesThreads reports whether a class locks, or names a type that has to do with threads.
func (e *Engine) usesThreads(c *classfile.Class) bool {
	p := &c.Pool
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) == classfile.TagClass && slices.ContainsFunc(threadTypes, func(t string) bool { return strings.HasPrefix(p.ClassName(i), t) }) {
			return true
		}
	}
	return slices.ContainsFunc(c.Methods, func(m classfile.Method) bool {
		if m.Access&classfile.AccSynchronized != 0 {
			return true
		}
		code, err := m.Code()
		return err == nil && code != nil && hasOp(code, func(op classfile.Op) bool { return op == classfile.OpMonitorenter })
	})
}

// partsCase is the case that prices the parts of a concatenation, which v appends. Each append to a StringBuffer locks it.
func (m *Method) partsCase(k *concatenation, v ssa.ID) string {
	switch to, _ := m.Func().Member(v); {
	case to.Class == bufferClass:
		return "AppendToBuffer"
	case len(k.lengths) > 2:
		return "AppendFourParts"
	}
	return "AppendPlus"
}

// appendsString reports whether a member is append of a string or a part of one, of a class of the JDK.
func appendsString(c classfile.Member) bool {
	if !javaBuilders[c.Class] || c.Name != "append" {
		return false
	}
	p := classfile.Params(c.Desc)
	return len(p) == 1 && (p[0] == stringDesc || p[0] == "Ljava/lang/CharSequence;" || p[0] == "Ljava/lang/Object;")
}

// appending names a builder's append as it is written; a chain has no name.
func (m *Method) appending(v ssa.ID) string {
	if name := m.Name(m.builderOf(m.Func().Args(v)[0])); name != "" && name != "this" {
		return name + ".append"
	}
	return "append"
}

// mayBeConcatenation is a cheap test before concatenation.
func (m *Method) mayBeConcatenation(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpInvokedynamic || m.Func().IsCallTo(v, stringClass, "concat") || m.IsCall(v, "toString", "()Ljava/lang/String;"))
}

// maxParts is how many values that parts are computed from are looked at.
const maxParts = 100

// separable reports whether the parts of a concatenation can be appended to a builder one by one: append means something else for
// an array of characters, a part that looks at the builder would see the parts before it, and so would code that goes on where computing a part
// has failed.
func (m *Method) separable(k *concatenation, to ssa.ID) bool {
	f := m.Func()
	to = m.builderOf(to)
	w := visit(k.operands...)
	for v := range w.all() {
		if len(w.seen) >= maxParts {
			break
		}
		if v != 0 && m.Same(m.builderOf(v), to) || f.IsCall(v) && (m.touches(v, to) || m.mayThrow(v) && m.caughtAndKept(v, to)) {
			return false
		}
		if f.Values[v].Kind == ssa.Instr {
			w.add(f.Args(v)...)
		}
	}
	return !slices.ContainsFunc(k.operands, func(o ssa.ID) bool {
		if f.IsCallTo(o, stringClass, "valueOf") { // as javac writes a concatenated object
			o = f.Args(o)[0]
		}
		return f.Static(o) == "[C"
	})
}

// concatenated is what it costs to put a string together and append it, and to append its parts.
func (m *Method) concatenated(k *concatenation, text ssa.ID) (cost, repaired pattern.Counts) {
	e := m.Engine
	add := func(n int) pattern.Counts {
		return callTiles().Add(e.LibraryCost(builderClass, "append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;", float64(n)))
	}
	for _, n := range k.lengths {
		repaired = repaired.Add(add(n))
	}
	return add(k.length()).Add(m.putTogether(k.chain, text, len(k.lengths), k.length())), repaired
}

// partFacts adds the operands of the concatenation that are no constants, by the types that the compiler saw.
func partFacts(m *Method, at ssa.ID, s *finding.Site) {
	f := m.Func()
	if s.Call.Name == "toString" {
		s.Refusal = "the parts of several concatenations are to be put together by hand"
		return
	}
	text := f.Args(at)[1]
	if f.Values[text].Kind == ssa.Phi {
		s.Refusal = "a condition chooses the parts, which an if is to append by hand"
		return
	}
	if !concatenates(f, text) {
		s.Refusal = "the compiler has joined the operands by a StringBuilder of its own, as before Java 9"
		return
	}
	s.Parts = m.concatenatedParts(text)
}

// concatenatedParts are the operands of an invokedynamic that concatenates, by the types that the compiler saw.
func (m *Method) concatenatedParts(text ssa.ID) (parts []finding.Operand) {
	f := m.Func()
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(f.Values[text].PC)))
	args := f.Args(text)
	for i, t := range classfile.Params(d.Desc)[:len(args)] {
		if c, _ := f.Member(args[i]); f.IsCallTo(args[i], stringClass, "valueOf") && c.Desc == "(Ljava/lang/Object;)"+stringDesc { // as javac writes an operand of another class
			if t = f.Static(f.Args(args[i])[0]); t == "" {
				t = "Ljava/lang/Object;"
			}
		}
		parts = append(parts, finding.Operand{Type: t})
	}
	return parts
}
