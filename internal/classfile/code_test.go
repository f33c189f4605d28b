package classfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCodeChecks(t *testing.T) {
	ret := byte(OpReturn)
	for _, c := range []struct {
		name     string
		locals   int
		code     func(a *assembler) []byte
		handlers func(a *assembler) []int
		err      string // part of it; empty where the code is fine
		count    int
	}{
		{name: "nothing", code: func(*assembler) []byte { return []byte{ret} }, count: 1},
		{name: "no code at all", code: func(*assembler) []byte { return nil }, err: "code_length is 0"},
		{name: "65535 bytes", code: func(*assembler) []byte { return append(make([]byte, 65534), ret) }, count: 65535},
		{name: "65536 bytes", code: func(*assembler) []byte { return append(make([]byte, 65535), ret) }, err: "code_length is 65536"},
		{name: "unknown opcode", code: func(*assembler) []byte { return []byte{202, ret} }, err: "unknown opcode 202"},
		{name: "truncated operand", code: func(*assembler) []byte { return []byte{byte(OpSipush), 1} }, err: "sipush at offset 0 is truncated"},
		{name: "local in range", locals: 1, code: func(*assembler) []byte { return []byte{byte(OpIload), 0, ret} }, count: 2},
		{name: "local out of range", locals: 1, code: func(*assembler) []byte { return []byte{byte(OpIload1), ret} }, err: "local variable 1, max_locals is 1"},
		{name: "second half of a long out of range", locals: 1, code: func(*assembler) []byte { return []byte{byte(OpLload0), ret} }, err: "max_locals is 1"},
		{name: "wide load", locals: 300, code: func(*assembler) []byte { return []byte{byte(OpWide), byte(OpLload), 1, 42, ret} }, count: 2},
		{name: "wide load out of range", locals: 299, code: func(*assembler) []byte { return []byte{byte(OpWide), byte(OpLload), 1, 42, ret} }, err: "local variable 298"},
		{name: "wide iinc", locals: 2, code: func(*assembler) []byte { return []byte{byte(OpWide), byte(OpIinc), 0, 1, 0xFF, 0, ret} }, count: 2},
		{name: "wide nothing", code: func(*assembler) []byte { return []byte{byte(OpWide), 0, 0, 0, ret} }, err: "prefixes nop"},
		{name: "wide at the end", code: func(*assembler) []byte { return []byte{byte(OpWide)} }, err: "wide at offset 0 is truncated"},
		{name: "wide iinc truncated", locals: 9, code: func(*assembler) []byte { return []byte{byte(OpWide), byte(OpIinc), 0, 1} }, err: "iinc at offset 0 is truncated"},
		{name: "branch", code: func(*assembler) []byte { return join([]byte{byte(OpGoto)}, u16(3), []byte{ret}) }, count: 2},
		{name: "branch into an instruction", code: func(*assembler) []byte { return join([]byte{byte(OpGoto)}, u16(1), []byte{ret}) }, err: "jumps to 1"},
		{name: "branch before the code", code: func(*assembler) []byte { return join([]byte{byte(OpGoto)}, u16(-1), []byte{ret}) }, err: "jumps to -1"},
		{name: "branch to the end", code: func(*assembler) []byte { return join([]byte{byte(OpGotoW)}, u32(6), []byte{ret}) }, err: "jumps to 6"},
		{name: "jsr and ret", locals: 1, code: func(*assembler) []byte {
			return join([]byte{byte(OpJsr)}, u16(4), []byte{ret, byte(OpAstore0), byte(OpRet), 0})
		}, count: 4},
		{name: "tableswitch into nowhere", code: func(*assembler) []byte {
			return join([]byte{0, byte(OpTableswitch), 0, 0}, u32(27, -1, 1, 23, 27, 23), []byte{ret, 0})
		}, err: "case -1 of the tableswitch at offset 1 is 24"},
		{name: "tableswitch", code: func(*assembler) []byte {
			return join([]byte{0, byte(OpTableswitch), 0, 0}, u32(27, -1, 1, 28, 27, 27), []byte{ret, 0})
		}, count: 4},
		{name: "tableswitch upside down", code: func(*assembler) []byte { return join([]byte{byte(OpTableswitch), 0, 0, 0}, u32(0, 5, 4), []byte{ret}) }, err: "goes from 5 to 4"},
		{name: "tableswitch over all ints", code: func(*assembler) []byte {
			return join([]byte{byte(OpTableswitch), 0, 0, 0}, u32(0, -1<<31, 1<<31-1), []byte{ret})
		}, err: "goes from -2147483648 to 2147483647"},
		{name: "tableswitch truncated", code: func(*assembler) []byte { return join([]byte{byte(OpTableswitch), 0, 0, 0}, u32(0, 0)) }, err: "truncated"},
		{name: "tableswitch with cases cut off", code: func(*assembler) []byte { return join([]byte{byte(OpTableswitch), 0, 0, 0}, u32(0, 0, 3), u32(0, 0)) }, err: "truncated"},
		{name: "lookupswitch", code: func(*assembler) []byte {
			return join([]byte{byte(OpLookupswitch), 0, 0, 0}, u32(28, 2, -7, 28, 9, 29), []byte{ret, ret})
		}, count: 3},
		{name: "lookupswitch without pairs", code: func(*assembler) []byte { return join([]byte{byte(OpLookupswitch), 0, 0, 0}, u32(12, 0), []byte{ret}) }, count: 2},
		{name: "lookupswitch with negative pairs", code: func(*assembler) []byte { return join([]byte{byte(OpLookupswitch), 0, 0, 0}, u32(12, -1), []byte{ret}) }, err: "-1 pairs"},
		{name: "lookupswitch into nowhere", code: func(*assembler) []byte {
			return join([]byte{byte(OpLookupswitch), 0, 0, 0}, u32(20, 1, 5, 21), []byte{ret})
		}, err: "case 5 of the lookupswitch at offset 0 is 21"},
		{name: "ldc", code: func(a *assembler) []byte { return []byte{byte(OpLdc), byte(a.integer(7)), ret} }, count: 2},
		{name: "ldc of nothing", code: func(*assembler) []byte { return []byte{byte(OpLdc), 0, ret} }, err: "constant 0 (tag 0)"},
		{name: "ldc beyond the pool", code: func(*assembler) []byte { return []byte{byte(OpLdc), 255, ret} }, err: "constant 255 (tag 0)"},
		{name: "ldc of a long", code: func(a *assembler) []byte { return []byte{byte(OpLdc), byte(a.long(7)), ret} }, err: "tag 5"},
		{name: "ldc2_w of its second index", code: func(a *assembler) []byte { return join([]byte{byte(OpLdc2W)}, u16(a.long(7)+1), []byte{ret}) }, err: "tag 0"},
		{name: "ldc2_w", code: func(a *assembler) []byte { return join([]byte{byte(OpLdc2W)}, u16(a.double(7)), []byte{ret}) }, count: 2},
		{name: "ldc of a dynamic int", code: func(a *assembler) []byte { return []byte{byte(OpLdc), byte(a.dynamic(0, "c", "I")), ret} }, count: 2},
		{name: "ldc of a dynamic long", code: func(a *assembler) []byte { return []byte{byte(OpLdc), byte(a.dynamic(0, "c", "J")), ret} }, err: "not the size"},
		{name: "ldc2_w of a dynamic int", code: func(a *assembler) []byte {
			return join([]byte{byte(OpLdc2W)}, u16(a.dynamic(0, "c", "I")), []byte{ret})
		}, err: "not the size"},
		{name: "ldc of a dynamic nothing", code: func(a *assembler) []byte { return []byte{byte(OpLdc), byte(a.dynamic(0, "c", "V")), ret} }, err: "malformed"},
		{name: "getstatic", code: func(a *assembler) []byte {
			return join([]byte{byte(OpGetstatic)}, u16(a.field("T", "f", "I")), []byte{ret})
		}, count: 2},
		{name: "getstatic of a method", code: func(a *assembler) []byte {
			return join([]byte{byte(OpGetstatic)}, u16(a.method("T", "f", "()V")), []byte{ret})
		}, err: "which it cannot"},
		{name: "getstatic of constant 0", code: func(a *assembler) []byte { return join([]byte{byte(OpGetstatic)}, u16(0), []byte{ret}) }, err: "constant 0 (tag 0)"},
		{name: "getstatic with the descriptor of a method", code: func(a *assembler) []byte {
			return join([]byte{byte(OpGetstatic)}, u16(a.field("T", "f", "()I")), []byte{ret})
		}, err: "malformed"},
		{name: "invokestatic", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokestatic)}, u16(a.method("T", "f", "()V")), []byte{ret})
		}, count: 2},
		{name: "invokestatic of an interface", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokestatic)}, u16(a.iface("T", "f", "()V")), []byte{ret})
		}, count: 2},
		{name: "invokevirtual of an interface", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokevirtual)}, u16(a.iface("T", "f", "()V")), []byte{ret})
		}, err: "which it cannot"},
		{name: "invokestatic with 256 parameters", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokestatic)}, u16(a.method("T", "f", "("+strings.Repeat("J", 128)+")V")), []byte{ret})
		}, err: "malformed"},
		{name: "invokeinterface", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokeinterface)}, u16(a.iface("T", "f", "()V")), []byte{1, 0, ret})
		}, count: 2},
		{name: "invokedynamic", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokedynamic)}, u16(a.indy(0, "f", "()V"), 0), []byte{ret})
		}, count: 2},
		{name: "invokedynamic of a constant", code: func(a *assembler) []byte {
			return join([]byte{byte(OpInvokedynamic)}, u16(a.dynamic(0, "f", "I"), 0), []byte{ret})
		}, err: "which it cannot"},
		{name: "new", code: func(a *assembler) []byte { return join([]byte{byte(OpNew)}, u16(a.class("A")), []byte{ret}) }, count: 2},
		{name: "new of an array", code: func(a *assembler) []byte { return join([]byte{byte(OpNew)}, u16(a.class("[I")), []byte{ret}) }, err: "cannot make the array [I"},
		{name: "checkcast to a malformed array", code: func(a *assembler) []byte { return join([]byte{byte(OpCheckcast)}, u16(a.class("[[X")), []byte{ret}) }, err: `malformed name "[[X"`},
		{name: "checkcast to an array", code: func(a *assembler) []byte { return join([]byte{byte(OpCheckcast)}, u16(a.class("[[LX;")), []byte{ret}) }, count: 2},
		{name: "newarray", code: func(*assembler) []byte { return []byte{byte(OpNewarray), 10, ret} }, count: 2},
		{name: "newarray of nothing", code: func(*assembler) []byte { return []byte{byte(OpNewarray), 3, ret} }, err: "unknown element type 3"},
		{name: "multianewarray", code: func(a *assembler) []byte {
			return join([]byte{byte(OpMultianewarray)}, u16(a.class("[[I")), []byte{2, ret})
		}, count: 2},
		{name: "multianewarray of too many", code: func(a *assembler) []byte {
			return join([]byte{byte(OpMultianewarray)}, u16(a.class("[[I")), []byte{3, ret})
		}, err: "3 dimensions of 2"},
		{name: "multianewarray of none", code: func(a *assembler) []byte {
			return join([]byte{byte(OpMultianewarray)}, u16(a.class("[[I")), []byte{0, ret})
		}, err: "0 dimensions of 2"},
		{name: "multianewarray of no array", code: func(a *assembler) []byte {
			return join([]byte{byte(OpMultianewarray)}, u16(a.class("I")), []byte{1, ret})
		}, err: "I is no array"},
		{name: "handlers", code: func(*assembler) []byte { return []byte{0, 0, ret} },
			handlers: func(a *assembler) []int { return []int{0, 2, 2, a.class("X"), 0, 3, 0, 0, 1, 3, 1, 0} }, count: 3},
		{name: "empty handler", code: func(*assembler) []byte { return []byte{0, 0, ret} },
			handlers: func(a *assembler) []int { return []int{1, 1, 2, 0} }, err: "covers nothing"},
		{name: "reversed handler", code: func(*assembler) []byte { return []byte{0, 0, ret} },
			handlers: func(a *assembler) []int { return []int{2, 1, 2, 0} }, err: "covers nothing"},
		{name: "handler behind the code", code: func(*assembler) []byte { return []byte{0, 0, ret} },
			handlers: func(a *assembler) []int { return []int{0, 4, 2, 0} }, err: "is not at instructions"},
		{name: "handler inside an instruction", code: func(*assembler) []byte { return []byte{byte(OpBipush), 0, ret} },
			handlers: func(a *assembler) []int { return []int{0, 2, 1, 0} }, err: "is not at instructions"},
		{name: "handler of no class", code: func(*assembler) []byte { return []byte{0, ret} },
			handlers: func(a *assembler) []int { return []int{0, 1, 1, a.text("X")} }, err: "which is no class"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAssembler()
			b := c.code(a)
			var hs []int
			if c.handlers != nil {
				hs = c.handlers(a)
			}
			data := a.withCode("()V", c.locals, b, hs)
			class := parse(t, data)
			code, err := class.Methods[0].Code()
			switch {
			case c.err == "" && err != nil:
				t.Fatal(err)
			case c.err != "" && err == nil:
				t.Fatalf("no error, want %q", c.err)
			case c.err != "":
				if !strings.Contains(err.Error(), c.err) || !strings.HasPrefix(err.Error(), "m()V: ") {
					t.Fatalf("error %q, want one with %q that names the method", err, c.err)
				}
				return
			}
			if code.Count != c.count || !bytes.Equal(code.Bytes, b) || len(code.Handlers) != len(hs)/4 {
				t.Errorf("%d instructions in %d bytes, %d handlers; want %d in %d, %d", code.Count, len(code.Bytes), len(code.Handlers), c.count, len(b), len(hs)/4)
			}
			if class.Methods[0].CodeSize() != len(b) {
				t.Errorf("CodeSize is %d", class.Methods[0].CodeSize())
			}
			everything(data)
		})
	}
}

