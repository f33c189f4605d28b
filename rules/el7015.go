package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7015", Name: "BufferPerIteration", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "memory", "io"},
		Sampled: finding.InItself,
		Summary: "A buffer is made for each iteration; each one is filled with zeros before data come into it",
	},
	Needs: Needs{Calls: [][]string{{"read", "readFully", "readNBytes"}}, Ops: []classfile.Op{classfile.OpNewarray}, RepeatsOrLambda: true},
	Check: bufferPerIteration,
})

const (
	// A buffer of fewer than leastBuffer elements costs little.
	leastBuffer = 512
	// measuredBuffer is how many bytes the buffer has that the evidence is about.
	measuredBuffer = 8192
)

// elementBytes is how many bytes an element takes, by the type of the array.
var elementBytes = map[string]int64{"[Z": 1, "[B": 1, "[C": 2, "[S": 2, "[I": 4, "[F": 4, "[J": 8, "[D": 8}

// bufferUses are methods of the library that fill an array, or use what is in it, and do not keep it.
var bufferUses = []string{"read", "readFully", "readNBytes", "write", "update", "digest", "inflate", "deflate", "setInput", "append", "<init>", "arraycopy", "copyOf", "copyOfRange", "print"}

// bufferPerIteration finds arrays of constant size that are made anew to be read into.
func bufferPerIteration(m *Method) {
	f := m.Func()
	for v := range m.Instructions() {
		if f.Values[v].Op != classfile.OpNewarray {
			continue
		}
		size, ok := m.arrayLength(v)
		if !ok || size < leastBuffer {
			continue
		}
		r, ok := m.repetition(v)
		if !ok || !m.returns(v) || !m.onlyBuffer(v) || r.loop >= 0 && m.rare(v) {
			continue
		}
		bytes := float64(size * elementBytes[f.Static(v)])
		if energy := m.Energy(Change{At: v, Cost: m.TilesOf(v), Per: r.per(), Case: "ReadBuffer", Size: bytes / measuredBuffer}); energy != nil {
			m.Report(v, "buffer", fmt.Sprintf("The buffer of %d elements is made %s; %s", size, r.again(), r.advice("make it once in front of the loop")), energy)
		}
	}
}

// onlyBuffer reports whether an array is read into, and used by nothing that may keep it, nor takes more of it than was read: behind that a new
// array has zeros.
func (m *Method) onlyBuffer(v ssa.ID) bool {
	f := m.Func()
	filled, whole := false, true // all reads fill the whole array
	measured, loaded, taken := false, false, false
	for _, u := range m.uses().of(v) {
		x := &f.Values[u]
		switch {
		case x.Kind == ssa.Instr && x.Op == classfile.OpArraylength:
			measured = measured || m.boundsLoop(u)
			continue
		case x.Kind == ssa.Instr && x.Op >= classfile.OpIaload && x.Op <= classfile.OpSaload:
			loaded = true
			continue
		}
		c, _ := f.Member(u)
		if !f.IsCall(u) || !strings.HasPrefix(c.Class, "java/") || !slices.Contains(bufferUses, c.Name) || c.Name == "<init>" && c.Class != stringClass {
			return false
		}
		if strings.HasPrefix(c.Name, "read") {
			filled, whole = true, whole && c.Name == "readFully" && len(classfile.Params(c.Desc)) == 1
			continue
		}
		taken = taken || !slices.Contains(classfile.Params(c.Desc), "I")
	}
	return filled && (whole || !taken && !(loaded && measured))
}

// boundsLoop reports whether the length of an array is compared with a number: a loop goes through all elements.
func (m *Method) boundsLoop(length ssa.ID) bool {
	f := m.Func()
	for _, u := range m.usersOf(length) {
		if op := f.Values[u].Op; f.Values[u].Kind == ssa.Instr && op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple {
			return true
		}
	}
	return false
}
