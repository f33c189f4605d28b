package pattern

// Operation is what a pattern does. The first are those of Nyholm et al. 2025, Appendix A, under the paper's
// names; the rest are what the JVM does besides, which a model prices itself or derives from measured ones.
type Operation uint8

// The operations measured by Nyholm et al. 2025.
const (
	NoOperation Operation = iota
	Addition
	Division
	Increase
	Multiplication
	Negation
	Subtraction
	Modulo
	BitAnd
	BitComplement
	BitOr
	BitXor
	LeftBitshift
	RightBitshift
	LogicalRightBitshift
	D2f
	D2i
	D2l
	F2d
	F2i
	F2l
	I2b
	I2c
	I2d
	I2f
	I2l
	I2s
	L2d
	L2f
	L2i
	ArrayLength
	ArrayLoad
	ArrayStore
	ArrayAllocation
	ObjectAllocation
	ObjectGetField
	ObjectGetStaticField
	ObjectPutField
	ObjectPutStaticField
	StaticMethodCall
	NonStaticMethodCall
	ReturnStatement
	SwitchCaseConsecutive
	SwitchCaseNonConsecutive
	IfEqualReference
	IfNonEqualReference
	IfNonNullReference
	IfNullReference
	IfEqualNumeric
	IfNonEqualNumeric
	IfGreaterOrEqualNumeric
	IfGreaterNumeric
	IfLessOrEqualNumeric
	IfLessNumeric
	IfEqualInt
	IfNonEqualInt
	IfGreaterOrEqualInt
	IfGreaterInt
	IfLessOrEqualInt
	IfLessInt
	ElseBranch
	VariableDeclaration
)

// The operations that the paper did not measure.
const (
	Comparison           Operation = iota + 1 + VariableDeclaration // lcmp, fcmp or dcmp whose result no branch consumes
	InterfaceCall                                                   // invokeinterface
	DynamicCall                                                     // invokedynamic whose call site makes no object
	DynamicCreation                                                 // invokedynamic that makes an object: lambdas that capture, string concatenation
	TypeCheck                                                       // instanceof and checkcast
	Throw                                                           // athrow
	Unwind                                                          // one frame that an exception leaves
	Monitor                                                         // monitorenter and monitorexit
	StackOperation                                                  // dup, pop, swap and nop
	Subroutine                                                      // jsr and ret
	Argument                                                        // one argument of a call: a push here, a local there
	LoneLoad                                                        // a push that another block consumes or that is discarded
	ArrayZeroing                                                    // 64 bytes of a new array beyond the first 64
	MultiArrayAllocation                                            // one array that multianewarray creates
	VoidReturn                                                      // return without a value
	OperandPush                                                     // a push that a tile absorbs, where parts of tiles count
	ResultStore                                                     // a store that a tile absorbs, where parts of tiles count

	numOperations = iota + 1 + VariableDeclaration
)

var operationNames = [numOperations]string{
	Addition:                 "Addition",
	Division:                 "Division",
	Increase:                 "Increase",
	Multiplication:           "Multiplication",
	Negation:                 "Negation",
	Subtraction:              "Subtraction",
	Modulo:                   "Modulo",
	BitAnd:                   "Bit and",
	BitComplement:            "Bit complement",
	BitOr:                    "Bit or",
	BitXor:                   "Bit xor",
	LeftBitshift:             "Left bitshift",
	RightBitshift:            "Right bitshift",
	LogicalRightBitshift:     "Logical right bitshift",
	D2f:                      "d2f",
	D2i:                      "d2i",
	D2l:                      "d2l",
	F2d:                      "f2d",
	F2i:                      "f2i",
	F2l:                      "f2l",
	I2b:                      "i2b",
	I2c:                      "i2c",
	I2d:                      "i2d",
	I2f:                      "i2f",
	I2l:                      "i2l",
	I2s:                      "i2s",
	L2d:                      "l2d",
	L2f:                      "l2f",
	L2i:                      "l2i",
	ArrayLength:              "Array length",
	ArrayLoad:                "Array load",
	ArrayStore:               "Array store",
	ArrayAllocation:          "Array allocation",
	ObjectAllocation:         "Object allocation",
	ObjectGetField:           "Object get field",
	ObjectGetStaticField:     "Object get static field",
	ObjectPutField:           "Object put field",
	ObjectPutStaticField:     "Object put static field",
	StaticMethodCall:         "Static method call",
	NonStaticMethodCall:      "Non-static method call",
	ReturnStatement:          "return statement",
	SwitchCaseConsecutive:    "Switch-case consecutive",
	SwitchCaseNonConsecutive: "Switch-case non-consecutive",
	IfEqualReference:         "if equal (references)",
	IfNonEqualReference:      "if non-equal (references)",
	IfNonNullReference:       "if non-null (references)",
	IfNullReference:          "if null (references)",
	IfEqualNumeric:           "if equal (numerical data types)",
	IfNonEqualNumeric:        "if non-equal (numerical data types)",
	IfGreaterOrEqualNumeric:  "if greater or equal (numerical data types)",
	IfGreaterNumeric:         "if greater (numerical data types)",
	IfLessOrEqualNumeric:     "if less or equal (numerical data types)",
	IfLessNumeric:            "if less (numerical data types)",
	IfEqualInt:               "if equal (int )",
	IfNonEqualInt:            "if non-equal (int )",
	IfGreaterOrEqualInt:      "if greater or equal (int )",
	IfGreaterInt:             "if greater (int )",
	IfLessOrEqualInt:         "if less or equal (int )",
	IfLessInt:                "if less (int )",
	ElseBranch:               "else branch",
	VariableDeclaration:      "Variable declaration",
	Comparison:               "comparison used as a value",
	InterfaceCall:            "Interface method call",
	DynamicCall:              "Dynamic method call",
	DynamicCreation:          "Dynamic object creation",
	TypeCheck:                "Type check",
	Throw:                    "Throw",
	Unwind:                   "Unwind",
	Monitor:                  "Monitor",
	StackOperation:           "Stack operation",
	Subroutine:               "Subroutine",
	Argument:                 "Argument",
	LoneLoad:                 "Lone load",
	ArrayZeroing:             "Array zeroing",
	MultiArrayAllocation:     "Multidimensional array allocation",
	VoidReturn:               "void return",
	OperandPush:              "Operand push",
	ResultStore:              "Result store",
}

// Part reports whether the operation is a part of a tile and not a tile: a model may have measured it with the tile.
func (o Operation) Part() bool { return o == OperandPush || o == ResultStore }

// String returns the operation's name as model files spell it.
func (o Operation) String() string { return operationNames[o] }
