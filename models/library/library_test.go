package library

import (
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/formula"
)

func shippedLibrary(t testing.TB) *Library {
	t.Helper()
	l, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Read whole, the shipped files have no error and no method twice, and hold what the lazy library holds.
func TestShippedFiles(t *testing.T) {
	list, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var all []*Entry
	for _, f := range list {
		data, err := files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		entries, err := parse(f.Name(), data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entries...)
	}
	if err := duplicates(all); err != nil {
		t.Fatal(err)
	}
	l := shippedLibrary(t)
	if got := l.Entries(); len(got) != len(all) || len(all) < 200 {
		t.Errorf("%d entries, the files have %d", len(got), len(all))
	}
	for _, e := range all {
		got, ok := l.Lookup(e.Class, e.Name, e.Descriptor)
		if !ok || got.File != e.File || got.Line != e.Line || got.Case != e.Case || !reflect.DeepEqual(got, e) {
			t.Errorf("%s.%s%s: %v, want that of %s:%d", e.Class, e.Name, e.Descriptor, got, e.File, e.Line)
		}
	}
}

// Every shipped entry has a price at every size, above 0 and not falling as sizes grow.
func TestShippedCosts(t *testing.T) {
	at := func(n float64) func(formula.Symbol) (float64, bool) {
		return func(formula.Symbol) (float64, bool) { return n, true }
	}
	for _, e := range shippedLibrary(t).Entries() {
		var last float64
		for _, n := range []float64{0, 1, 2, 10, 100, 1e4, 1e5} { // squares of more are no exact counts, nor are cubes of this
			if n > 1e4 && last > 5e10 {
				break
			}
			c, err := e.Counts(at(n))
			if err != nil {
				t.Fatalf("%s.%s%s at %v: %v", e.Class, e.Name, e.Descriptor, n, err)
			}
			if total := c.Total(); !(total > 0) || math.IsInf(total, 0) {
				t.Errorf("%s.%s%s at %v: %v patterns", e.Class, e.Name, e.Descriptor, n, total)
			} else if total < last {
				t.Errorf("%s.%s%s at %v: %v patterns, fewer than at a smaller size", e.Class, e.Name, e.Descriptor, n, total)
			} else {
				last = total
			}
		}
		if strings.Contains(e.Class, ".") || e.Basis == "" {
			t.Errorf("%s.%s: basis %q", e.Class, e.Name, e.Basis)
		}
	}
}

// Counted by hand from javap -c: one getfield and one ireturn; LinkedList.get walks half of the list.
func TestShippedByHand(t *testing.T) {
	l := shippedLibrary(t)
	e, ok := l.Lookup("java/lang/Integer", "intValue", "()I")
	if !ok {
		t.Fatal("no Integer.intValue")
	}
	c, err := e.Counts(nil)
	want := pattern.Tally(pattern.Of(pattern.ObjectGetField, pattern.Int, pattern.Load), pattern.Of(pattern.ReturnStatement, pattern.Int, pattern.Load))
	if err != nil || !slices.Equal(c, want) || e.Case != Worst {
		t.Errorf("Integer.intValue: %v, %v", c, err)
	}
	e, ok = l.Lookup("java/lang/Short", "shortValue", "()S")
	if c, err := e.Counts(nil); !ok || err != nil || !slices.Equal(c, want) || e.Case != Worst || !e.Closed {
		t.Errorf("Short.shortValue: %v, %v", c, err)
	}
	e, ok = l.Lookup("java/lang/IllegalArgumentException", "<init>", "(Ljava/lang/String;)V")
	if !ok || !e.Closed || e.Case != Expected || !strings.Contains(e.Basis, "stack walk") {
		t.Errorf("IllegalArgumentException: %v", e)
	}
	e, ok = l.Lookup("java/lang/StringBuilder", "append", "(Ljava/lang/Object;)Ljava/lang/StringBuilder;")
	if !ok || !e.Closed || !e.ReceiverUnknown || len(e.Callbacks) != 1 || e.Callbacks[0].Method != "toString()Ljava/lang/String;" {
		t.Errorf("StringBuilder.append of an object: %v", e)
	}
	e, ok = l.Lookup("java/util/LinkedList", "get", "(I)Ljava/lang/Object;")
	if !ok {
		t.Fatal("no LinkedList.get")
	}
	c, err = e.Counts(func(s formula.Symbol) (float64, bool) {
		return 1000, s == formula.Symbol{Argument: formula.Receiver, Measure: formula.CollectionSize}
	})
	if n := c.Of(pattern.Of(pattern.Increase, pattern.Int, pattern.Constant)); err != nil || n != 499 {
		t.Errorf("LinkedList.get of 1000: %v steps, %v", n, err)
	}
	if e, ok := l.Lookup("java/util/List", "get", "(I)Ljava/lang/Object;"); ok && e.Case != Expected {
		t.Error("List.get is not what every list costs")
	}
	if _, ok := l.Lookup("java/util/List", "get", "(J)Ljava/lang/Object;"); ok {
		t.Error("found an overload that there is not")
	}
	if _, err := e.Counts(func(formula.Symbol) (float64, bool) { return 0, false }); err == nil || !strings.Contains(err.Error(), "is not known") {
		t.Errorf("unknown size: %v", err)
	}
}

const example = `
[[method]]
method = "com.acme.Store.find"
also = ["com.acme.Finder"]
case = "expected"
cost = [{ pattern = ["Array load", "Reference", "Load"], count = "3 + 2*arg0.length()" }]
basis = "read"

[[method]]
method = "java.util.HashMap.get(*)"
case = "worst"
cost = [{ pattern = ["Array load", "Reference", "Load"], count = "this.size()" }]
callbacks = [{ on = "arg0", method = "equals(Ljava/lang/Object;)Z", count = "this.size()" }]
returns = "this.size()"
basis = "every key in one place"
`

// A callback may name the class whose objects are called back, where the parameter is of a wider type.
func TestCallbackClass(t *testing.T) {
	for method, want := range map[string][2]string{
		"equals(Ljava/lang/Object;)Z":                         {"", "equals(Ljava/lang/Object;)Z"},
		"java.util.Collection.isEmpty()Z":                     {"java/util/Collection", "isEmpty()Z"},
		"java/util/Map$Entry.getKey()Ljava/lang/Object;":      {"java/util/Map$Entry", "getKey()Ljava/lang/Object;"},
		"java.util.Collection.iterator()Ljava/util/Iterator;": {"java/util/Collection", "iterator()Ljava/util/Iterator;"},
		"java.util.Collection.":                               {},
		"java.util.Collection.(Ljava/lang/Object;)Z":          {},
		".isEmpty()Z": {},
	} {
		text := strings.ReplaceAll(`[[method]]
method = "com.acme.Store.find(Ljava/lang/Object;)V"
case = "expected"
cost = [{ pattern = ["Array load", "Reference", "Load"], count = "3" }]
callbacks = [{ on = "arg0", method = "METHOD", count = "1" }]
basis = "read"
`, "METHOD", method)
		l, err := Parse("user.toml", []byte(text))
		if want[1] == "" {
			if err == nil {
				t.Errorf("%s: no error", method)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", method, err)
			continue
		}
		e, _ := l.Lookup("com/acme/Store", "find", "(Ljava/lang/Object;)V")
		if c := e.Callbacks[0]; c.Class != want[0] || c.Method != want[1] {
			t.Errorf("%s: class %q, method %q", method, c.Class, c.Method)
		}
	}
}

// A model of a function that a method makes: its callbacks are on what the method is given, on what that returns, or on elements.
func TestMadeBy(t *testing.T) {
	for _, test := range []struct{ makes, on, count, err string }{
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "arg0", "2", ""},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "arg0.result", "1", ""},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "this", "1", ""},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "element", "1", ""},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "result", "1", "expected this or one of the arguments"},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "arg2", "1", "expected this or one of the arguments"},
		{"com.acme.By.key(Lcom/acme/Key;I)Ljava/util/Comparator;", "arg0", "arg0.size()", "has no sizes"},
		{"com.acme.By.key", "arg0", "1", "need descriptors"},
		{"key()", "arg0", "1", "is not a method"},
		{"", "arg0.result", "1", "expected this or one of the arguments"},
		{"", "element", "1", "expected this or one of the arguments"},
	} {
		text := `[[method]]
method = "java.util.Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I"
made_by = "` + test.makes + `"
case = "worst"
cost = [{ pattern = ["Array load", "Reference", "Load"], count = "3" }]
callbacks = [{ on = "` + test.on + `", method = "com.acme.Key.of(Ljava/lang/Object;)I", count = "` + test.count + `" }]
basis = "read"
`
		l, err := Parse("user.toml", []byte(text))
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%v: error %v", test, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%v: %v", test, err)
			continue
		}
		e, ok := l.Lookup("com/acme/By", "key(Lcom/acme/Key;I).compare", "(Ljava/lang/Object;Ljava/lang/Object;)I")
		want := map[string]Callback{"arg0": {}, "arg0.result": {Result: true}, "this": {Argument: -1}, "element": {Argument: Element}}[test.on]
		if !ok || e.Callbacks[0].Argument != want.Argument || e.Callbacks[0].Result != want.Result {
			t.Errorf("%v: %v", test, e)
		}
	}
}

