package rules

import "testing"

func TestFactor(t *testing.T) {
	for expression, want := range map[string]string{
		"n":                   "n",
		"1 + reads(in)":       "(1 + reads(in))",
		"max(n - 1, 0)":       "max(n - 1, 0)",
		"2 * (n + 1)":         "2 * (n + 1)",
		"(n + 1) - (k)":       "((n + 1) - (k))",
		"names.length - 1":    "(names.length - 1)",
		"-3":                  "-3",
		"floor((a + b) / 2)":  "floor((a + b) / 2)",
		"elements(it) * n":    "elements(it) * n",
		"elements(it) * n +k": "(elements(it) * n +k)",
	} {
		if got := factor(expression); got != want {
			t.Errorf("factor(%q) is %q, want %q", expression, got, want)
		}
	}
}
