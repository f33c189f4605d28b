package rules

import (
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// recurs returns what runs v again and again: a loop of the method, the stream whose elements a lambda is called for, or,
// outside of loops, a loop that calls the method; related then has the place of the call.
func (m *Method) recurs(v ssa.ID) (r repetition, related []finding.Location, ok bool) {
	if r, ok = m.repetition(v); ok {
		return r, nil, m.returns(v)
	}
	if m.Func().Method.Name == "<clinit>" || m.LoopOf(v) >= 0 || !m.returns(v) {
		return r, nil, false
	}
	caller, ok := m.repeatedBy()
	if !ok {
		return r, nil, false
	}
	return repetition{loop: -1}, []finding.Location{caller}, true
}

// recurring says in words what repeats an instruction, as recurs found it.
func (m *Method) recurring(r repetition) string {
	if r.loop < 0 && r.site == nil {
		return "in every call, and a loop calls the method"
	}
	return m.again(r)
}

// perRecurrence is what one execution is for, where it is neither an iteration of a loop nor a call of the method.
func (r repetition) perRecurrence() string {
	if r.site == nil {
		return ""
	}
	return r.per()
}

// returns reports whether a return can be reached from v without an exception, and the method is not that of an exception: what only
// makes the message of one runs once.
func (m *Method) returns(v ssa.ID) bool {
	g, f := m.Graph(), m.Func()
	if m.Engine.IsClass(f.Method.Class.Name, "java/lang/Throwable") {
		return false
	}
	start := f.Values[v].Block
	seen := map[int32]bool{start: true}
	for work := []int32{start}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if f.Code.Op(g.Blocks[b].Last).IsReturn() {
			return true
		}
		for i := range g.Blocks[b].Succs {
			if e := &g.Blocks[b].Succs[i]; e.Kind != cfg.Exception && !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return false
}

// onlyUser returns the instruction that alone uses v, and as which argument; ok is false where there are several uses, none, or
// a phi.
func (m *Method) onlyUser(t *useTable, v ssa.ID) (user ssa.ID, arg int, ok bool) {
	f := m.Func()
	users := t.of(v)
	if len(users) != 1 || f.Values[users[0]].Kind != ssa.Instr {
		return 0, 0, false
	}
	arg = -1
	for i, a := range f.Args(users[0]) {
		if a == v && arg >= 0 {
			return 0, 0, false
		}
		if a == v {
			arg = i
		}
	}
	return users[0], arg, arg >= 0
}

// callTiles is a call of a method of an object, with one argument.
func callTiles() pattern.Counts {
	return pattern.Tally(pattern.Of(pattern.NonStaticMethodCall, pattern.NoType, pattern.SizeReference), pattern.Of(pattern.Argument, pattern.Reference, pattern.Load))
}
