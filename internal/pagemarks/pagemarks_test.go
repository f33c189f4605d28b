package pagemarks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInsert(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	for _, test := range []struct{ text, want, err string }{
		{"before\n<!-- table -->\nold\n<!-- end -->\nafter\n", "before\n<!-- table -->\n\nnew\n\n<!-- end -->\nafter\n", ""},
		{"<!-- other -->\n1\n<!-- end -->\n<!-- table -->\n<!-- end -->\n", "<!-- other -->\n1\n<!-- end -->\n<!-- table -->\n\nnew\n\n<!-- end -->\n", ""},
		{"<!-- other -->\n1\n<!-- end -->\n", "", "has no <!-- table --> with an <!-- end -->"},
		{"<!-- end -->\n<!-- table -->\nold\n", "", "has no <!-- table --> with an <!-- end -->"},
	} {
		if err := os.WriteFile(page, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := Insert(page, "table", "new\n")
		if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.err)
		}
		want := test.want
		if test.err != "" {
			want = test.text
		}
		if got, err := os.ReadFile(page); err != nil || string(got) != want {
			t.Errorf("%q becomes %q (%v), want %q", test.text, got, err, want)
		}
	}
}
