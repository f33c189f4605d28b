package classfile

// Op is an opcode, JVMS chapter 6.
type Op uint8

// The instructions of JVMS chapter 6, by number.
const (
	OpNop             Op = 0
	OpAconstNull      Op = 1
	OpIconstM1        Op = 2
	OpIconst0         Op = 3
	OpIconst1         Op = 4
	OpIconst2         Op = 5
	OpIconst3         Op = 6
	OpIconst4         Op = 7
	OpIconst5         Op = 8
	OpLconst0         Op = 9
	OpLconst1         Op = 10
	OpFconst0         Op = 11
	OpFconst1         Op = 12
	OpFconst2         Op = 13
	OpDconst0         Op = 14
	OpDconst1         Op = 15
	OpBipush          Op = 16
	OpSipush          Op = 17
	OpLdc             Op = 18
	OpLdcW            Op = 19
	OpLdc2W           Op = 20
	OpIload           Op = 21
	OpLload           Op = 22
	OpFload           Op = 23
	OpDload           Op = 24
	OpAload           Op = 25
	OpIload0          Op = 26
	OpIload1          Op = 27
	OpIload2          Op = 28
	OpIload3          Op = 29
	OpLload0          Op = 30
	OpLload1          Op = 31
	OpLload2          Op = 32
	OpLload3          Op = 33
	OpFload0          Op = 34
	OpFload1          Op = 35
	OpFload2          Op = 36
	OpFload3          Op = 37
	OpDload0          Op = 38
	OpDload1          Op = 39
	OpDload2          Op = 40
	OpDload3          Op = 41
	OpAload0          Op = 42
	OpAload1          Op = 43
	OpAload2          Op = 44
	OpAload3          Op = 45
	OpIaload          Op = 46
	OpLaload          Op = 47
	OpFaload          Op = 48
	OpDaload          Op = 49
	OpAaload          Op = 50
	OpBaload          Op = 51
	OpCaload          Op = 52
	OpSaload          Op = 53
	OpIstore          Op = 54
	OpLstore          Op = 55
	OpFstore          Op = 56
	OpDstore          Op = 57
	OpAstore          Op = 58
	OpIstore0         Op = 59
	OpIstore1         Op = 60
	OpIstore2         Op = 61
	OpIstore3         Op = 62
	OpLstore0         Op = 63
	OpLstore1         Op = 64
	OpLstore2         Op = 65
	OpLstore3         Op = 66
	OpFstore0         Op = 67
	OpFstore1         Op = 68
	OpFstore2         Op = 69
	OpFstore3         Op = 70
	OpDstore0         Op = 71
	OpDstore1         Op = 72
	OpDstore2         Op = 73
	OpDstore3         Op = 74
	OpAstore0         Op = 75
	OpAstore1         Op = 76
	OpAstore2         Op = 77
	OpAstore3         Op = 78
	OpIastore         Op = 79
	OpLastore         Op = 80
	OpFastore         Op = 81
	OpDastore         Op = 82
	OpAastore         Op = 83
	OpBastore         Op = 84
	OpCastore         Op = 85
	OpSastore         Op = 86
	OpPop             Op = 87
	OpPop2            Op = 88
	OpDup             Op = 89
	OpDupX1           Op = 90
	OpDupX2           Op = 91
	OpDup2            Op = 92
	OpDup2X1          Op = 93
	OpDup2X2          Op = 94
	OpSwap            Op = 95
	OpIadd            Op = 96
	OpLadd            Op = 97
	OpFadd            Op = 98
	OpDadd            Op = 99
	OpIsub            Op = 100
	OpLsub            Op = 101
	OpFsub            Op = 102
	OpDsub            Op = 103
	OpImul            Op = 104
	OpLmul            Op = 105
	OpFmul            Op = 106
	OpDmul            Op = 107
	OpIdiv            Op = 108
	OpLdiv            Op = 109
	OpFdiv            Op = 110
	OpDdiv            Op = 111
	OpIrem            Op = 112
	OpLrem            Op = 113
	OpFrem            Op = 114
	OpDrem            Op = 115
	OpIneg            Op = 116
	OpLneg            Op = 117
	OpFneg            Op = 118
	OpDneg            Op = 119
	OpIshl            Op = 120
	OpLshl            Op = 121
	OpIshr            Op = 122
	OpLshr            Op = 123
	OpIushr           Op = 124
	OpLushr           Op = 125
	OpIand            Op = 126
	OpLand            Op = 127
	OpIor             Op = 128
	OpLor             Op = 129
	OpIxor            Op = 130
	OpLxor            Op = 131
	OpIinc            Op = 132
	OpI2l             Op = 133
	OpI2f             Op = 134
	OpI2d             Op = 135
	OpL2i             Op = 136
	OpL2f             Op = 137
	OpL2d             Op = 138
	OpF2i             Op = 139
	OpF2l             Op = 140
	OpF2d             Op = 141
	OpD2i             Op = 142
	OpD2l             Op = 143
	OpD2f             Op = 144
	OpI2b             Op = 145
	OpI2c             Op = 146
	OpI2s             Op = 147
	OpLcmp            Op = 148
	OpFcmpl           Op = 149
	OpFcmpg           Op = 150
	OpDcmpl           Op = 151
	OpDcmpg           Op = 152
	OpIfeq            Op = 153
	OpIfne            Op = 154
	OpIflt            Op = 155
	OpIfge            Op = 156
	OpIfgt            Op = 157
	OpIfle            Op = 158
	OpIfIcmpeq        Op = 159
	OpIfIcmpne        Op = 160
	OpIfIcmplt        Op = 161
	OpIfIcmpge        Op = 162
	OpIfIcmpgt        Op = 163
	OpIfIcmple        Op = 164
	OpIfAcmpeq        Op = 165
	OpIfAcmpne        Op = 166
	OpGoto            Op = 167
	OpJsr             Op = 168
	OpRet             Op = 169
	OpTableswitch     Op = 170
	OpLookupswitch    Op = 171
	OpIreturn         Op = 172
	OpLreturn         Op = 173
	OpFreturn         Op = 174
	OpDreturn         Op = 175
	OpAreturn         Op = 176
	OpReturn          Op = 177
	OpGetstatic       Op = 178
	OpPutstatic       Op = 179
	OpGetfield        Op = 180
	OpPutfield        Op = 181
	OpInvokevirtual   Op = 182
	OpInvokespecial   Op = 183
	OpInvokestatic    Op = 184
	OpInvokeinterface Op = 185
	OpInvokedynamic   Op = 186
	OpNew             Op = 187
	OpNewarray        Op = 188
	OpAnewarray       Op = 189
	OpArraylength     Op = 190
	OpAthrow          Op = 191
	OpCheckcast       Op = 192
	OpInstanceof      Op = 193
	OpMonitorenter    Op = 194
	OpMonitorexit     Op = 195
	OpWide            Op = 196
	OpMultianewarray  Op = 197
	OpIfnull          Op = 198
	OpIfnonnull       Op = 199
	OpGotoW           Op = 200
	OpJsrW            Op = 201
)

