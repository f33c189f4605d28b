// Package tier sorts the slow tests by what makes them slow. make quick (go test -short) runs those that are in no tier;
// make test runs all, some of them in a short form; with ENERGYLINT_LONG set (make test-all) they do all that they can.
package tier

import (
	"os"
	"os/exec"
	"testing"
)

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

// Program returns the path of a program that a test runs, and skips the test where there is none.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("there is no %s on the PATH", name)
	}
	return path
}

// Whole reports whether tests do all that they can. A short form takes a part of the cases: see Part.
func Whole() bool { return os.Getenv("ENERGYLINT_LONG") != "" }

// Part is every nth of the cases, the first among them; all where Whole. It says in the test's log what it left out.
func Part[T any](t testing.TB, cases []T, n int) []T {
	t.Helper()
	if Whole() {
		return cases
	}
	var part []T
	for i := 0; i < len(cases); i += n {
		part = append(part, cases[i])
	}
	t.Logf("%d of %d cases: make test-all has all", len(part), len(cases))
	return part
}
