package randprog

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// Assemble makes the class file of class T from a listing: "field name desc", "method name desc locals" and the
// instructions with their labels, one a line; ".catch from to handler type" behind a method's code. Members are
// static. The class file version needs no stack maps.
func Assemble(listing string) ([]byte, error) {
	a := &assembler{known: map[string]int{}, next: 1}
	this, super := a.class("T"), a.class("java/lang/Object")
	var fields, methods []byte
	nf, nm := 0, 0
	lines := strings.Split(listing, "\n")
	for i := 0; i < len(lines); {
		words := strings.Fields(lines[i])
		i++
		switch {
		case len(words) == 0 || words[0] == "run":
		case words[0] == "field" && len(words) == 3:
			fields = u2(fields, classfile.AccPrivate|classfile.AccStatic, a.utf8(words[1]), a.utf8(words[2]), 0)
			nf++
		case words[0] == "method" && len(words) == 4:
			from := i
			for i < len(lines) && !strings.HasPrefix(lines[i], "method ") && !strings.HasPrefix(lines[i], "run ") {
				i++
			}
			locals, err := strconv.Atoi(words[3])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", from, err)
			}
			code, err := a.method(lines[from:i], locals)
			if err != nil {
				return nil, fmt.Errorf("method %s: %w", words[1], err)
			}
			methods = u2(methods, classfile.AccStatic, a.utf8(words[1]), a.utf8(words[2]), 1, a.utf8("Code"))
			methods = u4(methods, len(code))
			methods = append(methods, code...)
			nm++
		default:
			return nil, fmt.Errorf("line %d: %q is not understood", i, lines[i-1])
		}
	}
	out := u4(nil, 0xCAFEBABE)
	out = u2(out, 0, 49, a.next)
	out = append(out, a.pool...)
	out = u2(out, classfile.AccPublic, this, super, 0, nf)
	out = append(out, fields...)
	out = u2(out, nm)
	out = append(out, methods...)
	return u2(out, 0), nil
}

func u2(b []byte, vs ...int) []byte {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func u4(b []byte, v int) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

type assembler struct {
	pool  []byte
	next  int
	known map[string]int
}

func (a *assembler) constant(tag classfile.Tag, data []byte) int {
	key := string(rune(tag)) + string(data)
	if i, ok := a.known[key]; ok {
		return i
	}
	i := a.next
	a.known[key] = i
	a.pool = append(append(a.pool, byte(tag)), data...)
	a.next++
	if tag == classfile.TagLong {
		a.next++
	}
	return i
}

func (a *assembler) utf8(s string) int {
	return a.constant(classfile.TagUtf8, append(u2(nil, len(s)), s...))
}

func (a *assembler) class(s string) int { return a.constant(classfile.TagClass, u2(nil, a.utf8(s))) }

func (a *assembler) member(tag classfile.Tag, name, desc string) int {
	dot := strings.LastIndexByte(name, '.')
	nt := a.constant(classfile.TagNameAndType, u2(nil, a.utf8(name[dot+1:]), a.utf8(desc)))
	return a.constant(tag, u2(nil, a.class(name[:dot]), nt))
}

var opByName = func() map[string]classfile.Op {
	m := map[string]classfile.Op{}
	for o := classfile.OpNop; o <= classfile.OpJsrW; o++ {
		m[o.String()] = o
	}
	return m
}()

var arrayCodes = map[string]byte{"C": 5, "B": 8, "S": 9, "I": 10, "J": 11}

func (a *assembler) method(lines []string, locals int) ([]byte, error) {
	var code, handlers []byte
	labels := map[string]int{}
	type fix struct {
		at, from, size int
		label          string
	}
	var fixes []fix
	var catches [][]string
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if l, ok := strings.CutSuffix(words[0], ":"); ok {
			labels[l] = len(code)
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
		from := len(code)
		code = append(code, byte(op))
		args := words[1:]
		ns := make([]int, len(args))
		for i, s := range args {
			ns[i], _ = strconv.Atoi(s)
		}
		switch {
		case op.IsConditional() || op == classfile.OpGoto:
			fixes = append(fixes, fix{len(code), from, 2, args[0]})
			code = append(code, 0, 0)
		case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
			for len(code)%4 != 0 {
				code = append(code, 0)
			}
			fixes = append(fixes, fix{len(code), from, 4, args[0]})
			code = u4(code, 0)
			for i, s := range args[1:] {
				key, label, _ := strings.Cut(s, "=")
				n, _ := strconv.Atoi(key)
				if op == classfile.OpTableswitch {
					if i == 0 {
						code = u4(u4(code, n), n+len(args)-2)
					}
				} else {
					if i == 0 {
						code = u4(code, len(args)-1)
					}
					code = u4(code, n)
				}
				fixes = append(fixes, fix{len(code), from, 4, label})
				code = u4(code, 0)
			}
		case op == classfile.OpIinc:
			code = append(code, byte(ns[0]), byte(ns[1]))
		case op == classfile.OpBipush || op == classfile.OpIload || op == classfile.OpLload || op == classfile.OpAload || op == classfile.OpIstore || op == classfile.OpLstore || op == classfile.OpAstore:
			code = append(code, byte(ns[0]))
		case op == classfile.OpSipush:
			code = u2(code, ns[0])
		case op == classfile.OpNewarray:
			code = append(code, arrayCodes[args[0]])
		case op == classfile.OpLdc:
			i := a.constant(classfile.TagInteger, u4(nil, ns[0]))
			if i < 256 {
				code = append(code, byte(i))
			} else {
				code[from] = byte(classfile.OpLdcW)
				code = u2(code, i)
			}
		case op == classfile.OpLdc2W:
			code = u2(code, a.constant(classfile.TagLong, u4(u4(nil, ns[0]>>32), ns[0])))
		case op == classfile.OpInvokestatic:
			code = u2(code, a.member(classfile.TagMethodref, args[0], args[1]))
		case op == classfile.OpGetstatic || op == classfile.OpPutstatic:
			code = u2(code, a.member(classfile.TagFieldref, args[0], args[1]))
		case len(args) > 0:
			return nil, fmt.Errorf("%q has operands", line)
		}
	}
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
	for _, c := range catches {
		t := 0
		if c[3] != "any" {
			t = a.class(c[3])
		}
		handlers = u2(handlers, labels[c[0]], labels[c[1]], labels[c[2]], t)
	}
	out := u4(u2(nil, 60, locals), len(code))
	out = u2(append(out, code...), len(catches))
	return u2(append(out, handlers...), 0), nil
}
