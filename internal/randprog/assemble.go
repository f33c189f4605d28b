package randprog

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

var methodAccess = map[string]int{"virtual": classfile.AccPublic, "private": classfile.AccPrivate | classfile.AccStatic}

// Assemble makes class files from a listing, that of class T first. What comes before the first line "class" is in T:
//
//	class name [interface|abstract] [< super] [: interface...]
//	field name desc             private and static
//	field name desc public|final|private
//	method name desc locals [virtual|private]
//	abstract name desc
//	version n                   of the class file, 52 where there is none
//	attribute name item...      of the class: u1=n, u2=n, u4=n, utf8=text and class=name, which are entries of the pool
//	attributes n name           n empty ones
//
// The instructions of a method follow it with their labels, one a line, and behind them ".catch from to handler type".
// The class file version needs no stack maps.
func Assemble(listing string) ([][]byte, error) {
	var out [][]byte
	c := newClassAssembler([]string{"T"})
	lines := strings.Split(listing, "\n")
	for i := 0; i < len(lines); {
		words := strings.Fields(lines[i])
		i++
		switch {
		case len(words) == 0 || words[0] == "run":
		case words[0] == "class" && len(words) > 1:
			out = append(out, c.finish())
			c = newClassAssembler(words[1:])
		case words[0] == "field" && len(words) == 3:
			c.field(words[1], words[2], classfile.AccPrivate|classfile.AccStatic)
		case words[0] == "field" && len(words) == 4:
			c.field(words[1], words[2], fieldAccess[words[3]])
		case words[0] == "version" && len(words) == 2:
			c.version, _ = strconv.Atoi(words[1])
		case words[0] == "attribute" && len(words) > 1:
			if err := c.attribute(words[1], words[2:]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i, err)
			}
		case words[0] == "attributes" && len(words) == 3:
			n, _ := strconv.Atoi(words[1])
			for range n {
				c.addAttribute(words[2], nil)
			}
		case words[0] == "abstract" && len(words) == 3:
			c.methods = u2(c.methods, classfile.AccPublic|classfile.AccAbstract, c.utf8(words[1]), c.utf8(words[2]), 0)
			c.nm++
		case words[0] == "method" && len(words) >= 4:
			from := i
			for i < len(lines) && (strings.HasPrefix(lines[i], "  ") || strings.HasSuffix(lines[i], ":")) {
				i++
			}
			locals, err := strconv.Atoi(words[3])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", from, err)
			}
			code, err := c.method(lines[from:i], locals)
			if err != nil {
				return nil, fmt.Errorf("method %s: %w", words[1], err)
			}
			access := classfile.AccStatic
			if len(words) > 4 {
				access = methodAccess[words[4]]
			}
			c.methods = u2(c.methods, access, c.utf8(words[1]), c.utf8(words[2]), 1, c.utf8("Code"))
			c.methods = append(u4(c.methods, len(code)), code...)
			c.nm++
		default:
			return nil, fmt.Errorf("line %d: %q is not understood", i, lines[i-1])
		}
	}
	return append(out, c.finish()), nil
}

var fieldAccess = map[string]int{"public": classfile.AccPublic, "final": classfile.AccPublic | classfile.AccFinal, "private": classfile.AccPrivate}

// classAssembler makes one class file.
type classAssembler struct {
	*assembler
	access, version             int
	this, super                 int
	interfaces                  []int
	fields, methods, attributes []byte
	nf, nm, na                  int
}

// newClassAssembler reads the words of a line "class" behind the first.
func newClassAssembler(words []string) *classAssembler {
	c := &classAssembler{assembler: &assembler{known: map[string]int{}, next: 1}, access: classfile.AccPublic | classfile.AccSuper, version: 52}
	c.this, c.super = c.class(words[0]), c.class("java/lang/Object")
	mode := ""
	for _, w := range words[1:] {
		switch {
		case w == "interface":
			c.access = classfile.AccPublic | classfile.AccInterface | classfile.AccAbstract
		case w == "abstract":
			c.access |= classfile.AccAbstract
		case w == "<" || w == ":":
			mode = w
		case mode == "<":
			c.super = c.class(w)
		default:
			c.interfaces = append(c.interfaces, c.class(w))
		}
	}
	return c
}

func (c *classAssembler) field(name, desc string, access int) {
	c.fields = u2(c.fields, access, c.utf8(name), c.utf8(desc), 0)
	c.nf++
}

func (c *classAssembler) attribute(name string, items []string) error {
	var data []byte
	for _, item := range items {
		kind, value, _ := strings.Cut(item, "=")
		n, _ := strconv.Atoi(value)
		switch kind {
		case "u1":
			data = append(data, byte(n))
		case "u2":
			data = u2(data, n)
		case "u4":
			data = u4(data, n)
		case "utf8":
			data = u2(data, c.utf8(value))
		case "class":
			data = u2(data, c.class(value))
		default:
			return fmt.Errorf("%q is no item of an attribute", item)
		}
	}
	c.addAttribute(name, data)
	return nil
}

func (c *classAssembler) addAttribute(name string, data []byte) {
	c.attributes = append(u4(u2(c.attributes, c.utf8(name)), len(data)), data...)
	c.na++
}

