package rules

import "github.com/energylint/energylint/internal/ssa"

// recurs is recurrence without what runs once for all: static initialisers, exits of loops, and code that only makes an exception.
func (m *Method) recurs(v ssa.ID) (r repetition, ok bool) {
	if !m.returns(v) {
		return r, false
	}
	if r, ok = m.repetition(v); ok || m.Func().Method.Name == "<clinit>" || m.LoopOf(v) >= 0 {
		return r, ok
	}
	return m.repeatedBy(v)
}

// returns reports whether a return, or v once more in a loop that only exceptions end, can be reached from v without an exception, also none that a
// method of the program throws which does nothing else, and the method is not that of an exception: what only makes the message of one
// runs once.
func (m *Method) returns(v ssa.ID) bool {
	f := m.Func()
	block := f.Values[v].Block
	return !m.Engine.isException(f.Method.Class.Name) && (m.returnsAfter(block, v) || m.comesAgain(block, v))
}

// onlyUser returns the instruction that alone uses v, and as which argument; ok is false where there are several uses, none, or
// a phi. What compilers add is no use: tests for null, and casts to a type that v has, whose user is that of v.
func (m *Method) onlyUser(t *useTable, v ssa.ID) (user ssa.ID, arg int, ok bool) {
	f := m.Func()
	for range 8 {
		if user, ok = m.oneUser(t, v); !ok {
			return 0, 0, false
		}
		if !m.widens(user) {
			break
		}
		v = user
	}
	arg = -1
	for i, a := range f.Args(user) {
		if a == v && arg >= 0 {
			return 0, 0, false
		}
		if a == v {
			arg = i
		}
	}
	return user, arg, arg >= 0
}

// oneUser returns the only instruction that uses v, but for tests for null that compilers add.
func (m *Method) oneUser(t *useTable, v ssa.ID) (user ssa.ID, ok bool) {
	f := m.Func()
	for _, u := range t.of(v) {
		if f.Values[u].Kind != ssa.Instr || user != 0 && !m.addsNullCheck(u) {
			return 0, false
		}
		if !m.addsNullCheck(u) {
			user = u
		}
	}
	return user, user != 0
}
