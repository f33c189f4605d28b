package energy

import (
	"context"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// loadWithJDK loads a program with the JDK that is found as its library.
func loadWithJDK(t *testing.T, o driver.Options) *driver.Analysis {
	t.Helper()
	home, found, err := driver.FindJDK("auto")
	if err != nil || !found {
		t.Skipf("no JDK: what library classes are is not known (%v)", err)
	}
	o.JDK = home
	a, err := driver.Load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// withJDK analyses compiled fixtures with a JDK's classes as the library.
func withJDK(t *testing.T, topic string, assume absint.Assume) (*Engine, map[string]*classfile.Method) {
	t.Helper()
	a := loadWithJDK(t, driver.Options{Paths: []string{"../../testdata/fixtures/" + topic + "/classes"}})
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	model, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(a.Program, Options{Model: model, Device: "any", Confidence: confidence, Library: lib, Assume: assume})
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]*classfile.Method{}
	for _, c := range a.Program.Hierarchy.Classes() {
		for i := range c.Methods {
			methods[c.Methods[i].Name] = &c.Methods[i]
		}
	}
	return e, methods
}

// TestCallbacks checks the instructions of the program that library calls run: leaf(n) executes 9 + 9n, the comments add
// the caller's own. A model in joules has callbacks, too, where other code of the program may run, such as hashCode.
func TestCallbacks(t *testing.T) {
	const ten, four = 10, 4 // list.size() and n
	tests := []struct {
		method string
		most   float64
		why    string // there is no bound of the instructions
		joules string // nor of the energy
	}{
		{"eachOf", 54, "Iterable.forEach at line 67 has no price: it is library code that may call application code", ""}, // 4 + 10 * 5
		{"eachCaptured", 495, "it is library code that may call application code", ""},                                    // 5 + 10 * (4 + 45)
		{"eachPassed", 4, "it is library code that may call application code", "the cost of c.accept(Object) depends on the object"},
		{"appendsNamed", 52, "", ""}, // 11 + 5 + 36
		{"appendsShape", 88, "", ""}, // 11 + 5 + 72: of a Dot
		{"appendsInteger", 11, "", ""},
		{"appendsObject", 11, "Object.toString at line 98 has no price: it may be of any subtype", "the cost of o.toString() depends on the object"},
		{"same", 40, "", ""}, // 4 + 9 + 27
		{"maps", 62, "", ""}, // 4 + 4 + 54
		{"computes", 73, "it is library code that may call application code", ""}, // 6 + 4 + 63
		{"either", 69, "", ""},   // 11 + 4 + 54: of two lambdas the worse
		{"reference", 7, "", ""}, // of String.length
		{"required", 53, "", ""}, // 4 + 4 + 45
		{"cut", 5, "", ""},       // what is cut off is at least the smallest value of a field
		{"constants", 5, "it is library code that may call application code", ""}, // values
		{"byColor", 5, "it is library code that may call application code", ""},
		{"colors", 3, "it is library code that may call application code", ""},
		{"text", 3, "Object.toString at line 124 has no price: it may be of any subtype", "the cost of o.toString() depends on the object"},
	}
	assume := func(_ *classfile.Method, name string) (float64, string, bool) {
		switch {
		case strings.HasSuffix(name, "list.size()"):
			return ten, "test", true
		case strings.HasSuffix(name, "n"):
			return four, "test", true
		}
		return 0, "", false
	}
	e, methods := withJDK(t, "callbacks", assume)
	check := func(method, what, want string, rs []absint.Reason) {
		t.Helper()
		texts := make([]string, len(rs))
		for i, r := range rs {
			texts[i] = r.Text
		}
		if got := strings.Join(texts, "; "); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: no bound of %s because %q, want %q", method, what, got, want)
		}
	}
	for _, test := range tests {
		m := methods[test.method]
		up := absint.TotalInstructions(true)
		p := e.Reach(roots(m))
		o := p.Evaluate(up)[p.Index(m)]
		check(test.method, "the instructions", test.why, o.Reasons)
		w := e.Evaluate(roots(m)).Worst(m, confidence)
		unknown := w.Outcome.Reasons
		for _, r := range w.Numbers.Missing {
			if r.Symbol != "" {
				unknown = append(unknown, r)
			}
		}
		check(test.method, "the energy", test.joules, unknown)
		n := e.Summary(m).Range(o, up, assume).Total
		if test.why != "" && test.joules == "" {
			n = w.Numbers.Total
		}
		if n != test.most {
			t.Errorf("%s: %v instructions, by hand %v", test.method, n, test.most)
		}
	}
}

