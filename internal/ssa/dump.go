package ssa

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/plain"
)

// String returns the method in SSA form for people: per block its phis and instructions. It is bounded, see plain.Listing.
func (f *Func) String() string { return f.Dump(nil) }

// Dump is String with a note behind each value; note may be nil, and empty notes are left out.
func (f *Func) Dump(note func(ID) string) string {
	var l plain.Listing
	line := func(level int, v ID) {
		text := f.ValueText(v)
		if note != nil {
			if n := note(v); n != "" {
				text = fmt.Sprintf("%-50s  %s", text, n)
			}
		}
		l.Add(level, "%s", text)
	}
	if len(f.Params) > 0 {
		l.Add(0, "parameters")
	}
	for _, v := range f.Params {
		line(1, v)
	}
	lines := f.Code.Lines()
	for b := range f.Body {
		if l.Full() {
			break
		}
		if !f.Graph.Blocks[b].Reachable() {
			l.Add(0, "block %d, unreachable", b)
			continue
		}
		at := ""
		if n := classfile.LineAt(lines, f.Graph.Blocks[b].Start); n > 0 {
			at = fmt.Sprintf(", line %d", n)
		}
		l.Add(0, "block %d%s", b, at)
		for _, v := range f.Body[b] {
			if l.Full() {
				break
			}
			line(1, v)
		}
	}
	return l.String()
}

// ValueText returns one value for people: its name, its type and how it is computed.
func (f *Func) ValueText(v ID) string {
	x := &f.Values[v]
	var b strings.Builder
	if x.Type != 'v' {
		fmt.Fprintf(&b, "v%d", v)
		if t := f.Static(v); t != "" {
			b.WriteString(" " + classfile.JavaType(t))
		}
		if n := f.Name(v); n != "" {
			b.WriteString(" " + n)
		}
		b.WriteString(" = ")
	}
	switch x.Kind {
	case Param:
		b.WriteString("parameter")
	case Caught:
		b.WriteString("caught exception")
	case Undef:
		b.WriteString("undefined")
	case Phi:
		f.writePhi(&b, v)
	case Instr:
		b.WriteString(f.Code.Instruction(int(x.PC)))
		f.writeArgs(&b, f.Args(v))
	default:
		b.WriteString(f.operand(v))
	}
	return b.String()
}

// maxOperands bounds the operands of a value that are written.
const maxOperands = 24

func (f *Func) writePhi(b *strings.Builder, v ID) {
	preds := f.Graph.Blocks[f.Values[v].Block].Preds
	b.WriteString("phi(")
	for i, a := range f.Args(v) {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == maxOperands {
			b.WriteString("...")
			break
		}
		b.WriteString(f.operand(a))
		if i < len(preds) {
			fmt.Fprintf(b, " from block %d", f.Graph.Edges[preds[i]].From)
		}
	}
	b.WriteString(")")
}

func (f *Func) writeArgs(b *strings.Builder, args []ID) {
	for i, a := range args {
		if i > 0 {
			b.WriteString(",")
		} else {
			b.WriteString(" of")
		}
		if i == maxOperands {
			b.WriteString(" ...")
			break
		}
		b.WriteString(" " + f.operand(a))
	}
}

// operand names a value where it is used: constants are written as they are.
func (f *Func) operand(v ID) string {
	if v == 0 {
		return "nothing"
	}
	x := &f.Values[v]
	switch {
	case x.Kind == Int:
		return strconv.FormatInt(x.Aux, 10)
	case f.isNull(v):
		return "null"
	case x.Kind == Const && x.Aux > 0:
		return f.Method.Class.Pool.Describe(int(x.Aux))
	case x.Kind == Const && x.PC >= 0 && int(x.PC) < len(f.Code.Bytes): // fconst_1
		return f.Code.Op(int(x.PC)).String()
	}
	return "v" + strconv.Itoa(int(v))
}
