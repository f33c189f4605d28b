package pattern

// Parts returns what a tile of the pattern absorbs at most: a push for every operand, of the data size that the pattern
// says, and a store of the result. It is what the pattern is measured with as a statement.
func (id ID) Parts() Counts {
	operands, result := id.flow()
	size := id.Size()
	if size == NoSize || size == SizeReference {
		size = Load
	}
	var c Counts
	for _, t := range operands {
		c = c.Add(Single(Of(OperandPush, t, size), 1))
	}
	if result != NoType {
		c = c.Add(Single(Of(ResultStore, result, Load), 1))
	}
	return c
}

// flow returns the types of the operands and of the result of a pattern. A call's arguments are patterns of their own, and
// its result's type is not known: an int stands for it.
func (id ID) flow() (operands []Type, result Type) {
	t := id.Type()
	switch o := id.Operation(); o {
	case Addition, Division, Multiplication, Subtraction, Modulo, BitAnd, BitOr, BitXor:
		return []Type{t, t}, t
	case LeftBitshift, RightBitshift, LogicalRightBitshift:
		return []Type{t, Int}, t
	case Negation:
		return []Type{t}, t
	case BitComplement: // and the constant -1
		return []Type{t, t}, t
	case ArrayLength:
		return []Type{Reference}, Int
	case ArrayLoad:
		return []Type{Reference, Int}, t
	case ArrayStore:
		return []Type{Reference, Int, t}, NoType
	case ArrayAllocation:
		return []Type{Int}, Reference
	case ObjectAllocation:
		return nil, Reference
	case ObjectGetField:
		return []Type{Reference}, t
	case ObjectGetStaticField:
		return nil, t
	case ObjectPutField:
		return []Type{Reference, t}, NoType
	case StaticMethodCall, NonStaticMethodCall, InterfaceCall, DynamicCall, DynamicCreation:
		return nil, Int
	case ObjectPutStaticField, ReturnStatement, VariableDeclaration, Argument:
		return []Type{t}, NoType
	case SwitchCaseConsecutive, SwitchCaseNonConsecutive:
		return []Type{Int}, NoType
	case IfNonNullReference, IfNullReference, Throw, Monitor:
		return []Type{Reference}, NoType
	case IfEqualReference, IfNonEqualReference:
		return []Type{Reference, Reference}, NoType
	case IfEqualInt, IfNonEqualInt, IfGreaterOrEqualInt, IfGreaterInt, IfLessOrEqualInt, IfLessInt:
		return []Type{Int, Int}, NoType
	case IfEqualNumeric, IfNonEqualNumeric, IfGreaterOrEqualNumeric, IfGreaterNumeric, IfLessOrEqualNumeric, IfLessNumeric:
		if t == Int {
			return []Type{Int}, NoType
		}
		return []Type{t, t}, NoType
	case Comparison:
		return []Type{t, t}, Int
	case TypeCheck:
		return []Type{Reference}, Reference
	default:
		if o >= D2f && o <= L2i {
			return []Type{t}, converted(o)
		}
	}
	return nil, NoType
}

// converted is the type of a conversion's result: the last letter of its name, byte, char and short being int.
func converted(o Operation) Type {
	name := o.String()
	switch t := TypeOf(name[len(name)-1:]); t {
	case NoType:
		return Int // b, c, s
	default:
		return t
	}
}

// The shares of the operands that are pushed for their tile, and of the results that it stores, in the code of java.util of
// OpenJDK 17 (65% and 16%). Others are left on the stack by one tile for the next.
const (
	TypicalPushes = 21.0 / 32
	TypicalStores = 5.0 / 32
)

// WithParts adds to counts of patterns without their parts these shares of what their tiles absorb at most.
func (c Counts) WithParts(pushes, stores float64) Counts {
	out := c
	for _, n := range c {
		for _, p := range n.ID.Parts() {
			share := pushes
			if p.ID.Operation() == ResultStore {
				share = stores
			}
			out = out.AddScaled(Single(p.ID, p.N), share*n.N)
		}
	}
	return out
}
