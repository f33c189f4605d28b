package energy

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

// TestStatedSizes checks loops over what a library returns whose models state sizes and results, where the library's interface is not
// seen, and where the program has a class of its own for it.
func TestStatedSizes(t *testing.T) {
	lib, err := library.Parse("store.toml", []byte(`
[[method]]
method = "Store.list(I)Ljava/util/List;"
case = "worst"
result_size = "arg0"
basis = "test"

[[method]]
method = "Store.ids(I[I)[I"
case = "worst"
result_size = "arg0 + arg1.length"
basis = "test"

[[method]]
method = "Store.name(Ljava/lang/String;)Ljava/lang/String;"
case = "worst"
result_size = "arg0.length() + 8"
basis = "test"

[[method]]
method = "Store.count(I)I"
case = "worst"
returns = "2*arg0"
basis = "test"

[[method]]
method = "Store.half(I)I"
case = "worst"
returns = "arg0 / 2"
basis = "test"
`))
	if err != nil {
		t.Fatal(err)
	}
	all := classesIn(t, "../../testdata/fixtures/statedsizes/classes")
	uses := slices.DeleteFunc(slices.Clone(all), func(c *classfile.Class) bool { return c.Name == "Store" })
	for _, test := range []struct {
		classes []*classfile.Class
		bounds  map[string]string
	}{
		{uses, map[string]string{"listed": "n", "ofIds": "more.length + n", "named": "t.length() + 8", "counted": "2 * n", "countedOnce": "2 * n", "halves": "ceil(n / 2)"}},
		{all, map[string]string{"listed": "list().size()", "ofIds": "ids().length", "named": "toCharArray().length", "countedOnce": "s.count()"}},
	} {
		e, methods := engineOf(t, test.classes, Options{Library: lib}), methodsOf(test.classes)
		for method, bound := range test.bounds {
			loops := e.Summary(methods["Uses."+method]).Loops(nil)
			if len(loops) != 1 {
				t.Fatalf("%s has %d loops", method, len(loops))
			}
			if got := loops[0]; got.Bound != bound {
				t.Errorf("%s: %s iterations, want %s (%s)", method, got.Bound, bound, got.Reason)
			}
		}
	}
}
