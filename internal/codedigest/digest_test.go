package codedigest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// load returns the digests of a fixture's methods, by class and name.
func load(t *testing.T, topic string) map[string]Digest {
	t.Helper()
	files, err := filepath.Glob("../../testdata/fixtures/" + topic + "/classes/shop/*.class")
	if err != nil || len(files) == 0 {
		t.Fatalf("no classes in %s: %v", topic, err)
	}
	out := map[string]Digest{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(classfile.Strip(data))
		if err != nil {
			t.Fatal(err)
		}
		d := New(c)
		for i := range c.Methods {
			m := &c.Methods[i]
			code, err := m.Code()
			if err != nil {
				t.Fatal(err)
			}
			if code != nil {
				out[strings.TrimPrefix(c.Name, "shop/")+"."+m.Name] = d.Of(code)
			}
		}
	}
	return out
}

func TestBody(t *testing.T) {
	base, head := load(t, "digestbase"), load(t, "digesthead")
	for _, tc := range []struct {
		base, head string
		same       bool
	}{
		{"Shop.lambda", "Shop.lambda", true},
		{"Shop.lambda$lambda$0", "Shop.lambda$lambda$2", true},
		{"Shop.nested", "Shop.nested", true},
		{"Shop.lambda$nested$2", "Shop.lambda$nested$4", true},
		{"Shop.anonymous", "Shop.anonymous", true},
		{"Shop$1.toString", "Shop$1.toString", false},
		{"Shop$1.toString", "Shop$2.toString", true},
		{"Shop.local", "Shop.local", true},
		{"Shop.choice", "Shop.choice", true},
		{"Shop.till", "Shop.till", true},
		{"Shop.faculty", "Shop.faculty", true},
		{"Shop.<init>", "Shop.<init>", true},
		{"Shop.table", "Shop.table", false},
		{"Shop.variables", "Shop.variables", false},
		{"Shop.constant", "Shop.constant", false},
		{"Shop.text", "Shop.text", false},
		{"Shop.operation", "Shop.operation", false},
		{"Shop.call", "Shop.call", false},
		{"Shop.branch", "Shop.branch", false},
		{"Shop.locked", "Shop.locked", false},
		{"Shop.caught", "Shop.caught", false},
		{"Shop.reference", "Shop.reference", false},
	} {
		a, ok := base[tc.base]
		b, ok2 := head[tc.head]
		if !ok || !ok2 {
			t.Errorf("there is no %s or no %s: %v", tc.base, tc.head, head)
			continue
		}
		if (a.Body == b.Body) != tc.same || (a.Moved == b.Moved) != tc.same {
			t.Errorf("%s and %s: same %v, want %v", tc.base, tc.head, a == b, tc.same)
		}
	}
}

func TestMoved(t *testing.T) {
	base, head := load(t, "digestbase"), load(t, "digesthead")
	for from, to := range map[string]string{
		"Shop.lambda": "Store.lambda2", "Shop.till": "Store.till", "Shop.faculty": "Store.product", "Shop.nested": "Store.nested",
		"Shop.lambda$nested$1": "Store.lambda$nested$1",
	} {
		a, b := base[from], head[to]
		if a.Moved == "" || a.Moved != b.Moved {
			t.Errorf("%s has not the Moved of %s", to, from)
		}
		if a.Body == b.Body {
			t.Errorf("%s has the Body of %s", to, from)
		}
	}
}

// Only digits behind a dollar sign are numbers that a compiler gives.
func TestUnnumbered(t *testing.T) {
	for from, to := range map[string]string{
		"lambda$foo$3": "lambda$foo$#", "access$000": "access$#", "a/B$1": "a/B$#", "a/B$12Local$3": "a/B$#Local$#",
		"$SwitchMap$a$Size": "$SwitchMap$a$Size", "plain": "plain", "a$": "a$", "$1": "$#", "a1$b2": "a1$b2",
	} {
		if got := unnumbered(from); got != to {
			t.Errorf("unnumbered(%q) = %q, want %q", from, got, to)
		}
	}
}
