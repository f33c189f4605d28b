package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What an iteration does besides a lock: beside much work, the 20 ns of a lock are little.

const (
	// shortCode is up to how many bytes of code a method is taken for one that does little, shortDepth how many methods it may call in turn, and
	// shortTargets how many methods a call may run.
	shortCode, shortDepth, shortTargets = 80, 2, 4
)

// littleWork are the beginnings of the names of the classes of the JDK whose methods mostly take no longer than a few locks.
var littleWork = []string{"java/lang/", "java/util/", "java/io/"}

// hasMoreToDo reports whether an iteration may do much more than to lock the object: it runs another loop, or calls a method of the program
// that is not short, or of which the code is not known, but for what runs only where something went wrong.
func (g *lockedLoop) hasMoreToDo() bool {
	graph := g.Graph()
	for l := range graph.Loops {
		if int(graph.Loops[l].Parent) == g.loop {
			return true
		}
	}
	for v := range g.Calls() {
		if g.InLoop(v, g.loop) && !g.doesLittle(v) && g.wentWrong(v) == "" {
			return true
		}
	}
	return false
}

// doesLittle reports whether a call runs one of these methods of the JDK that does not search a collection, or a short one of the program.
func (m *Method) doesLittle(call ssa.ID) bool {
	c, _ := m.Func().Member(call)
	if !m.Engine.own(c.Class) {
		return searches[c.Name] != c.Desc && slices.ContainsFunc(littleWork, func(begin string) bool { return strings.HasPrefix(c.Class, begin) })
	}
	d := m.dispatch(call)
	if len(d.Targets) == 0 || len(d.Targets) > shortTargets || len(d.Lambdas) > 0 {
		return false
	}
	return !slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool { return !m.Engine.short(t, shortDepth) })
}

// short reports whether a method has little code and no loop, and so have the methods of the program that it calls.
func (e *Engine) short(cm *classfile.Method, depth int) bool {
	code, err := cm.Code()
	if err != nil || code == nil || len(code.Bytes) > shortCode || depth < 0 {
		return false
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if to, ok := code.Branch(pc); ok && to <= pc {
			return false
		}
		op := code.Op(pc)
		if op < classfile.OpInvokevirtual || op > classfile.OpInvokeinterface {
			continue
		}
		c, _ := cm.Class.Pool.Member(code.Index(pc))
		if !e.own(c.Class) {
			continue
		}
		targets := e.Program.Dispatch(cm.Class, op, c.Class, c.Name, c.Desc).Targets
		if len(targets) == 0 || len(targets) > shortTargets || slices.ContainsFunc(targets, func(t *classfile.Method) bool { return !e.short(t, depth-1) }) {
			return false
		}
	}
	return true
}
