package rules

import (
	"fmt"
	"slices"

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

const builderClass = "java/lang/StringBuilder"

// appendOfConcatenation finds builders and concatenations that are given a string which is put together for that alone.
func appendOfConcatenation(m *Method) {
	m.concatenatedInSteps()
	f := m.Func()
	for v, c := range m.Calls("append") {
		if !appendsString(c) || !m.mayBeConcatenation(f.Args(v)[1]) {
			continue
		}
		uses := m.uses()
		text := f.Args(v)[1]
		k := m.concatenation(uses, text)
		if _, _, alone := m.onlyUser(uses, text); !alone || k == nil || len(k.lengths) < 2 || len(k.operands) == 0 || m.inConcatenation(uses, v) || !m.separable(k, f.Args(v)[0]) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		cost, repaired := m.concatenated(k, text)
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: partsCase(k)}); energy != nil {
			m.Report(v, "append", fmt.Sprintf("%s gets a string that is put together for it alone, %s: append its %d parts one by one", m.appending(v), r.again(), len(k.lengths)), energy, r.related()...)
		}
	}
}

// partsCase is the case that prices a concatenation of so many parts.
func partsCase(k *concatenation) string {
	if len(k.lengths) > 2 {
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
	if !concatenates(f, text) {
		s.Refusal = "the compiler has joined the operands by a StringBuilder of its own, as before Java 9"
		return
	}
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(f.Values[text].PC)))
	args := f.Args(text)
	for i, t := range classfile.Params(d.Desc) {
		if i < len(args) && f.IsCallTo(args[i], stringClass, "valueOf") { // as javac writes an operand of another class
			if t = f.Static(f.Args(args[i])[0]); t == "" {
				t = "Ljava/lang/Object;"
			}
		}
		s.Parts = append(s.Parts, finding.Operand{Type: t})
	}
}
