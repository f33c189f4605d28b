package suggest

import "testing"

func TestWithoutPlace(t *testing.T) {
	for reason, want := range map[string]string{
		"rows has no upper bound (line 7)": "rows has no upper bound",
		"the call of com.lib.Pages.of at line 132 has no price: it is library code without a model, in com.acme.Owners.find(int, java.lang.String)": "the call of com.lib.Pages.of has no price: it is library code without a model",
		"the call of com.lib.Pages.of has no price: it is library code without a model, in a.B.c()":                                                 "the call of com.lib.Pages.of has no price: it is library code without a model",
		"the call of com.lib.Pages.of at line 65 has no price: it is library code without a model":                                                  "the call of com.lib.Pages.of has no price: it is library code without a model",
		"the call of com.lib.Pages.of at line 65 has no price: it calls a method of an unknown object, in a.B.c()":                                  "the call of com.lib.Pages.of has no price: it calls a method of an unknown object",
		"the loop at line 7: its exit test at line 9 compares x with null, not with a count, in a.B.c(int)":                                         "the loop at line 7: its exit test at line 9 compares x with null, not with a count, in a.B.c(int)",
	} {
		if got := withoutPlace(reason); got != want {
			t.Errorf("%q: %q", reason, got)
		}
	}
}
