package energy

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestTextOfAnyObject: a call of toString and one of String.valueOf depend on the same object. Object's toString is the
// price of the text only where no other class can be the object's: javac before 18 calls it for every interface.
func TestTextOfAnyObject(t *testing.T) {
	e, methods := withJDK(t, "texts", nil)
	missing := func(method string) []string {
		m := methods[method]
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		w := e.Evaluate([]*classfile.Method{m}).Worst(m, confidence)
		var out []string
		for _, r := range w.Numbers.Missing {
			out = append(out, r.Symbol)
		}
		for _, r := range w.Outcome.Reasons {
			out = append(out, r.Text)
		}
		return out
	}
	for _, tc := range []struct {
		of   string
		want []string
	}{
		{"Object", []string{"o.toString()"}},
		{"List", []string{"l.toString()"}},
		{"Number", []string{"n.toString()"}},
		{"Runnable", []string{"r.toString()"}},
		{"Shape", []string{"s.toString()"}},
		{"Named", []string{"n.toString()"}},
		{"Generic", []string{"t.toString()"}},
		{"Plain", nil},
		{"Created", nil},
	} {
		for _, method := range []string{"call" + tc.of, "value" + tc.of} {
			if got := missing(method); !slices.Equal(got, tc.want) {
				t.Errorf("%s has no number because of %q, want %q", method, got, tc.want)
			}
		}
	}
	if got := missing("callArray"); got != nil {
		t.Errorf("callArray has no number because of %q", got)
	}
}
