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
		case Package, Class, Method, Annotation, Extends, Told:
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
		{Class, "CommandLine", true}, {Class, "XMLPreferenceManager", true}, {Class, "ErrorReporter", true}, {Class, "Err", true}, {Class, "Mirror", false},
		{Class, "Helper", false}, {Class, "ResultSettings", true}, {Class, "JavaCodeGenerator", true}, {Method, "doStop", true}, {Method, "stopWords", false},
		{Method, "getScriptStackTrace", true}, {Extends, "groovyjarjarantlr/LLkParser", true}, {Extends, "org/antlr/v4/runtime/Parser", true},
		{Extends, "com/google/protobuf/GeneratedMessageV3", true}, {Extends, "com/acme/Parser", false},
		{Method, "main", false}, {Method, "printUsage", true}, {Method, "jj_add_error_token", true}, {Method, "dumpTree", true},
		{Method, "initRules", true}, {Method, "initCap", false}, {Method, "initials", false}, {Method, "setUpLogging", true}, {Method, "setUpper", false},
		{Method, "toDot", true}, {Method, "toDOTString", true}, {Method, "writeDotFile", true}, {Method, "toDots", false}, {Method, "dotProduct", false},
		{Method, "init", true}, {Method, "initial", false}, {Method, "add", false}, {Method, "toString", false}, {Method, "parseArgs", true}, {Method, "parse", false},
		{Method, "collectGarbage", true}, {Method, "forceGC", true}, {Method, "gc", true}, {Method, "collect", false}, {Method, "doGcm", false},
		{Annotation, "java/lang/Deprecated", true}, {Annotation, "lombok/Generated", true}, {Annotation, "java/lang/Override", false},
		{Extends, "java/awt/Component", true}, {Extends, "java/util/ArrayList", false}, {Extends, "junit/framework/TestCase", true},
		{Annotation, "org/junit/Test", true}, {Annotation, "org/junit/jupiter/api/Test", true}, {Annotation, "org/junit/Rule", false},
		{Told, "Context.report", true}, {Told, "ErrorHandler.handle", true}, {Told, "Checker.handleIssue", true}, {Told, "Messager.printMessage", true},
		{Told, "Log.debugEnd", true}, {Told, "Reporter.append", false}, {Told, "Tissue.add", false}, {Told, "Writer.tracer", false},
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

func TestThings(t *testing.T) {
	for _, c := range []struct {
		name   string
		plural bool
		want   string
	}{
		{"parameterNames", false, "parameter"}, {"listeners", true, "listener"}, {"BuildListener", false, "listener"}, {"BuildListener", true, ""},
		{"DEFAULT_CIPHER_SUITES", true, "suite"}, {"prefixes", true, "prefix"}, {"properties", false, "property"}, {"aliases", false, "alias"},
		{"columnsByName", false, "column"}, {"getLinesOfSections", false, ""}, {"ConfigLine", false, ""}, {"names", false, ""}, {"axes", false, "axis"},
		{"words", false, ""}, {"arg1", false, ""}, {"args", true, "arg"}, {"groups", false, ""}, {"", false, ""}, {"$", false, ""}, {"s", false, ""}, {"HTTPHeaders", true, "header"},
		{"class", false, ""}, {"_durable", false, ""}, {"exceptionTypes", false, "exception"},
	} {
		if got := Things(c.name, c.plural); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestLimits: each limit has a row, and each row a limit.
func TestLimits(t *testing.T) {
	tables, err := read()
	if err != nil {
		t.Fatal(err)
	}
	limits := []Limit{LeastPerCall, LeastWhereSourceRepeats, LeastWhereCallersRepeat, LeastWhereFew, LeastInTexts, LeastPerSecond, HeavyBesideLoop, Unmeasured, Few}
	for _, l := range limits {
		if l.Of() <= 0 {
			t.Errorf("%s is %g", l, l.Of())
		}
	}
	if len(tables.limits) != len(limits) {
		t.Errorf("%d rows for %d limits", len(tables.limits), len(limits))
	}
	if len(tables.few) != 3 || len(tables.few["things"]) < 50 {
		t.Errorf("%d kinds of words, %d things", len(tables.few), len(tables.few["things"]))
	}
}
