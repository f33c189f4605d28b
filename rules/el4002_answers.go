package rules

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

const socketClass = "java/net/Socket"

// converses reports whether a loop both writes to a file or connection and reads from it: what it writes has to leave before the answer comes, and
// an answer is no longer than what was asked for.
func (m *Method) converses(access ssa.ID, c classfile.Member, source string, r repetition) bool {
	f := m.Func()
	socket := strings.HasPrefix(source, "Socket.")
	if r.loop < 0 || !socket && source != simpleName(randomFile) {
		return false
	}
	other := "write"
	if c.Name[0] == 'w' {
		other = "read"
	}
	for v, d := range m.Calls() {
		if !m.InLoop(v, r.loop) || !strings.HasPrefix(d.Name, other) || !strings.HasPrefix(d.Class, "java/") || f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		if of := f.Args(v)[0]; socket && m.ofSocket(of, 0) || !socket && m.equal(of, f.Args(access)[0]) {
			return true
		}
	}
	return false
}

// ofSocket reports whether a stream is that of a socket, or made over one.
func (m *Method) ofSocket(v ssa.ID, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	if depth > 6 || x.Kind != ssa.Instr {
		return false
	}
	switch c, _ := f.Member(v); {
	case f.IsCall(v):
		return c.Class == socketClass && strings.HasPrefix(c.Name, "get")
	case x.Op == classfile.OpNew:
		for u := range m.Calls("<init>") {
			if args := f.Args(u); m.Strip(args[0]) == v && len(args) > 1 && m.ofSocket(args[1], depth+1) {
				return true
			}
		}
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		values, _ := m.Engine.storesTo(c)
		if values == nil {
			return false
		}
		for in, stored := range values {
			if in.ofSocket(stored, depth+1) {
				return true
			}
		}
	}
	return false
}