func (c *classAssembler) finish() []byte {
	if len(c.bootstraps) > 0 {
		data := u2(nil, len(c.bootstraps))
		for _, b := range c.bootstraps {
			data = append(data, b...)
		}
		c.addAttribute("BootstrapMethods", data)
	}
	out := u4(nil, 0xCAFEBABE)
	out = u2(out, 0, c.version, c.next)
	out = append(out, c.pool...)
	out = u2(out, c.access, c.this, c.super, len(c.interfaces))
	out = u2(out, c.interfaces...)
	out = append(u2(out, c.nf), c.fields...)
	out = append(u2(out, c.nm), c.methods...)
	return append(u2(out, c.na), c.attributes...)
}

func u2(b []byte, vs ...int) []byte {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func u4(b []byte, v int) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

type assembler struct {
	pool       []byte
	next       int
	known      map[string]int
	bootstraps [][]byte
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

// lambda is the pool entry of an invokedynamic: interface.method, its descriptor, what is captured, and the body.
func (a *assembler) lambda(method, desc, captured, body, bodyDesc string) int {
	iface, name, _ := strings.Cut(method, ".")
	factory := a.constant(classfile.TagMethodHandle, u2([]byte{byte(classfile.RefInvokeStatic)}, a.member(classfile.TagMethodref,
		"java/lang/invoke/LambdaMetafactory.metafactory", metafactory)))
	handle := a.constant(classfile.TagMethodHandle, u2([]byte{byte(classfile.RefInvokeStatic)}, a.member(classfile.TagMethodref, body, bodyDesc)))
	own := a.constant(classfile.TagMethodType, u2(nil, a.utf8(desc)))
	a.bootstraps = append(a.bootstraps, u2(nil, factory, 3, own, handle, own))
	nt := a.constant(classfile.TagNameAndType, u2(nil, a.utf8(name), a.utf8("("+captured+")L"+iface+";")))
	return a.constant(classfile.TagInvokeDynamic, u2(nil, len(a.bootstraps)-1, nt))
}

// concatenation is the pool entry of an invokedynamic that makes a text of its arguments.
func (a *assembler) concatenation(desc string) int {
	factory := a.constant(classfile.TagMethodHandle, u2([]byte{byte(classfile.RefInvokeStatic)}, a.member(classfile.TagMethodref,
		"java/lang/invoke/StringConcatFactory.makeConcatWithConstants", concatFactory)))
	recipe := a.constant(classfile.TagString, u2(nil, a.utf8(strings.Repeat("\x01", len(classfile.Params(desc))))))
	a.bootstraps = append(a.bootstraps, u2(nil, factory, 1, recipe))
	nt := a.constant(classfile.TagNameAndType, u2(nil, a.utf8("makeConcatWithConstants"), a.utf8(desc)))
	return a.constant(classfile.TagInvokeDynamic, u2(nil, len(a.bootstraps)-1, nt))
}

const concatFactory = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;" +
	"[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"

const metafactory = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;" +
	"Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;"

var opByName = func() map[string]classfile.Op {
	m := map[string]classfile.Op{}
	for o := classfile.OpNop; o <= classfile.OpJsrW; o++ {
		m[o.String()] = o
	}
	return m
}()

var arrayCodes = map[string]byte{"Z": 4, "C": 5, "B": 8, "S": 9, "I": 10, "J": 11}

// namesLocal reports whether an instruction names a local variable, in one byte or behind wide in two.
func namesLocal(op classfile.Op) bool {
	return op >= classfile.OpIload && op <= classfile.OpAload || op >= classfile.OpIstore && op <= classfile.OpAstore || op == classfile.OpRet
}

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
		case op.IsConditional() || op == classfile.OpGoto || op == classfile.OpJsr:
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
		case op == classfile.OpGotoW:
			fixes = append(fixes, fix{len(code), from, 4, args[0]})
			code = u4(code, 0)
		case op == classfile.OpBipush:
			code = append(code, byte(ns[0]))
		case op == classfile.OpIinc || len(args) == 1 && namesLocal(op):
			if ns[0] > 255 {
				code = u2(append(code[:from], byte(classfile.OpWide), byte(op)), ns...)
				continue
			}
			for _, n := range ns {
				code = append(code, byte(n))
			}
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
		case op == classfile.OpInvokestatic || op == classfile.OpInvokevirtual || op == classfile.OpInvokespecial:
			code = u2(code, a.member(classfile.TagMethodref, args[0], args[1]))
		case op == classfile.OpInvokeinterface:
			code = append(u2(code, a.member(classfile.TagInterfaceMethodref, args[0], args[1])), byte(1+classfile.ParamSlots(args[1])), 0)
		case op == classfile.OpMultianewarray:
			code = append(u2(code, a.class(args[0])), byte(ns[1]))
		case op == classfile.OpInvokedynamic && len(args) == 2 && args[0] == "concat": // and its descriptor
			code = u2(code, a.concatenation(args[1]), 0)
		case op == classfile.OpInvokedynamic: // interface.method, its descriptor, (captured), body and its descriptor
			code = u2(code, a.lambda(args[0], args[1], strings.Trim(args[2], "()"), args[3], args[4]), 0)
		case op == classfile.OpNew || op == classfile.OpCheckcast || op == classfile.OpInstanceof:
			code = u2(code, a.class(args[0]))
		case op == classfile.OpGetstatic || op == classfile.OpPutstatic || op == classfile.OpGetfield || op == classfile.OpPutfield:
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
