// Package codedigest computes digests of methods' code that are equal where two class files hold the same code: constants
// count by their values and not by their indices, line numbers, names of variables and stack maps do not count, nor does
// the number that a compiler gives a lambda, an accessor or an anonymous class.
package codedigest

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// Digest is what code is compared by. Two methods with the same Body execute the same instructions; with the same Moved
// they do once the names of their classes, and of methods that call themselves, are the same.
type Digest struct{ Body, Moved string }

// Class computes the digests of the methods of one class. It is not safe for concurrent use.
type Class struct {
	class     *classfile.Class
	top       string // the top-level class that it is in
	constants map[int]text
}

// text is a name or a constant as Body and as Moved have it.
type text struct{ body, moved string }

// New returns the digester of a class.
func New(c *classfile.Class) *Class {
	top := c.Name
	if i := strings.IndexByte(top[strings.LastIndexByte(top, '/')+1:], '$'); i > 0 {
		top = top[:strings.LastIndexByte(top, '/')+1+i]
	}
	return &Class{class: c, top: top, constants: map[int]text{}}
}

// Of returns the digest of one method's code.
func (c *Class) Of(code *classfile.Code) Digest {
	w := &writer{Class: c, code: code, slots: map[int]int{}}
	w.number()
	m := code.Method
	const counted = classfile.AccStatic | classfile.AccSynchronized
	w.add(strconv.Itoa(int(m.Access & counted)))
	w.addText(c.descriptor(m.Desc))
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		w.instruction(pc)
	}
	for _, h := range code.Handlers {
		w.add("\ncatch " + w.label(h.Start) + " " + w.label(h.End) + " " + w.label(h.Target) + " ")
		w.addText(c.name(h.Type))
	}
	return Digest{digest(w.body), digest(w.moved)}
}

// Line is the code of an entry of a line table, from one bytecode offset to another. Digest is a number of 12 bits that is
// equal for equal code, wherever it stands and whatever variables it uses: what is inserted before changes neither.
type Line struct {
	Line, From, To int
	Digest         int
}

// lineBits are enough to tell lines of one method apart but for one in thousands.
const lineBits = 12

// Lines returns the digests of the lines of code, in code order.
func (c *Class) Lines(code *classfile.Code) []Line {
	w := &writer{Class: c, code: code, lines: true}
	var out []Line
	table := code.Lines()
	for i, l := range table {
		end := len(code.Bytes)
		if i+1 < len(table) {
			end = table[i+1].PC
		}
		w.body, w.moved = w.body[:0], w.moved[:0]
		for pc := l.PC; pc < end; pc = code.Next(pc) {
			w.instruction(pc)
		}
		if len(w.moved) == 0 {
			continue
		}
		sum := sha256.Sum256(w.moved)
		out = append(out, Line{l.Line, l.PC, end, (int(sum[0])<<8 | int(sum[1])) >> (16 - lineBits)})
	}
	return out
}

// digestBytes are enough for no two of a billion methods to have one digest by chance.
const digestBytes = 12

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:digestBytes])
}

// writer writes the code of one method.
type writer struct {
	*Class
	code        *classfile.Code
	body, moved []byte
	lines       bool        // of lines: places and variables do not count
	position    []int32     // of instructions, by pc
	slots       map[int]int // local variables, in the order in which they occur
}

func (w *writer) add(s string) { w.body, w.moved = append(w.body, s...), append(w.moved, s...) }

func (w *writer) addText(t text) {
	w.body, w.moved = append(w.body, t.body...), append(w.moved, t.moved...)
}

// number gives instructions and parameters their numbers.
func (w *writer) number() {
	w.position = make([]int32, len(w.code.Bytes)+1)
	n := int32(0)
	for pc := 0; pc < len(w.code.Bytes); pc = w.code.Next(pc) {
		w.position[pc] = n
		n++
	}
	w.position[len(w.code.Bytes)] = n
	parameters := classfile.ParamSlots(w.code.Method.Desc)
	if !w.code.Method.Static() {
		parameters++
	}
	for i := range parameters {
		w.slots[i] = i
	}
}

