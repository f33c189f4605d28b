package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestStrideLoops checks loops whose counter moves by a value that the loop does not change.
func TestStrideLoops(t *testing.T) {
	loop := func(bound string, most float64, conds ...string) absinttest.GeometricLoop {
		return absinttest.GeometricLoop{Bound: bound, Most: most, Conds: strings.Join(conds, ", "), Reason: ""}
	}
	one := func(bound string, conds ...string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{loop(bound, absinttest.Inf, conds...)}
	}
	absinttest.CheckLoops(t, "Strides", map[string][]absinttest.GeometricLoop{
		"by":     one("ceil(n / step)", "step >= 1", "n + step - 1 <= 2147483647"),
		"blocks": one("ceil(a.length / key.length)", "key.length >= 1", "a.length + key.length - 1 <= 2147483647"),
		// i is at most n - size in an iteration, n behind it, and n + size is tested then.
		"whole": one("floor(n / size)", "size >= 1", "n + size <= 2147483647"),
		"down":  one("floor(n / step)", "step >= 1"),
		"oneOf": one("floor((min(a, b) + n) / min(a, b))", "min(a, b) >= 1", "n + b <= 2147483647", "n + a <= 2147483647"),
		"away":  {loop("1001", 1001)}, // steps of less than 1 do not end it
		// With k the iteration of the outer loop, i = k + 2: (n - i*i + i) / i, for n - i*i + i = n - k^2 - 3k - 2.
		"sieve": {loop("sqrt(n) - 1", absinttest.Inf, "n <= 2147395599"),
			loop("floor((n - (iteration of the loop at line 48)^2 - 3 * (iteration of the loop at line 48) - 2) / ((iteration of the loop at line 48) + 2))", absinttest.Inf,
				"n <= 2147395599", "max(0, sqrt(n) - 2) + n + 2 <= 2147483647"),
			loop("n - 1", absinttest.Inf)},
		"multiples": {loop("n", absinttest.Inf, "n + 1 <= 2147483647"),
			loop("floor(n / ((iteration of the loop at line 60) + 1))", absinttest.Inf, "n + 1 <= 2147483647", "max(0, n) + 1 <= 2147483647", "max(0, n - 1) + n + 1 <= 2147483647")},
		// Of the gap it is known that it is from 1 to half of the length.
		"shell": {loop("log2(a.length)", 30), loop("a.length - 1", absinttest.Inf), loop("a.length - 1", absinttest.Inf)},
		"merge": {loop("log2(a.length - 1) + 1", absinttest.Inf, "a.length - 1 <= 1073741823"),
			loop("floor(a.length / 2)", absinttest.Inf, "a.length - 1 <= 1073741823", "2 * a.length - 2 <= 2147483647", "3 * a.length - 4 <= 2147483647"),
			loop("a.length - lo", absinttest.Inf)},
		"butterflies": {loop("log2(n)", absinttest.Inf, "n <= 1073741823"),
			loop("floor((n + 1) / 2)", absinttest.Inf, "n <= 1073741823", "2 * n - 1 <= 2147483647"),
			loop("floor(n / 2)", absinttest.Inf, "n <= 1073741823", "n <= 1073741823")},
	})
}