func TestInstructionAccessors(t *testing.T) {
	a := newAssembler()
	b := join(
		[]byte{byte(OpWide), byte(OpIinc), 1, 0, 0xFF, 0x00}, // 0: iinc 256, -256
		[]byte{byte(OpIinc), 3, 0xFE},                        // 6: iinc 3, -2
		[]byte{byte(OpBipush), 0x80},                         // 9: -128
		[]byte{byte(OpSipush), 0x80, 0},                      // 11: -32768
		[]byte{byte(OpDstore2), byte(OpAload3)},              // 14, 15
		[]byte{byte(OpTableswitch), 0, 0, 0},                 // 16
		u32(40, -1, 1, 40, -16, 41),                          // to 44
		[]byte{},
	)
	b = append(b, make([]byte, 12)...)
	b[56-1] = 0
	b = append(b, byte(OpReturn)) // 56: default
	b = append(b, byte(OpReturn)) // 57
	c := parse(t, a.withCode("()V", 300, b, nil))
	code, err := c.Methods[0].Code()
	if err != nil {
		t.Fatal(err)
	}
	if i, ok := code.Local(0); !ok || i != 256 || code.Increment(0) != -256 || code.Op(0) != OpIinc || code.Next(0) != 6 {
		t.Errorf("wide iinc: local %d, increment %d, %s, next %d", i, code.Increment(0), code.Op(0), code.Next(0))
	}
	if i, _ := code.Local(6); i != 3 || code.Increment(6) != -2 {
		t.Errorf("iinc: local %d, increment %d", i, code.Increment(6))
	}
	if code.Immediate(9) != -128 || code.Immediate(11) != -32768 {
		t.Errorf("immediates %d and %d", code.Immediate(9), code.Immediate(11))
	}
	if i, _ := code.Local(14); i != 2 || code.Op(14).Kind() != 'd' || !code.Op(14).IsStore() {
		t.Errorf("dstore_2: local %d, kind %c", i, code.Op(14).Kind())
	}
	if i, _ := code.Local(15); i != 3 || code.Op(15).Kind() != 'a' || !code.Op(15).IsLoad() {
		t.Errorf("aload_3: local %d, kind %c", i, code.Op(15).Kind())
	}
	def, cases := code.Switch(16)
	if def != 56 || len(cases) != 3 || cases[0] != (Case{-1, 56}) || cases[1] != (Case{0, 0}) || cases[2] != (Case{1, 57}) {
		t.Errorf("switch: default %d, cases %v", def, cases)
	}
	if code.Next(57) != len(code.Bytes) || code.IsStart(-1) || code.IsStart(58) || code.IsStart(1) {
		t.Error("instruction starts are wrong at the ends")
	}
}

