package energy

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/finding"
)

// Every cap of the analysis has its own count.
func TestCapsAreCounted(t *testing.T) {
	seen := map[finding.Capped]bool{}
	var sum finding.Capped
	for _, c := range absint.Caps() {
		var n finding.Capped
		n.Count([]string{string(c)})
		if n.Targets+n.Recursion+n.Expression+n.Steps+n.Paths != 1 || n.Methods != 1 || seen[n] {
			t.Errorf("%s counts as %+v", c, n)
		}
		seen[n] = true
		sum = sum.Add(n)
	}
	if want := (finding.Capped{Methods: 5, Targets: 1, Recursion: 1, Expression: 1, Steps: 1, Paths: 1}); sum != want {
		t.Errorf("the sum is %+v", sum)
	}
	var none finding.Capped
	if none.Count(nil); none != (finding.Capped{}) {
		t.Errorf("a method without caps counts as %+v", none)
	}
}
