package worth

import "testing"

func TestTables(t *testing.T) {
	tables, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.cold) < 10 || len(tables.heavy) < 50 {
		t.Errorf("%d names, %d calls", len(tables.cold), len(tables.heavy))
	}
	for _, c := range tables.cold {
		switch c.kind {
		case Package, Class, Method, Annotation, Extends:
		default:
			t.Errorf("there is no kind %q", c.kind)
		}
	}
	for c, h := range tables.heavy {
		if h.Seconds < 100e-9 || h.Seconds > 1 || h.Does == "" {
			t.Errorf("%s.%s takes %g s, %q", c.class, c.method, h.Seconds, h.Does)
		}
	}
}

func TestCold(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		name string
		want bool
	}{
		{Package, "getopt", true}, {Package, "example", false}, {Package, "test", false},
		{Class, "HelpFormatter", true}, {Class, "Formatter", false}, {Class, "Main", false},
		{Method, "main", false}, {Method, "printUsage", true}, {Method, "jj_add_error_token", true}, {Method, "dumpTree", true},
		{Method, "init", true}, {Method, "initial", false}, {Method, "add", false}, {Method, "toString", false}, {Method, "parseArgs", true}, {Method, "parse", false},
		{Annotation, "java/lang/Deprecated", true}, {Annotation, "lombok/Generated", true}, {Annotation, "java/lang/Override", false},
		{Extends, "java/awt/Component", true}, {Extends, "java/util/ArrayList", false},
	} {
		if got := Cold(c.kind, c.name); (got != "") != c.want {
			t.Errorf("%s %s: %q", c.kind, c.name, got)
		}
	}
}

func TestCall(t *testing.T) {
	if h, ok := Call("java/io/File", "list"); !ok || h.Seconds < 0.9e-6 || h.Seconds > 1.1e-6 {
		t.Errorf("File.list: %+v, %v", h, ok)
	}
	if h, ok := Call("java/nio/file/Files", "walk"); !ok || h.Does == "" {
		t.Errorf("Files.walk: %+v, %v", h, ok)
	}
	for _, c := range [][2]string{{"java/io/File", "getName"}, {"java/util/ArrayList", "add"}} {
		if h, ok := Call(c[0], c[1]); ok {
			t.Errorf("%s.%s takes %g s", c[0], c[1], h.Seconds)
		}
	}
}
