package classfile

import (
	"errors"
	"fmt"
)

// maxCode is the most bytes of code that a method can have (JVMS 4.7.3).
const maxCode = 65535

// Replacement is what Replace puts in the place of a method's code.
type Replacement struct {
	Bytes               []byte
	Handlers            []Handler
	MaxStack, MaxLocals int
	// Moved returns where an instruction of the code is in the new code; it grows with pc, and takes the end of the code to the end of the new.
	Moved func(pc int) int
}

// Replace returns other code of the same method, with lines and variables where their instructions have moved. It returns an error for code
// that Method.Code would refuse.
func (c *Code) Replace(by Replacement) (*Code, error) {
	if len(by.Bytes) == 0 || len(by.Bytes) > maxCode || by.MaxLocals > maxCode {
		return nil, fmt.Errorf("the code has %d bytes and %d variables", len(by.Bytes), by.MaxLocals)
	}
	out := &Code{Method: c.Method, MaxStack: by.MaxStack, MaxLocals: by.MaxLocals, Bytes: by.Bytes, Handlers: by.Handlers, starts: make([]uint64, (len(by.Bytes)+63)/64)}
	if err := out.findInstructions(); err != nil {
		return nil, err
	}
	if err := out.checkOperands(); err != nil {
		return nil, err
	}
	for _, h := range by.Handlers {
		if !out.IsStart(h.Start) || !out.IsStart(h.Target) || h.End != len(out.Bytes) && !out.IsStart(h.End) || h.Start >= h.End {
			return nil, errors.New("a handler is not at instructions")
		}
	}
	out.moved = &movedTables{variables: c.HasVariables()}
	for _, l := range c.Lines() {
		out.moved.lines = append(out.moved.lines, Line{by.Moved(l.PC), l.Line})
	}
	for _, v := range c.Variables() {
		v.Start, v.End = by.Moved(v.Start), by.Moved(v.End)
		out.moved.vars = append(out.moved.vars, v)
	}
	return out, nil
}

// movedTables are the lines and variables of code that replaces other code.
type movedTables struct {
	lines     []Line
	vars      []Variable
	variables bool // it has a table of variables, which may be empty
}
