package classfile

import (
	"reflect"
	"strings"
	"testing"
)

// full is a class with every constant and attribute that the package reads, and some that it skips.
func full() []byte {
	a := newAssembler()
	u := a.text
	note := func(typ string, pairs ...[]byte) []byte {
		return join(u16(u(typ), len(pairs)), join(pairs...))
	}
	pair := func(name string, tag byte, payload []byte) []byte { return join(u16(u(name)), []byte{tag}, payload) }
	visible := a.attr("RuntimeVisibleAnnotations", u16(2),
		note("La/Budget;",
			pair("j", 'J', u16(a.long(1<<40))), pair("d", 'D', u16(a.double(2.5))), pair("f", 'F', u16(a.float(0.5))),
			pair("i", 'I', u16(a.integer(-3))), pair("z", 'Z', u16(a.integer(1))), pair("c", 'C', u16(a.integer('x'))),
			pair("s", 's', u16(u("5 mJ"))), pair("e", 'e', u16(u("La/Unit;"), u("NANO"))), pair("k", 'c', u16(u("[I"))),
			pair("n", '@', note("La/Inner;", pair("v", 's', u16(u("deep"))))),
			pair("a", '[', join(u16(2), []byte{'s'}, u16(u("one")), []byte{'['}, u16(0)))),
		note("La/Empty;"))
	invisible := a.attr("RuntimeInvisibleAnnotations", u16(1), note("La/Hidden;"))
	params := a.attr("RuntimeVisibleParameterAnnotations", []byte{2}, u16(0), u16(1), note("La/P;"))
	hidden := a.attr("RuntimeInvisibleParameterAnnotations", []byte{2}, u16(1), note("La/Q;"), u16(0))
	lines := a.attr("LineNumberTable", u16(3, 2, 12, 0, 10, 9, 99))
	more := a.attr("LineNumberTable", u16(1, 1, 11))
	vars := a.attr("LocalVariableTable", u16(2), u16(0, 3, u("n"), u("I"), 0), u16(7, 3, u("gone"), u("I"), 1))
	handle := a.handle(RefInvokeStatic, a.method("B", "boot", "()V"))
	body := join([]byte{0}, []byte{0, byte(OpReturn)})
	a.indy(0, "run", "()V")
	a.dynamic(0, "c", "I")
	return a.build(file{
		access: AccPublic | AccSuper, name: "a/Full", super: "java/lang/Object", interfaces: []string{"I", "J"},
		fields: [][]byte{
			a.member(AccStatic|AccFinal, "K", "J", a.attr("ConstantValue", u16(a.long(42))), a.attr("Signature", u16(u("TT;"))), visible),
			a.member(0, "f", "[[La/X;"),
		},
		methods: [][]byte{
			a.member(AccPublic, "m", "(ILjava/lang/String;)V", a.code(1, 3, body, []int{0, 1, 2, a.class("E")}, lines, more, vars, a.attr("StackMapTable", u16(0))),
				a.attr("Exceptions", u16(1, a.class("E"))), a.attr("Signature", u16(u("<T:>(ITT;)V"))), visible, invisible, params, hidden,
				a.attr("MethodParameters", []byte{2}, u16(u("n"), 0, 0, AccFinal))),
			a.member(AccAbstract|AccSynthetic, "n", "()J"),
			a.member(AccNative, "o", "(DJ[D)[J", a.attr("Synthetic"), a.attr("Deprecated"), a.attr("com.acme.Own", []byte{1, 2, 3})),
		},
		attributes: [][]byte{
			a.attr("SourceFile", u16(u("Full.java"))), a.attr("Signature", u16(u("Ljava/lang/Object;"))),
			a.attr("SourceDebugExtension", []byte("SMAP\nFull.kt\nKotlin\n\xC0\x80")), visible, invisible,
			a.attr("BootstrapMethods", u16(1, handle, 2, a.str("x"), a.methodType("()V"))),
			a.attr("InnerClasses", u16(2, a.class("a/Full$In"), a.class("a/Full"), u("In"), AccStatic, a.class("a/Full$1"), 0, 0, 0)),
			a.attr("NestHost", u16(a.class("a/Full"))), a.attr("NestMembers", u16(1, a.class("a/Full$In"))),
			a.attr("Record", u16(1, u("r"), u("I"), 0)), a.attr("PermittedSubclasses", u16(0)),
			a.attr("Module", u16(a.module("mod"), 0, 0, 0, 0, 0, 0, 0)), a.attr("ModulePackages", u16(1, a.pkg("a"))),
			a.attr("EnclosingMethod", u16(a.class("a/Out"), 0)),
		},
	})
}

