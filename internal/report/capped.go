package report

import (
	"fmt"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// cappedPhrase is "the analysis met its limits in 12 methods: too many targets of a call in 10, too many steps to a value in
// 2"; empty where it met none.
func cappedPhrase(c finding.Capped) string {
	if c.Methods == 0 {
		return ""
	}
	s := "the analysis met its limits in " + prose.Counted(c.Methods, "method")
	separator := ": "
	for _, x := range []struct {
		what string
		n    int
	}{
		{"targets of a call", c.Targets}, {"methods of a recursion", c.Recursion}, {"terms of an expression", c.Expression},
		{"steps to a value", c.Steps}, {"paths through an iteration", c.Paths},
	} {
		if x.n > 0 {
			s += fmt.Sprintf("%stoo many %s in %s", separator, x.what, quantity.Count(float64(x.n)))
			separator = ", "
		}
	}
	return s
}
