package spec

import (
	"os"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestConstantFields: a constant of the class is its number, other fields stay what they are.
func TestConstantFields(t *testing.T) {
	data, err := os.ReadFile("../../examples/budgets/classes/com/example/sensor/Telegram.class")
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Methods {
		if c.Methods[i].Name != "fill" {
			continue
		}
		scope := ScopeOf(&c.Methods[i], nil)
		for _, tc := range []struct{ text, want string }{
			{"0 <= n && n <= PAYLOAD", "0 <= n && n <= 30"},
			{"n <= Telegram.SIZE - 2", "n <= 32 - 2"},
			{"n <= frame.length", "n <= frame.length"},
		} {
			p, err := ParsePredicate(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			if p, err = scope.ResolvePredicate(p, false); err != nil || p.String() != tc.want {
				t.Errorf("%s: got %v, %v; want %s", tc.text, p, err, tc.want)
			}
		}
		return
	}
	t.Fatal("there is no method fill")
}