// TestOwnStreams: the instructions that the stages of a stream run have a bound where the method shows all that it does;
// sorted asks its elements which comes first, and iterate never ends.
func TestOwnStreams(t *testing.T) {
	assume := func(*classfile.Method, string) (float64, string, bool) { return 10, "test", true }
	e, methods := withJDK(t, "objects", assume)
	up := absint.TotalInstructions(true)
	for _, test := range []struct {
		method string
		known  bool
	}{
		{"squares", true}, {"mapped", true}, {"all", true}, {"reduced", true}, {"doubled", true}, {"fill", true},
		{"collected", false}, {"limited", false}, {"sortedBy", false},
	} {
		m := methods[test.method]
		p := e.Reach(roots(m))
		n := e.Summary(m).Range(p.Evaluate(up)[p.Index(m)], up, assume)
		if n.Known != test.known {
			t.Errorf("%s: the instructions have a bound: %v, want %v (%v)", test.method, n.Known, test.known, n.Missing)
		}
	}
}

// TestStreams checks the instructions of the program that streams and other library loops run: leaf(n) executes 9 + 9n,
// list.size() and elements(list), which Own may make another number, are 10, n is 4, a.length is 6; the comments add the caller's own and the lambdas'.
func TestStreams(t *testing.T) {
	tests := []struct {
		method string
		most   float64
		why    string // there is no bound of the energy
	}{
		{"each", 315, ""},     // 5 + 10 * (4 + 27)
		{"piped", 320, ""},    // 10 + 10 * (4 + 18) + 10 * 6 + 10 * 3
		{"collects", 228, ""}, // 8 + 10 * (4 + 18)
		{"groups", 448, ""},   // 8 + 11 * (4 + 36): a collector's functions, and one for its end
		{"collectsInto", 0, "Stream.collect(Collector)"},
		// 9 + 11 * 2, and for the end of each part 11 * (4 + 27)
		{"parts", 713, "partitioningBy"},
		{"spread", 0, "Stream.collect(Collector)"},
		{"range", 127, ""},    // 7 + 4 * (3 + 27)
		{"closed", 130, ""},   // 6 + 4 * (4 + 27)
		{"any", 209, ""},      // 5 + 6 * (7 + 27): at most
		{"limited", 80, ""},   // 8 + 3 * (6 + 18)
		{"infinite", 275, ""}, // 10 + 5 * (4 + 18) + 5 * (4 + 27)
		{"of", 91, ""},        // 19 + 3 * (6 + 18)
		{"sorts", 608, ""},    // 8 + 50 * (3 + 9)
		{"search", 65, ""},    // 5 + 5 * (3 + 9)
		{"entries", 314, ""},  // 4 + 10 * (4 + 27)
		{"removes", 335, ""},  // 5 + 10 * (6 + 27)
		{"replaces", 324, ""}, // 4 + 10 * (5 + 27)
		{"passed", 0, "the cost of f.apply(Object) depends on the object"},
	}
	sizes := map[string]float64{"list.size()": 10, "elements(list)": 10, "map.size()": 10, "n": 4, "a.length": 6, "lambda$replaces$17: x.length()": 3}
	assume := func(_ *classfile.Method, name string) (float64, string, bool) {
		n, ok := sizes[name]
		return n, "test", ok
	}
	e, methods := withJDK(t, "streams", assume)
	for _, test := range tests {
		m := methods[test.method]
		w := e.Evaluate(roots(m)).Worst(m, confidence)
		texts := make([]string, len(w.Numbers.Missing))
		for i, r := range w.Numbers.Missing {
			texts[i] = r.Text
		}
		got := strings.Join(texts, "; ")
		if !strings.Contains(got, test.why) || (test.why == "") != (got == "") {
			t.Errorf("%s: no bound because %q, want %q", test.method, got, test.why)
		}
		if test.most != 0 && w.Numbers.Total != test.most {
			t.Errorf("%s: %v instructions, by hand %v", test.method, w.Numbers.Total, test.most)
		}
	}
}

// TestFunctionsForLater: where what is known of the JDK's code prices a call, the functions and collections that it is given
// must be in the price, or it is none.
func TestFunctionsForLater(t *testing.T) {
	assume := func(*classfile.Method, string) (float64, string, bool) { return 10, "test", true }
	e, methods := withJDK(t, "streams", assume)
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk
	for _, test := range []struct{ method, why string }{
		{"flattens", "Stream.collect(Collector)"},
		{"collectsOwn", "Stream.collect(Collector)"},
		{"collectsOwnMade", "Stream.collect(Collector)"},
		{"collectsLinked", ""},
		{"taken", "list.stream()"},
		{"generated", ""},
		{"infinite", ""},
		{"copiesOwn", "it may call streams.Streams$Own.size()"},
		{"hashesOwn", "it may call streams.Streams$Own.size()"},
		{"wrapsOwn", ""},
		{"copiesReady", ""},
		{"ordersBy", ""},
		{"ordersBackwards", ""},
	} {
		m := methods[test.method]
		w := e.Evaluate(roots(m)).Worst(m, confidence)
		why := ""
		for _, r := range w.Numbers.Missing {
			why += r.Text
		}
		if test.why == "" && why != "" || !strings.Contains(why, test.why) {
			t.Errorf("%s: no price because %q, want %q", test.method, why, test.why)
		}
		if test.method == "copiesReady" && w.Numbers.Total != 44 { // 5 + 5 + 7 + 27
			t.Errorf("%s: %v instructions", test.method, w.Numbers.Total)
		}
	}
}
