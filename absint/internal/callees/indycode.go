package callees

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// IndyCode is the code that the JDK links for an invokedynamic.
type IndyCode struct {
	Calls []indyCall
	Once  pattern.Counts // instructions other than the calls, executed once
}

// indyCall is a call of a library method whose receiver is a StringBuilder or nothing, and whose argument is an operand.
type indyCall struct {
	Member classfile.Member
	Value  ssa.ID  // the operand; 0 for one that is a constant or a component of a record
	Chars  int64   // characters of a constant
	Name   string  // of an operand whose characters are not known: their symbol
	Counts []int64 // the arguments of a call that has numbers for arguments
}
