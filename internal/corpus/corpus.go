// Package corpus finds the real programs that tests and benchmarks read: the jars that script/corpus fetches, and the
// run-time images of the installed JDKs.
//
// A test over the corpus reads a part of it, which takes seconds. With ENERGYLINT_LONG set (make corpus-test) it
// reads all of it, which takes minutes.
package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// All are the names of all jars, the smallest first.
var All = []string{"guava.jar", "compiler.jar", "vnu.jar", "recheck.jar", "selenium.jar", "kotlin-compiler.jar"}

// Long reports whether tests read all of the corpus.
func Long() bool { return tier.Whole() }

// Names are the jars that tests read: those with the greatest variety for their size or, where Long, all.
func Names() []string {
	if Long() {
		return slices.Clone(All)
	}
	return []string{"guava.jar", "compiler.jar"}
}

// Dir is where script/corpus puts the jars.
func Dir() string {
	if dir := os.Getenv("ENERGYLINT_CORPUS"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/"
	}
	return filepath.Join(home, ".cache", "energylint-corpus")
}

// Path is where a jar of the corpus is, if it is there.
func Path(name string) string { return filepath.Join(Dir(), name) }

// Jar returns the path of a jar of the corpus. It skips the test where the jar is not there.
func Jar(t testing.TB, name string) string {
	t.Helper()
	tier.Slow(t, tier.Corpus)
	path := Path(name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is missing: run script/corpus --all", path)
	}
	return path
}

// Images returns the homes of the installed JDKs that have a run-time image, the oldest first; one of them unless
// Long. It skips the test where there is none.
func Images(t testing.TB) []string {
	t.Helper()
	tier.Slow(t, tier.Corpus)
	found, err := filepath.Glob("/usr/lib/jvm/*/lib/modules")
	if err != nil {
		t.Fatal(err)
	}
	if home := os.Getenv("JAVA_HOME"); home != "" {
		found = append(found, filepath.Join(home, "lib", "modules"))
	}
	var homes []string
	for _, p := range found {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(real)))
		}
	}
	slices.Sort(homes)
	homes = slices.Compact(homes)
	if len(homes) == 0 {
		t.Skip("no JDK with lib/modules below /usr/lib/jvm or in JAVA_HOME")
	}
	if !Long() {
		homes = homes[:1]
	}
	return homes
}

// Image is the run-time image of a JDK.
func Image(home string) string { return filepath.Join(home, "lib", "modules") }
