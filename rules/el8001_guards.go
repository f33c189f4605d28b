package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// guarded reports whether a call of a logger runs only where a condition on the level is true: a test of the same logger for
// a level below info, wherever it is made, or a condition of the program's own that has such a name.
func (m *Method) guarded(call ssa.ID) bool {
	f := m.Func()
	return m.onlyWhere(int(f.Values[call].Block), func(condition ssa.ID) bool { return m.asksForLevel(condition, f.Args(call)[0], 0) })
}

// onlyWhere reports whether a block runs only where a condition of some kind is true.
func (m *Method) onlyWhere(block int, kind func(condition ssa.ID) bool) bool {
	for _, b := range m.Graph().RPO {
		if condition, e := m.branch(int(b), true); e != nil && kind(condition) && m.onlyBy(e, block) {
			return true
		}
	}
	return false
}

// onlyBy reports whether every way to block b takes edge e.
func (m *Method) onlyBy(e *cfg.Edge, b int) bool {
	g := m.Graph()
	if e.Kind == cfg.Exception || !g.Dominators.Dominates(int(e.To), b) {
		return false
	}
	for _, i := range g.Blocks[e.To].Preds {
		p := &g.Edges[i]
		if (p.From != e.From || p.Kind != e.Kind) && !g.Dominators.Dominates(int(e.To), int(p.From)) {
			return false
		}
	}
	return true
}

// onlyByAnswer reports whether a block runs only for one answer of a branch on a value.
func (m *Method) onlyByAnswer(v ssa.ID, block int) bool {
	return slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		to := m.Graph().Blocks[m.Func().Values[u].Block].Succs
		return len(to) > 1 && slices.ContainsFunc(to, func(e cfg.Edge) bool { return m.onlyBy(&e, block) })
	})
}

// asksForLevel reports whether a boolean is the answer to a question for a level that is off by default.
func (m *Method) asksForLevel(v, logger ssa.ID, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	if x.Kind == ssa.Phi {
		return depth == 0 && m.trueWhereAsked(v, logger, depth)
	}
	if x.Kind != ssa.Instr {
		return hasGuardWord(f.Name(v))
	}
	c, isMember := f.Member(v)
	if !isMember {
		return false
	}
	if !f.IsCall(v) || !isLogger(c.Class) {
		return hasGuardWord(c.Name) || slices.Contains(toldTests, c.Name) && m.Engine.belowLogger(c.Class)
	}
	return m.below(v, c) && (x.Op == classfile.OpInvokestatic || !m.otherLogger(f.Args(v)[0], logger))
}

// trueWhereAsked reports whether a phi of booleans is true only where the level is asked for: some && log.isDebugEnabled(), kept
// in a variable.
func (m *Method) trueWhereAsked(phi, logger ssa.ID, depth int) bool {
	f, g := m.Func(), m.Graph()
	asked := false
	for i, e := range g.Blocks[f.Values[phi].Block].Preds {
		a := f.Args(phi)[i]
		switch {
		case a == 0 || a == phi || isZero(f, a):
			continue
		case f.Values[a].Kind == ssa.Int:
			if !m.onlyWhere(int(g.Edges[e].From), func(condition ssa.ID) bool { return m.asksForLevel(condition, logger, depth+1) }) {
				return false
			}
		case !m.asksForLevel(a, logger, depth+1):
			return false
		}
		asked = true
	}
	return asked
}

func isLogger(class string) bool { return loggerOf(class) != nil }

// below reports whether a test asks for a level below info, or one that is not known.
func (m *Method) below(v ssa.ID, c classfile.Member) bool {
	if slices.Contains(levelTests, c.Name) {
		return true
	}
	if !slices.Contains(toldTests, c.Name) {
		return false
	}
	f := m.Func()
	level := f.Args(v)[len(f.Args(v))-1]
	if f.Values[level].Kind != ssa.Instr || f.Values[level].Op != classfile.OpGetstatic {
		return true
	}
	constant, _ := f.Member(level)
	switch constant.Name {
	case "INFO", "WARN", "WARNING", "ERROR", "SEVERE", "FATAL":
		return false
	}
	return true
}

// otherLogger reports whether two loggers are certainly not meant to be one: different fields.
func (m *Method) otherLogger(a, b ssa.ID) bool {
	f := m.Func()
	a, b = m.Strip(a), m.Strip(b)
	x, y := &f.Values[a], &f.Values[b]
	field := func(v *ssa.Value) bool {
		return v.Kind == ssa.Instr && (v.Op == classfile.OpGetstatic || v.Op == classfile.OpGetfield)
	}
	if field(x) && field(y) {
		c, _ := f.Member(a)
		d, _ := f.Member(b)
		return c != d
	}
	return x.Kind == ssa.Param && a != b && (y.Kind == ssa.Param || field(y)) || y.Kind == ssa.Param && field(x)
}

func hasGuardWord(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(guardWords, func(w string) bool { return strings.Contains(name, w) })
}

// handles reports whether a block runs only after an exception was caught: there a message costs little beside it.
func (m *Method) handles(b int) bool {
	g := m.Graph()
	for ; b >= 0; b = g.Dominators.Parent(b) {
		for _, e := range g.Blocks[b].Preds {
			if g.Edges[e].Kind == cfg.Exception {
				return true
			}
		}
	}
	return false
}

// onlyGuardedCalls reports whether the method is private and its class calls it only where a level is asked for.
func (m *Method) onlyGuardedCalls() bool {
	own := m.Func().Method
	if own.Access&classfile.AccPrivate == 0 {
		return false
	}
	calls := 0
	for i := range own.Class.Methods {
		other := &own.Class.Methods[i]
		if !other.HasCode() {
			continue
		}
		caller := m.Engine.reader(other)
		if caller == nil {
			return false
		}
		for v, c := range caller.Calls(own.Name) {
			if c.Desc != own.Desc {
				continue
			}
			if calls++; !caller.guardedCall(v) {
				return false
			}
		}
	}
	return calls > 0
}

// offersTest reports whether the class has a method that only returns whether a level is on: its callers ask by it.
func (m *Method) offersTest() bool {
	class := m.Func().Method.Class
	for i := range class.Methods {
		other := &class.Methods[i]
		if !other.HasCode() || classfile.Return(other.Desc) != "Z" {
			continue
		}
		code, err := other.Code()
		if err != nil || code == nil || len(code.Bytes) > 16 {
			continue
		}
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			if op := code.Op(pc); !op.IsCall() {
				continue
			}
			if c, ok := class.Pool.Member(code.Index(pc)); ok && m.Engine.belowLogger(c.Class) && (slices.Contains(levelTests, c.Name) || slices.Contains(toldTests, c.Name)) {
				return true
			}
		}
	}
	return false
}

// sleeps reports whether a loop sleeps: beside that a message costs nothing.
func (m *Method) sleeps(l int) bool {
	for v, c := range m.Calls("sleep") {
		if m.InLoop(v, l) && (c.Class == "java/lang/Thread" || c.Class == "java/util/concurrent/TimeUnit") {
			return true
		}
	}
	return false
}

// guardedCall reports whether a call runs only where some logger's level is on.
func (m *Method) guardedCall(call ssa.ID) bool {
	return m.onlyWhere(int(m.Func().Values[call].Block), func(condition ssa.ID) bool {
		c, ok := m.Func().Member(m.Strip(condition))
		return ok && (hasGuardWord(c.Name) || slices.Contains(toldTests, c.Name))
	})
}
