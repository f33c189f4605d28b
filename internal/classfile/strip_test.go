package classfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// accessors is all that the accessors of a class give.
func accessors(c *Class) string {
	var b strings.Builder
	fmt.Fprintln(&b, c.Major, c.Minor, c.Access, c.Name, c.Super, c.Interfaces, c.SourceFile(), c.Signature(), c.SourceDebugExtension(), c.Annotations(), c.InnerClasses(), c.Pool.Len())
	bs, err := c.Bootstraps()
	fmt.Fprintln(&b, bs, err)
	nest, ok := c.NestMembers()
	permitted, sealed := c.PermittedSubclasses()
	fmt.Fprintln(&b, c.NestHost(), nest, ok, permitted, sealed)
	for _, boot := range bs {
		for _, a := range boot.Args {
			fmt.Fprintln(&b, c.Pool.Tag(a), c.Pool.StringValue(a), c.Pool.ClassName(a), c.Pool.MethodType(a))
		}
	}
	for i := range c.Pool.Len() {
		m, _ := c.Pool.Member(i)
		d, _ := c.Pool.Dynamic(i)
		h, _ := c.Pool.Handle(i)
		fmt.Fprintln(&b, c.Pool.Tag(i), c.Pool.StringValue(i), c.Pool.ClassName(i), c.Pool.MethodType(i), m, d, h)
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		v, ok := f.ConstantValue()
		fmt.Fprintln(&b, f.Access, f.Name, f.Desc, f.Signature(), f.Annotations(), v, ok)
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		fmt.Fprintln(&b, m.Access, m.Name, m.Desc, m.Signature(), m.Annotations(), m.ParameterAnnotations(0), m.ParameterNames(), m.Exceptions(), m.Synthetic())
		code, err := m.Code()
		if err != nil || code == nil {
			fmt.Fprintln(&b, m.HasCode(), err)
			continue
		}
		fmt.Fprintln(&b, code.MaxStack, code.MaxLocals, code.Bytes, code.Handlers, code.Lines(), code.Variables())
	}
	return b.String()
}

// same checks that a class file says the same once it is stripped.
func same(t *testing.T, name string, data []byte) (before, after int) {
	t.Helper()
	stripped := Strip(data)
	a, errA := Parse(data)
	b, errB := Parse(stripped)
	if fmt.Sprint(errA) != fmt.Sprint(errB) {
		t.Fatalf("%s: %v, stripped %v", name, errA, errB)
	}
	if errA == nil && accessors(a) != accessors(b) {
		t.Fatalf("%s: got\n%s\nwant\n%s", name, accessors(b), accessors(a))
	}
	if len(stripped) > len(data) {
		t.Fatalf("%s: %d bytes became %d", name, len(data), len(stripped))
	}
	return len(data), len(stripped)
}

func TestStripKeepsWhatIsRead(t *testing.T) {
	same(t, "full", full())
	paths, err := filepath.Glob("../../testdata/fixtures/*/classes/*/*/*.class")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	before, after := 0, 0
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		x, y := same(t, p, data)
		before, after = before+x, after+y
	}
	t.Logf("%d classes: %d bytes, stripped %d", len(paths), before, after)
	if after >= before {
		t.Errorf("%d bytes, stripped %d", before, after)
	}
}

func TestStripDropsBulk(t *testing.T) {
	a := newAssembler()
	for i := range 1000 {
		a.text(fmt.Sprint(i, strings.Repeat("x", 10_000)))
	}
	kept := a.str(strings.Repeat("y", 1000))
	f := file{name: "A", super: "java/lang/Object", attributes: [][]byte{a.attr("Bulk", make([]byte, 10<<20))}}
	data := a.build(f)
	same(t, "bulk", data)
	stripped := Strip(data)
	if len(stripped) > 10_000 {
		t.Errorf("%d of %d bytes are left", len(stripped), len(data))
	}
	if c := parse(t, stripped); len(c.Pool.StringValue(kept)) != 1000 {
		t.Error("a constant that is referred to lost its text")
	}
}

func TestStripBroken(t *testing.T) {
	data := full()
	for n := range data {
		same(t, fmt.Sprint("truncated at ", n), data[:n])
		changed := append([]byte(nil), data...)
		changed[n] ^= 1 << (n % 8)
		same(t, fmt.Sprint("changed at ", n), changed)
	}
}