// opNames are the mnemonics; an opcode at or above their number is no instruction.
var opNames = [...]string{
	"nop", "aconst_null", "iconst_m1", "iconst_0", "iconst_1", "iconst_2", "iconst_3", "iconst_4",
	"iconst_5", "lconst_0", "lconst_1", "fconst_0", "fconst_1", "fconst_2", "dconst_0", "dconst_1",
	"bipush", "sipush", "ldc", "ldc_w", "ldc2_w", "iload", "lload", "fload",
	"dload", "aload", "iload_0", "iload_1", "iload_2", "iload_3", "lload_0", "lload_1",
	"lload_2", "lload_3", "fload_0", "fload_1", "fload_2", "fload_3", "dload_0", "dload_1",
	"dload_2", "dload_3", "aload_0", "aload_1", "aload_2", "aload_3", "iaload", "laload",
	"faload", "daload", "aaload", "baload", "caload", "saload", "istore", "lstore",
	"fstore", "dstore", "astore", "istore_0", "istore_1", "istore_2", "istore_3", "lstore_0",
	"lstore_1", "lstore_2", "lstore_3", "fstore_0", "fstore_1", "fstore_2", "fstore_3", "dstore_0",
	"dstore_1", "dstore_2", "dstore_3", "astore_0", "astore_1", "astore_2", "astore_3", "iastore",
	"lastore", "fastore", "dastore", "aastore", "bastore", "castore", "sastore", "pop",
	"pop2", "dup", "dup_x1", "dup_x2", "dup2", "dup2_x1", "dup2_x2", "swap",
	"iadd", "ladd", "fadd", "dadd", "isub", "lsub", "fsub", "dsub",
	"imul", "lmul", "fmul", "dmul", "idiv", "ldiv", "fdiv", "ddiv",
	"irem", "lrem", "frem", "drem", "ineg", "lneg", "fneg", "dneg",
	"ishl", "lshl", "ishr", "lshr", "iushr", "lushr", "iand", "land",
	"ior", "lor", "ixor", "lxor", "iinc", "i2l", "i2f", "i2d",
	"l2i", "l2f", "l2d", "f2i", "f2l", "f2d", "d2i", "d2l",
	"d2f", "i2b", "i2c", "i2s", "lcmp", "fcmpl", "fcmpg", "dcmpl",
	"dcmpg", "ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle", "if_icmpeq",
	"if_icmpne", "if_icmplt", "if_icmpge", "if_icmpgt", "if_icmple", "if_acmpeq", "if_acmpne", "goto",
	"jsr", "ret", "tableswitch", "lookupswitch", "ireturn", "lreturn", "freturn", "dreturn",
	"areturn", "return", "getstatic", "putstatic", "getfield", "putfield", "invokevirtual", "invokespecial",
	"invokestatic", "invokeinterface", "invokedynamic", "new", "newarray", "anewarray", "arraylength", "athrow",
	"checkcast", "instanceof", "monitorenter", "monitorexit", "wide", "multianewarray", "ifnull", "ifnonnull",
	"goto_w", "jsr_w",
}

// lengths is opLengths for any byte.
var lengths = func() (out [256]uint8) {
	copy(out[:], opLengths[:])
	return out
}()

// opLengths are the instructions' lengths in bytes, 0 where it varies (switches and wide).
var opLengths = [...]uint8{
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 3, 2, 2, 2, 2,
	2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 0, 0, 1, 1, 1,
	1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 5, 5, 3, 2, 3, 1, 1, 3, 3, 1, 1, 0, 4, 3, 3,
	5, 5,
}

// String returns the mnemonic.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return "illegal"
}

// Holds reports whether the comparison of an if or if_icmp instruction holds for two numbers (JVMS 6.5). b is 0 for
// an if instruction. Other opcodes must not be asked.
func (o Op) Holds(a, b int64) bool {
	switch o {
	case OpIfeq, OpIfIcmpeq:
		return a == b
	case OpIfne, OpIfIcmpne:
		return a != b
	case OpIflt, OpIfIcmplt:
		return a < b
	case OpIfge, OpIfIcmpge:
		return a >= b
	case OpIfgt, OpIfIcmpgt:
		return a > b
	}
	return a <= b
}
