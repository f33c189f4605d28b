package inline

import "github.com/energylint/energylint/internal/classfile"

// returned returns the constant that the instruction at pc pushes if the next one returns it, perhaps behind a jump.
func returned(code *classfile.Code, pc int) (c int, ok bool) {
	c, ok = pushed(code, pc)
	next := code.Next(pc)
	if !ok || next >= len(code.Bytes) {
		return 0, false
	}
	if to, jumps := code.Branch(next); jumps && code.Op(next) == classfile.OpGoto {
		next = to
	}
	return c, code.Op(next) == classfile.OpIreturn
}

// pushed returns the int that the instruction at pc pushes.
func pushed(code *classfile.Code, pc int) (c int, ok bool) {
	switch op := code.Op(pc); {
	case op >= classfile.OpIconstM1 && op <= classfile.OpIconst5:
		return int(op) - int(classfile.OpIconst0), true
	case op == classfile.OpBipush || op == classfile.OpSipush:
		return code.Immediate(pc), true
	}
	return 0, false
}

// decide returns where the code at pc leads that compares c, which is on the operand stack: with 0, or with a constant that it pushes.
func decide(code *classfile.Code, pc, c int) (to int, ok bool) {
	with, compares := pushed(code, pc)
	if compares {
		if pc = code.Next(pc); pc >= len(code.Bytes) {
			return 0, false
		}
	}
	op := code.Op(pc)
	switch {
	case compares && op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		op -= classfile.OpIfIcmpeq - classfile.OpIfeq
	case compares || op < classfile.OpIfeq || op > classfile.OpIfle:
		return 0, false
	}
	holds := map[classfile.Op]bool{
		classfile.OpIfeq: c == with, classfile.OpIfne: c != with, classfile.OpIflt: c < with,
		classfile.OpIfge: c >= with, classfile.OpIfgt: c > with, classfile.OpIfle: c <= with,
	}
	if holds[op] {
		to, _ = code.Branch(pc)
		return to, true
	}
	return code.Next(pc), true
}