// The Code attribute of class files before 45.3 has shorter fields.
func TestShortCode(t *testing.T) {
	a := newAssembler()
	code := a.attr("Code", []byte{1, 2}, u16(3), []byte{0, 0, byte(OpReturn)}, u16(0, 0))
	c := parse(t, a.build(file{major: 45, minor: 2, name: "T", super: "java/lang/Object", methods: [][]byte{a.member(AccStatic, "m", "()V", code)}}))
	got, err := c.Methods[0].Code()
	if err != nil || got.MaxStack != 1 || got.MaxLocals != 2 || got.Count != 3 || c.Methods[0].CodeSize() != 3 {
		t.Errorf("code %+v, error %v, size %d", got, err, c.Methods[0].CodeSize())
	}
}

func TestOpcodes(t *testing.T) {
	if len(opNames) != 202 || len(opLengths) != 202 {
		t.Fatalf("%d names and %d lengths of 202 instructions", len(opNames), len(opLengths))
	}
	for o := range 256 {
		op := Op(o)
		if (op.IsLoad() || op.IsStore()) != (op.Kind() != 0) {
			t.Errorf("%s: kind %c", op, op.Kind())
		}
		if o < 202 && strings.HasPrefix(op.String(), "if") != op.IsConditional() {
			t.Errorf("%s: conditional %v", op, op.IsConditional())
		}
	}
	if Op(202).String() != "illegal" || OpGotoW.String() != "goto_w" {
		t.Error("names are shifted")
	}
}

