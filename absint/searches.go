package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// searchFrom returns where a search for the next element starts, 0 where v is no such call: its result is at least
// that, or -1 where there is none (java.lang.String.indexOf of a character or of a text that is not empty,
// java.util.BitSet.nextSetBit). A search from below 0 starts at 0.
func (m *method) searchFrom(v ssa.ID) ssa.ID {
	f := m.f
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return 0
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch mem.Class + "." + mem.Name + mem.Desc {
	case "java/lang/String.indexOf(II)I", "java/util/BitSet.nextSetBit(I)I":
		return args[len(args)-1]
	case "java/lang/String.indexOf(Ljava/lang/String;I)I":
		if s, ok := f.StringConstant(args[1]); ok && s != "" {
			return args[2]
		}
	}
	return 0
}

// found says whether a way has tested that a search found something.
func (m *method) found(w *ways, p *way, search ssa.ID) bool {
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.a != search || g.length != 0 {
			continue
		}
		k, ok := m.constantOf(g.b)
		if !ok {
			continue
		}
		switch g.op {
		case classfile.OpIfIcmpge:
			if k >= 0 {
				return true
			}
		case classfile.OpIfIcmpgt, classfile.OpIfIcmpne:
			if k == -1 || k > -1 && g.op == classfile.OpIfIcmpgt {
				return true
			}
		}
	}
	return false
}
