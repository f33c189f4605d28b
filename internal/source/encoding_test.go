package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherEncoding checks that a specification that is not found in a file in another encoding says so.
func TestOtherEncoding(t *testing.T) {
	c := readClass(t, "../../testdata/fixtures/requiredhead/classes/Required.class")
	for _, test := range []struct{ name, want string }{
		{"t\xe9", "the file is not in UTF-8"}, // ISO-8859-1
		{"té", "compiled from another version"},
	} {
		dir := t.TempDir()
		text := "class Required {\n  //@ energy 1 mJ;\n  static int " + test.name + "(int n) { return n; }\n}\n"
		if err := os.WriteFile(filepath.Join(dir, "Required.java"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		ix := New([]string{dir}, dir)
		ix.Class(c)
		ps := ix.Problems()
		if len(ps) != 1 || !strings.Contains(ps[0].Message, test.want) || ps[0].Origin.Line != 2 {
			t.Errorf("%q: %v, want %q", test.name, ps, test.want)
		}
	}
}