// ReadCode reads what Code does, in memory that held other code before, which may be broken.
func TestReadCode(t *testing.T) {
	files, err := filepath.Glob("../../testdata/fixtures/*/classes/*.class")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	methods, broken := 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, mask := range []byte{0, 0xff} {
			data[len(data)*2/3] ^= mask
			c, err := Parse(data)
			if err != nil {
				continue
			}
			for i := range c.Methods {
				if methods++; !sameCode(t, &c.Methods[i]) {
					broken++
				}
			}
		}
	}
	if methods < 1000 || broken < 10 {
		t.Errorf("%d methods, %d of them broken, are too few", methods, broken)
	}
}

// sameCode compares ReadCode with Code, and reports whether there is no error.
func sameCode(t *testing.T, m *Method) bool {
	want, err := m.Code()
	called := false
	got := m.ReadCode(func(code *Code) {
		called = true
		if describe(code) != describe(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", m.ID(), describe(code), describe(want))
		}
	})
	if fmt.Sprint(got) != fmt.Sprint(err) || called != (err == nil) {
		t.Errorf("%s: error %v, want %v; called: %v", m.ID(), got, err, called)
	}
	return err == nil
}

// describe is all that Code has.
func describe(c *Code) string {
	if c == nil {
		return "none"
	}
	return fmt.Sprintln(c.Method == nil, c.MaxStack, c.MaxLocals, c.Count, c.Bytes, c.Handlers, c.attrs, c.starts, c.Lines(), c.HasLines() == (len(c.Lines()) > 0), c.HasVariables())
}