func (w *writer) label(pc int) string {
	if w.lines {
		return "@"
	}
	return "@" + strconv.Itoa(int(w.position[pc]))
}

// local returns the number of a local variable. Which slots a compiler gives to variables does not count.
func (w *writer) local(slot int) string {
	if w.lines {
		return "v"
	}
	n, ok := w.slots[slot]
	if !ok {
		n = len(w.slots)
		w.slots[slot] = n
	}
	return strconv.Itoa(n)
}

// instruction adds the instruction at pc. Short forms are written as long ones.
func (w *writer) instruction(pc int) {
	c, op := w.code, w.code.Op(pc)
	w.add("\n")
	if i, ok := c.Local(pc); ok {
		w.add(general(op).String() + " " + w.local(i))
		if op == classfile.OpIinc {
			w.add(" " + strconv.Itoa(c.Increment(pc)))
		}
		return
	}
	if target, ok := c.Branch(pc); ok {
		w.add(general(op).String() + " " + w.label(target))
		return
	}
	switch op {
	case classfile.OpBipush, classfile.OpSipush:
		w.add("push " + strconv.Itoa(c.Immediate(pc)))
	case classfile.OpIconstM1, classfile.OpIconst0, classfile.OpIconst1, classfile.OpIconst2, classfile.OpIconst3, classfile.OpIconst4, classfile.OpIconst5:
		w.add("push " + strconv.Itoa(int(op)-int(classfile.OpIconst0)))
	case classfile.OpLdc, classfile.OpLdcW, classfile.OpLdc2W:
		w.add("push ")
		w.addText(w.constant(c.Index(pc), 0))
	case classfile.OpTableswitch, classfile.OpLookupswitch:
		w.selection(pc)
	case classfile.OpNewarray:
		w.add(op.String() + " " + string(c.ArrayType(pc)))
	case classfile.OpMultianewarray:
		w.add(op.String() + " " + strconv.Itoa(c.Dimensions(pc)) + " ")
		w.addText(w.constant(c.Index(pc), 0))
	default:
		w.operation(op, c.Index(pc))
	}
}

// general returns the long form of an instruction that has short ones.
func general(op classfile.Op) classfile.Op {
	switch {
	case op >= classfile.OpIload0 && op <= classfile.OpAload3:
		return classfile.OpIload + (op-classfile.OpIload0)/4
	case op >= classfile.OpIstore0 && op <= classfile.OpAstore3:
		return classfile.OpIstore + (op-classfile.OpIstore0)/4
	case op == classfile.OpGotoW:
		return classfile.OpGoto
	case op == classfile.OpJsrW:
		return classfile.OpJsr
	}
	return op
}

// selection adds a switch. A table has cases for what its default is meant for.
func (w *writer) selection(pc int) {
	def, cases := w.code.Switch(pc)
	w.add("switch " + w.label(def))
	for _, c := range cases {
		if c.Target != def {
			w.add(" " + strconv.Itoa(int(c.Key)) + w.label(c.Target))
		}
	}
}

// operation adds an instruction that has at most a constant as its operand.
func (w *writer) operation(op classfile.Op, index int) {
	if index == 0 {
		w.add(op.String())
		return
	}
	m, ok := w.class.Pool.Member(index)
	if ok && m.Interface && objectMethods[m.Name+m.Desc] {
		// javac 18 and later call the interface's, earlier ones Object's.
		w.add(classfile.OpInvokevirtual.String() + " java/lang/Object." + m.Name + " " + m.Desc)
		return
	}
	w.add(op.String() + " ")
	t := w.constant(index, 0)
	if own := w.code.Method; ok && m.Class == own.Class.Name && m.Name == own.Name && m.Desc == own.Desc {
		t.moved = "itself"
	}
	w.addText(t)
}

// objectMethods are the public methods of Object that an interface can declare again.
var objectMethods = map[string]bool{"equals(Ljava/lang/Object;)Z": true, "hashCode()I": true, "toString()Ljava/lang/String;": true}
