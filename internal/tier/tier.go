// Package tier sorts the slow tests by what makes them slow. make quick (go test -short) runs those that are in no tier;
// make test runs all.
package tier

import "testing"

// Tier is what makes a test slow.
type Tier string

// The tiers.
const (
	Corpus Tier = "reads real programs"
	JVM    Tier = "runs a JVM or .NET"
	Build  Tier = "builds programs"
	Long   Tier = "computes for seconds"
)

// Slow puts a test into a tier: it skips the test in make quick, with the tier as the reason.
func Slow(t testing.TB, of Tier) {
	t.Helper()
	if testing.Short() {
		t.Skipf("not in make quick: %s", of)
	}
}
