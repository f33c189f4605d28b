package cli

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"weak"
)

// TestNothingIsRetained: what a run wrote to, and by it all that the run knew, is garbage when the run has ended. Tests run
// many in a process, and each would have to be marked in every later collection of memory.
func TestNothingIsRetained(t *testing.T) {
	for _, args := range [][]string{
		{"check", "--jdk", "none", "../../testdata/fixtures/loops/classes"}, {"methods", "--jdk", "none", "--format", "json", "../../testdata/fixtures/loops/classes"},
		{"explain", "--jdk", "none", "--dump", "cfg", "**", "../../testdata/fixtures/recursion/classes"}, {"rules"}, {"diff", "a", "b"},
	} {
		out := new(bytes.Buffer)
		written := weak.Make(out)
		Main(args, strings.NewReader(""), out, out)
		if out.Len() == 0 {
			t.Errorf("%q writes nothing", args)
		}
		out = nil
		for range 5 {
			runtime.GC() // pools keep what they have for two collections
		}
		if written.Value() != nil {
			t.Errorf("%q: the output is retained", args)
		}
	}
}
