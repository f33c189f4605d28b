package cfg

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// classBytes makes a class T with one static method m()V of the given code. Constants: 7 is class T, 11 the method
// T.m()V, from 12 on a class for each entry of types.
func classBytes(code []byte, handlers [][4]int, types []string) []byte {
	var b []byte
	u2 := func(n int) { b = binary.BigEndian.AppendUint16(b, uint16(n)) }
	u4 := func(n int) { b = binary.BigEndian.AppendUint32(b, uint32(n)) }
	utf8 := func(s string) { b = append(b, 1); u2(len(s)); b = append(b, s...) }
	class := func(i int) { b = append(b, 7); u2(i) }
	u4(0xCAFEBABE)
	u2(0)
	u2(49)
	u2(12 + 2*len(types))
	utf8("T")                            // 1
	utf8("m")                            // 2
	utf8("()V")                          // 3
	utf8("Code")                         // 4
	utf8("java/lang/Object")             // 5
	class(5)                             // 6
	class(1)                             // 7
	b = append(b, 3, 255, 255, 255, 255) // 8: the int -1
	utf8("unused")                       // 9
	b = append(b, 12)                    // 10: m()V
	u2(2)                                //
	u2(3)                                //
	b = append(b, 10)                    // 11: T.m()V
	u2(7)                                //
	u2(10)                               //
	for i := range types {
		class(12 + len(types) + i)
	}
	for _, t := range types {
		utf8(t)
	}
	u2(classfile.AccPublic)
	u2(7)
	u2(6)
	u2(0)
	u2(0)
	u2(1)
	u2(classfile.AccStatic)
	u2(2)
	u2(3)
	u2(1)
	u2(4)
	u4(12 + len(code) + 8*len(handlers))
	u2(20)
	u2(20)
	u4(len(code))
	b = append(b, code...)
	u2(len(handlers))
	for _, h := range handlers {
		for _, n := range h {
			u2(n)
		}
	}
	u2(0)
	u2(0)
	return b
}

func parseMethod(data []byte) (*classfile.Code, error) {
	c, err := classfile.Parse(data)
	if err != nil {
		return nil, err
	}
	return c.Methods[0].Code()
}

var opByName = func() map[string]classfile.Op {
	m := map[string]classfile.Op{}
	for o := classfile.OpNop; o <= classfile.OpJsrW; o++ {
		m[o.String()] = o
	}
	return m
}()

// assemble translates one instruction a line, labels before a colon: "loop: iload 1", "ifeq end",
// "tableswitch default case0 case1 ...", "lookupswitch default key=label ...", "invokestatic" (of T.m()V), and
// ".catch from to handler type" with "any" for all.
func assemble(text string) ([]byte, error) {
	var code []byte
	labels := map[string]int{}
	type fix struct {
		at, from, size int
		label          string
	}
	var fixes []fix
	var catches [][]string
	from := 0
	ref := func(label string, size int) {
		fixes = append(fixes, fix{len(code), from, size, label})
		code = append(code, make([]byte, size)...)
	}
	u4 := func(n int) { code = binary.BigEndian.AppendUint32(code, uint32(int32(n))) }
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		for len(words) > 0 && strings.HasSuffix(words[0], ":") {
			labels[strings.TrimSuffix(words[0], ":")] = len(code)
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		if words[0] == ".catch" {
			catches = append(catches, words[1:])
			continue
		}
		op, ok := opByName[words[0]]
		if !ok {
			return nil, fmt.Errorf("no instruction %q", words[0])
		}
		args := words[1:]
		from = len(code)
		code = append(code, byte(op))
		switch {
		case op == classfile.OpGotoW || op == classfile.OpJsrW:
			ref(args[0], 4)
		case op.IsConditional() || op == classfile.OpGoto || op == classfile.OpJsr:
			ref(args[0], 2)
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
			for len(code)%4 != 0 {
				code = append(code, 0)
			}
			ref(args[0], 4)
			if op == classfile.OpTableswitch {
				u4(0)
				u4(len(args) - 2)
			} else {
				u4(len(args) - 1)
			}
			for _, a := range args[1:] {
				if key, label, ok := strings.Cut(a, "="); ok {
					n, _ := strconv.Atoi(key)
					u4(n)
					a = label
				}
				ref(a, 4)
			}
		case op == classfile.OpInvokestatic:
			code = append(code, 0, 11)
		case op == classfile.OpNew:
			code = append(code, 0, 7)
		default:
			for _, a := range args {
				n, err := strconv.Atoi(a)
				if err != nil {
					return nil, err
				}
				code = append(code, byte(n))
			}
		}
	}
	labels["$"] = len(code)
	for _, f := range fixes {
		to, ok := labels[f.label]
		if !ok {
			return nil, fmt.Errorf("no label %q", f.label)
		}
		if f.size == 2 {
			binary.BigEndian.PutUint16(code[f.at:], uint16(to-f.from))
		} else {
			binary.BigEndian.PutUint32(code[f.at:], uint32(to-f.from))
		}
	}
	var types []string
	var handlers [][4]int
	for _, c := range catches {
		k := 0
		if c[3] != "any" {
			k = 12 + len(types)
			types = append(types, c[3])
		}
		handlers = append(handlers, [4]int{labels[c[0]], labels[c[1]], labels[c[2]], k})
	}
	return classBytes(code, handlers, types), nil
}

// build assembles, builds and checks.
func build(t testing.TB, text string) (*Graph, error) {
	t.Helper()
	data, err := assemble(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := parseMethod(data)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Build(code)
	if err != nil {
		return nil, err
	}
	if err := Check(g); err != nil {
		t.Fatal(err)
	}
	if err := checkTilings(g); err != nil {
		t.Fatal(err)
	}
	return g, nil
}

// describe prints a graph: one line per block with its pcs and edges, then loops and regions.
func describe(g *Graph) string {
	var s strings.Builder
	for i := range g.Blocks {
		b := &g.Blocks[i]
		fmt.Fprintf(&s, "%d [%d,%d)", i, b.Start, b.End)
		if !b.Reachable() {
			s.WriteString(" unreachable")
		}
		for j := range b.Succs {
			e := &b.Succs[j]
			fmt.Fprintf(&s, " %v:%d", e.Kind, e.To)
			switch e.Kind {
			case Case:
				fmt.Fprintf(&s, "=%d", e.Case)
			case Exception:
				fmt.Fprintf(&s, "(%s)", g.Catch(e))
			}
		}
		s.WriteByte('\n')
	}
	for _, l := range g.Loops {
		fmt.Fprintf(&s, "loop %d depth %d blocks %v\n", l.Header, l.Depth, l.Blocks)
	}
	for _, r := range g.Irreducible {
		fmt.Fprintf(&s, "irreducible %v entries %v\n", r.Blocks, r.Entries)
	}
	return s.String()
}