func TestMerge(t *testing.T) {
	user, err := Parse("user.toml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	base := shippedLibrary(t)
	l := base.Merge(user)
	const get = "(Ljava/lang/Object;)Ljava/lang/Object;"
	if e, ok := l.Lookup("java/util/HashMap", "get", get); !ok || e.File != "user.toml" || len(e.Callbacks) != 1 || e.Callbacks[0].Argument != 0 {
		t.Errorf("HashMap.get is %v", e)
	}
	if e, ok := base.Lookup("java/util/HashMap", "get", get); !ok || e.File == "user.toml" {
		t.Errorf("merging changed the shipped library: %v", e)
	}
	if e, ok := l.Lookup("com/acme/Finder", "find", "()V"); !ok || e.Case != Expected || e.Line != 2 {
		t.Errorf("Finder.find is %v", e)
	}
	if _, ok := l.Lookup("java/util/HashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"); !ok {
		t.Error("HashMap.put is lost")
	}
	if got, want := len(l.Entries()), len(base.Entries())+2; got != want {
		t.Errorf("%d entries, want %d", got, want)
	}
	if base.Merge(nil) != base {
		t.Error("merging nothing makes a library")
	}
}

func TestBrokenEntries(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{`"com.acme.Store.find"`, `"find"`, `user.toml:3: "find" is not a method`},
		{`"com.acme.Store.find"`, `"com.acme.Store.find(I"`, `is not a method descriptor`},
		{`"com.acme.Store.find"`, `"com.acme.Store.find()V"`, `the method has 0 arguments, so there is no arg0.length()`},
		{`"com.acme.Finder"`, `"com acme"`, `user.toml:4: "com acme" is not a class name`},
		{`"expected"`, `"usual"`, `user.toml:5: unknown case "usual"`},
		{`3 + 2*arg0`, `3 + *arg0`, `character 5: expected a number`},
		{`3 + 2*arg0.length()`, `result.length()`, `result has no size`},
		{`"Array load"`, `"Array lode"`, `did you mean "Array load"?`},
		{`["Array load", "Reference", "Load"]`, `["Array load"]`, "a pattern has three names"},
		{`["Array load", "Reference", "Load"]`, `["-", "-", "Load"]`, "a pattern needs an operation"},
		{`basis = "read"`, ``, "has no basis"},
		{`basis = "read"`, `bases = "read"`, `user.toml:7: unknown key "bases" in method; did you mean "basis"?`},
		{`on = "arg0"`, `on = "arg0.length()"`, "expected this or one of the arguments"},
		{`"equals(Ljava/lang/Object;)Z"`, `"equals"`, "expected a name and a descriptor"},
		{`"java.util.HashMap.get(*)"`, `"com.acme.Finder.find"`, "has a model already, at user.toml:2"},
	} {
		if !strings.Contains(example, tt.old) {
			t.Fatalf("no %q in the example", tt.old)
		}
		_, err := Parse("user.toml", []byte(strings.Replace(example, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.new, err, tt.want)
		}
	}
}

// The example of the documentation is one.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile("../../docs/library-models.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), "```toml\n[[method]]")
	text, _, ok2 := strings.Cut(text, "```")
	if !ok || !ok2 {
		t.Fatal("no example")
	}
	l, err := Parse("docs/library-models.md", []byte("[[method]]"+text))
	if err != nil {
		t.Fatal(err)
	}
	e, ok := l.Lookup("com/acme/Finder", "find", "(Ljava/lang/String;)Lcom/acme/Item;")
	if !ok || e.Case != Expected || len(e.Cost) != 2 || e.Closed {
		t.Errorf("Finder.find is %v", e)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	f.Add([]byte("[[method]]\nmethod = \"a.b()V\"\ncost = []\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := Parse("f.toml", data)
		if err != nil {
			return
		}
		for _, e := range l.Entries() {
			if _, ok := l.Lookup(e.Class, e.Name, e.Descriptor); !ok {
				t.Fatalf("cannot find %s.%s%s", e.Class, e.Name, e.Descriptor)
			}
			e.Counts(func(formula.Symbol) (float64, bool) { return 3, true })
		}
	})
}

// A method that is given a function calls it back, unless it is one of those that keep it for later.
func TestFunctionsAreCalledBack(t *testing.T) {
	function := regexp.MustCompile(`^[^)]*(Ljava/util/function/|Ljava/lang/Runnable;|Ljava/util/concurrent/Callable;|Ljava/util/Comparator;)`)
	keeps := regexp.MustCompile(`^java/util/(stream/Collectors\.|Comparator\.|Collections\.reverseOrder|(PriorityQueue|TreeMap|TreeSet)\.<init>)|^kotlin/comparisons/ComparisonsKt\.reversed$`)
	seen := 0
	for _, e := range shippedLibrary(t).Entries() {
		if !function.MatchString(e.Descriptor) || keeps.MatchString(e.Class+"."+e.Name) {
			continue
		}
		if seen++; len(e.Callbacks) == 0 {
			t.Errorf("%s.%s%s calls nothing back", e.Class, e.Name, e.Descriptor)
		}
	}
	if seen < 100 {
		t.Errorf("%d methods are given a function", seen)
	}
}
