package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7016", Name: "StackTraceForCaller", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "exceptions"},
		Summary: "The whole stack is recorded again and again to look at a few of its frames",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"getStackTrace", "getAllStackTraces"}}},
	Check: stackTraceForCaller,
})

// stackTraceForCaller finds stack traces of the code that runs, which are no part of an exception that is thrown.
func stackTraceForCaller(m *Method) {
	f := m.Func()
	if f.Method.Class.Major < java9 {
		return // there is no StackWalker
	}
	for v, c := range m.Calls("getStackTrace", "getAllStackTraces") {
		what := m.recordsStack(v, c)
		if what == "" || !m.looksAtSome(v) || m.handles(int(f.Values[v].Block)) || m.underGuard(v) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok || r.loop >= 0 && (m.sleeps(r.loop) || m.rare(v)) {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "CurrentThread"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s records the whole stack %s; StackWalker gives the frames that are looked at", what, r.again()), energy, r.related()...)
		}
	}
}

// looksAtSome reports whether the method looks at some elements of an array, and neither passes it on nor goes through all of it.
func (m *Method) looksAtSome(array ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	around := m.LoopOf(array)
	for _, u := range m.uses().of(array) {
		x := &f.Values[u]
		switch {
		case x.Kind == ssa.Instr && x.Op == classfile.OpArraylength:
		case x.Kind != ssa.Instr || x.Op != classfile.OpAaload:
			return false
		case m.LoopOf(u) != around && m.LoopOf(u) >= 0 && len(g.Exits(m.LoopOf(u))) < 2: // left only behind the last frame
			return false
		}
	}
	return true
}

// recordsStack names what records the stack of the code that runs for a call; empty where the call asks an exception that was thrown,
// or another thread.
func (m *Method) recordsStack(v ssa.ID, c classfile.Member) string {
	f := m.Func()
	if len(f.Args(v)) == 0 {
		return ""
	}
	of := m.Strip(f.Args(v)[0])
	if c.Class == "java/lang/Thread" {
		if f.IsCallTo(of, "java/lang/Thread", "currentThread") {
			return "Thread.getStackTrace"
		}
		return ""
	}
	class := className(f.Static(of))
	if x := &f.Values[of]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || !m.Engine.IsClass(class, throwableClass) {
		return ""
	}
	thrown := slices.ContainsFunc(m.uses().of(of), func(u ssa.ID) bool { return f.Values[u].Op == classfile.OpAthrow })
	if thrown {
		return ""
	}
	return "new " + simpleName(class)
}

// underGuard reports whether an instruction runs only where a condition with a name like debug or verbose is true.
func (m *Method) underGuard(v ssa.ID) bool {
	return m.onlyWhere(int(m.Func().Values[v].Block), func(condition ssa.ID) bool {
		f := m.Func()
		condition = m.Strip(condition)
		c, ok := f.Member(condition)
		return ok && hasGuardWord(c.Name) || !ok && hasGuardWord(f.Name(condition))
	})
}