func TestFullClass(t *testing.T) {
	c := parse(t, full())
	check := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v, want %#v", what, got, want)
		}
	}
	check("names", []any{c.Name, c.Super, c.Interfaces, c.IsInterface()}, []any{"a/Full", "java/lang/Object", []string{"I", "J"}, false})
	check("source file", c.SourceFile(), "Full.java")
	check("signature", c.Signature(), "Ljava/lang/Object;")
	check("debug extension", c.SourceDebugExtension(), "SMAP\nFull.kt\nKotlin\n\x00")
	check("inner classes", c.InnerClasses(), []InnerClass{{"a/Full$In", "a/Full", "In", AccStatic}, {Inner: "a/Full$1"}})
	members, known := c.NestMembers()
	check("nest", []any{c.NestHost(), members, known}, []any{"a/Full", []string{"a/Full$In"}, true})
	bs, err := c.Bootstraps()
	if err != nil || len(bs) != 1 || len(bs[0].Args) != 2 {
		t.Fatalf("bootstraps %v, error %v", bs, err)
	}
	check("bootstrap", bs[0].Method, Handle{RefInvokeStatic, Member{Class: "B", Name: "boot", Desc: "()V"}})
	check("bootstrap arguments", []string{c.Pool.StringValue(bs[0].Args[0]), c.Pool.MethodType(bs[0].Args[1])}, []string{"x", "()V"})

	budget := Annotation{"La/Budget;", true, []ElementValue{
		{"j", int64(1 << 40)}, {"d", 2.5}, {"f", 0.5}, {"i", int64(-3)}, {"z", int64(1)}, {"c", int64('x')}, {"s", "5 mJ"},
		{"e", EnumConstant{"La/Unit;", "NANO"}}, {"k", ClassLiteral("[I")},
		{"n", Annotation{Type: "La/Inner;", Values: []ElementValue{{"v", "deep"}}}}, {"a", []any{"one", []any{}}},
	}}
	all := []Annotation{budget, {Type: "La/Empty;", Visible: true}, {Type: "La/Hidden;"}}
	check("annotations of the class", c.Annotations(), all)
	check("annotations of the method", c.Methods[0].Annotations(), all)
	check("annotations of the field", c.Fields[0].Annotations(), all[:2])
	check("value", budget.Value("s"), "5 mJ")
	check("no value", budget.Value("x"), nil)

	f := &c.Fields[0]
	i, ok := f.ConstantValue()
	check("constant", []any{ok, c.Pool.Tag(i), c.Pool.Long(i), f.Signature()}, []any{true, TagLong, int64(42), "TT;"})
	if _, ok := c.Fields[1].ConstantValue(); ok {
		t.Error("a constant value where there is none")
	}

	m := &c.Methods[0]
	check("method", []any{m.ID(), m.Signature(), m.Exceptions(), m.ParameterNames(), m.HasCode(), m.Static(), m.Abstract(), m.Synthetic()},
		[]any{"m(ILjava/lang/String;)V", "<T:>(ITT;)V", []string{"E"}, []string{"n", ""}, true, false, false, false})
	check("parameter 0", m.ParameterAnnotations(0), []Annotation{{Type: "La/Q;"}})
	check("parameter 1", m.ParameterAnnotations(1), []Annotation{{Type: "La/P;", Visible: true}})
	check("flags", []bool{c.Methods[1].Abstract(), c.Methods[1].Synthetic(), c.Methods[2].Abstract(), c.Methods[2].Synthetic(), c.Methods[2].HasCode()}, []bool{true, true, true, true, false})
	if code, err := c.Methods[1].Code(); code != nil || err != nil {
		t.Errorf("an abstract method has code %v, error %v", code, err)
	}

	code, err := m.Code()
	if err != nil {
		t.Fatal(err)
	}
	check("lines", code.Lines(), []Line{{0, 10}, {1, 11}, {2, 12}})
	check("variables", code.Variables(), []Variable{{0, 3, 0, "n", "I"}})
	check("handlers", code.Handlers, []Handler{{0, 1, 2, "E"}})
	check("line at", []int{LineAt(code.Lines(), 1), LineAt(nil, 1), LineAt([]Line{{2, 5}}, 1)}, []int{11, 0, 0})
	if _, err := everything(full()); err != nil {
		t.Error(err)
	}
}

// Every prefix of a class file is an error, and no byte changed to another value makes anything panic.
func TestTruncatedAndFlipped(t *testing.T) {
	data := full()
	for n := range data {
		if _, err := Parse(data[:n:n]); err == nil {
			t.Errorf("the first %d of %d bytes are accepted", n, len(data))
		}
	}
	if _, err := Parse(append(full(), 0)); err == nil || !strings.Contains(err.Error(), "1 bytes follow") {
		t.Errorf("a trailing byte: error %v", err)
	}
	for i := range data {
		old := data[i]
		for _, v := range []byte{0, 1, old + 1, old - 1, old ^ 0x80, 0xFF} {
			data[i] = v
			everything(data)
		}
		data[i] = old
	}
}

func TestPoolErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		add  func(a *assembler)
		err  string
	}{
		{"unknown tag", func(a *assembler) { a.raw(2, nil) }, "unknown tag 2"},
		{"class of a class", func(a *assembler) { a.raw(TagClass, u16(a.class("X"))) }, "which is no tag 1"},
		{"class of nothing", func(a *assembler) { a.raw(TagClass, u16(0)) }, "refers to constant 0"},
		{"string beyond the pool", func(a *assembler) { a.raw(TagString, u16(9999)) }, "refers to constant 9999"},
		{"member without class", func(a *assembler) { a.raw(TagFieldref, u16(a.text("X"), a.nameType("f", "I"))) }, "which is no tag 7"},
		{"member without name", func(a *assembler) { a.raw(TagMethodref, u16(a.class("X"), a.text("f"))) }, "which is no tag 12"},
		{"name of a long", func(a *assembler) { a.raw(TagNameAndType, u16(a.long(1), a.text("f"))) }, "which is no tag 1"},
		{"second half of a long", func(a *assembler) { a.raw(TagString, u16(a.long(1)+1)) }, "which is no tag 1"},
		{"dynamic without name", func(a *assembler) { a.raw(TagDynamic, u16(0, a.text("f"))) }, "which is no tag 12"},
		{"handle of kind 0", func(a *assembler) { a.handle(0, a.field("T", "f", "I")) }, "unknown kind 0"},
		{"handle of kind 10", func(a *assembler) { a.handle(10, a.field("T", "f", "I")) }, "unknown kind 10"},
		{"getter of a method", func(a *assembler) { a.handle(RefGetField, a.method("T", "f", "()V")) }, "which it cannot"},
		{"constructor of an interface", func(a *assembler) { a.handle(RefNewInvokeSpecial, a.iface("T", "<init>", "()V")) }, "which it cannot"},
		{"handle of text", func(a *assembler) { a.handle(RefInvokeStatic, a.text("f")) }, "which it cannot"},
		{"handle of an interface's static", func(a *assembler) { a.handle(RefInvokeStatic, a.iface("T", "f", "()V")) }, ""},
		{"module of a number", func(a *assembler) { a.raw(TagModule, u16(a.integer(1))) }, "which is no tag 1"},
		{"package", func(a *assembler) { a.pkg("x") }, ""},
		{"everything", func(a *assembler) { a.float(1); a.double(2); a.methodType("()V"); a.module("m") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAssembler()
			c.add(a)
			_, err := everything(a.build(file{name: "T", super: "java/lang/Object"}))
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
}

func TestClassErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(a *assembler) file
		err  string
	}{
		{"version 44", func(*assembler) file { return file{name: "T", major: 44} }, "version 44.0"},
		{"version 70", func(*assembler) file { return file{name: "T", major: 70} }, "version 70.0 is not supported: 45 to 69"},
		{"version 69 with preview", func(*assembler) file { return file{name: "T", major: 69, minor: 65535} }, ""},
		{"array", func(*assembler) file { return file{name: "[I"} }, "names no class"},
		{"empty name of a field", func(a *assembler) file { return file{name: "T", fields: [][]byte{a.member(0, "", "I")}} }, "has no name"},
		{"empty name of a method", func(a *assembler) file { return file{name: "T", methods: [][]byte{a.member(0, "", "()V")}} }, "has no name"},
		{"empty name of an interface", func(a *assembler) file { return file{name: "T", interfaces: []string{""}} }, `interface 0 is ""`},
		{"field descriptor", func(a *assembler) file { return file{name: "T", fields: [][]byte{a.member(0, "f", "V")}} }, `malformed descriptor "V"`},
		{"empty field descriptor", func(a *assembler) file { return file{name: "T", fields: [][]byte{a.member(0, "f", "")}} }, `malformed descriptor ""`},
		{"two fields in one descriptor", func(a *assembler) file { return file{name: "T", fields: [][]byte{a.member(0, "f", "II")}} }, "malformed"},
		{"method descriptor", func(a *assembler) file { return file{name: "T", methods: [][]byte{a.member(0, "f", "(V)V")}} }, "malformed"},
		{"method descriptor without end", func(a *assembler) file { return file{name: "T", methods: [][]byte{a.member(0, "f", "(Ljava/lang")}} }, "malformed"},
		{"too many dimensions", func(a *assembler) file {
			return file{name: "T", fields: [][]byte{a.member(0, "f", strings.Repeat("[", 256)+"I")}}
		}, "malformed"},
		{"name of a number", func(a *assembler) file {
			return file{name: "T", fields: [][]byte{u16(0, a.integer(1), a.text("I"), 0)}}
		}, "which are no text"},
		{"attribute of a number", func(a *assembler) file {
			return file{name: "T", attributes: [][]byte{join(u16(a.integer(1)), u32(0))}}
		}, "which is no text"},
		{"attribute larger than the file", func(a *assembler) file {
			return file{name: "T", attributes: [][]byte{join(u16(a.text("X")), u32(0xFFFFFFFF))}}
		}, "truncated in attribute"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAssembler()
			_, err := everything(a.build(c.make(a)))
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
	if _, err := Parse([]byte("PK\x03\x04")); err == nil || !strings.Contains(err.Error(), "0xCAFEBABE") {
		t.Errorf("a zip file: error %v", err)
	}
}

func TestModifiedUTF8(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"", ""},
		{"\xC0\x80", "\x00"},
		{"caf\xC3\xA9", "café"},
		{"\xE2\x82\xAC", "€"},
		{"\xED\xA0\xBD\xED\xB8\x80", "😀"}, // a surrogate pair
		{"\xED\xA0\xBDx", "\uFFFDx"},      // half of one
		{"\xED\xB8\x80", "\uFFFD"},        // the other half
		{"\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80", "\uFFFD😀"}, // a half before a pair
		{"\xC3", "\uFFFD"}, {"\xE2\x82", "\uFFFD\uFFFD"}, {"\xFF", "\uFFFD"}, {"\xF0\x9F\x98\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},
	} {
		a := newAssembler()
		i := a.bytes8([]byte(c.in))
		if got := parse(t, a.build(file{name: "T"})).Pool.Utf8(i); got != c.want {
			t.Errorf("% X: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestDescriptors(t *testing.T) {
	for _, c := range []struct {
		desc   string
		params []string
		ret    string
		slots  int
	}{
		{"()V", nil, "V", 0},
		{"(IJ[D[[Ljava/lang/String;D)Ljava/util/List;", []string{"I", "J", "[D", "[[Ljava/lang/String;", "D"}, "Ljava/util/List;", 7},
		{"(Lodd)name;)[Lan)other;", []string{"Lodd)name;"}, "[Lan)other;", 1},
	} {
		if !ValidMethodDesc(c.desc) || !reflect.DeepEqual(Params(c.desc), c.params) || Return(c.desc) != c.ret || ParamSlots(c.desc) != c.slots {
			t.Errorf("%s: %v, %s, %d", c.desc, Params(c.desc), Return(c.desc), ParamSlots(c.desc))
		}
	}
	for in, want := range map[string]string{
		"I": "int", "[[J": "long[][]", "Ljava/lang/String;": "java.lang.String", "[La/B$C;": "a.B$C[]", "V": "void", "[": "[", "": "",
		"B": "byte", "C": "char", "D": "double", "F": "float", "S": "short", "Z": "boolean",
	} {
		if got := JavaType(in); got != want {
			t.Errorf("JavaType(%q) = %q, want %q", in, got, want)
		}
	}
	if strings.Join(Params("bad"), "") != "" || Return("") != "" || Return("(") != "" {
		t.Error("malformed descriptors give something")
	}
}

// Annotations that nest without end are left out instead of exhausting the stack.
func TestDeepAnnotation(t *testing.T) {
	a := newAssembler()
	v := []byte{'s', 0, 1}
	for range 10000 {
		v = join([]byte{'['}, u16(1), v)
	}
	b := a.attr("RuntimeVisibleAnnotations", u16(1), u16(a.text("LX;"), 1, a.text("v")), v)
	if got := parse(t, a.build(file{name: "T", attributes: [][]byte{b}})).Annotations(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full())
	f.Add(newAssembler().build(file{name: "T", super: "java/lang/Object"}))
	a := newAssembler()
	f.Add(a.withCode("()V", 300, join([]byte{byte(OpLookupswitch), 0, 0, 0}, u32(20, 1, 5, 20), []byte{byte(OpWide), byte(OpIload), 1, 0, byte(OpReturn)}), nil))
	a = newAssembler()
	f.Add(a.build(file{major: 45, name: "T", methods: [][]byte{a.member(0, "m", "()V", a.attr("Code", []byte{1, 1, 0, 1, 0xB1, 0, 0, 0, 0}))}}))
	f.Fuzz(func(t *testing.T, data []byte) { everything(data) })
}
