package finding

import "github.com/energylint/energylint/internal/classfile"

// Fix is a repair that is certain: lines [StartLine, EndLine] of the location's file become Text.
type Fix struct {
	Description        string
	StartLine, EndLine int
	Text               string
	// Edits are the same change, and those elsewhere in the file that it needs (an import), as the smallest ranges, in the order of the
	// text. Without edits the lines are the whole change.
	Edits []Edit
}

// Edit replaces a range of a file. An empty range inserts.
type Edit struct {
	Start, End             int // bytes
	StartLine, StartColumn int // 1-based; columns count UTF-16 code units
	EndLine, EndColumn     int // of the first character that stays
	Text                   string
}

// Site is what bytecode knows of the expression that a finding is about.
type Site struct {
	Repair   string           // the name of its kind
	PC       int              // of the instruction, in the location's method
	Call     classfile.Member // what the instruction calls
	Version  int              // major version of the class file
	Operands []Operand        // of the call, the receiver first
	Parts    []Operand        // further values, as the kind of repair says
	Text     string           // a constant, as the kind of repair says
	Facts    map[string]bool  // what certainly holds, as the kind of repair says
	Refusal  string           // why the repair is not certain, by what bytecode shows
}

// Operand is what bytecode knows of a value.
type Operand struct {
	Type     string // descriptor of its type; empty where that is not known
	Exact    bool   // Type is that of the expression in the source, and of the object's class
	NonNull  bool   // it is certainly no null
	Constant bool   // it is a constant: the compiler computes an expression of such operands
}
