package mutants

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/cli"
	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/tier"
)

// TestSeedsAreComplete: every seed expands to two versions that differ, without a rest of the template, and a regression
// has the lines of its cause in the head.
func TestSeedsAreComplete(t *testing.T) {
	rest := regexp.MustCompile(`\$|//!|STATIC|FILL`)
	for _, make := range []func(int, uint64) ([]Case, error){Regressions, Refactorings} {
		cases, err := make(120, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			a := c.Answer
			if c.Base == c.Head && a.Seed != "" {
				t.Errorf("%s: both versions are the same", a.Seed)
			}
			if found := rest.FindString(c.Base + c.Head + a.Method + strings.Join(a.Symbols, "")); found != "" {
				t.Errorf("%s: %q is left of the template in\n%s", a.Seed, found, c.Head)
			}
			if (len(a.Changes) > 0) != (len(a.Lines) > 0) || (len(a.Changes) > 0) != (len(a.Causes) > 0) {
				t.Errorf("%s: an answer with %v has lines %v and causes %v", a.Seed, a.Changes, a.Lines, a.Causes)
			}
			lines := strings.Split(c.Head, "\n")
			for _, n := range a.Lines {
				if n > len(lines) || strings.TrimSpace(lines[n-1]) == "" {
					t.Errorf("%s: line %d of the cause is empty in\n%s", a.Seed, n, c.Head)
				}
			}
		}
		again, _ := make(120, 0)
		if !reflect.DeepEqual(cases, again) {
			t.Error("the same seed makes other programs")
		}
	}
}

// TestParseSeeds: what is wrong in an archive of seeds is an error.
func TestParseSeeds(t *testing.T) {
	for _, test := range []struct{ archive, want string }{
		{"-- a --\nparams: int n\n+x //!\n", "a: no empty line between head and body"},
		{"-- a --\nsize: 3\n\n+x //!\n", `a: unknown field "size"`},
		{"-- a --\nparams\n\n+x //!\n", `a: "params" is not a field and its value`},
		{"-- a --\nchange: grown\n\n+x\n", "a: no line of the cause"},
		{"-- a --\nchange: grown\n\n+x\n-y //!\n", "a: no line of the cause"},
		{"-- a --\nchange: grown\n\nx\n", `a: line "x" begins with none of blank, + and -`},
	} {
		if _, err := parseSeeds([]byte(test.archive)); err == nil || err.Error() != test.want {
			t.Errorf("%q: error %v, want %s", test.archive, err, test.want)
		}
	}
}

// home finds a JDK with a compiler, or skips.
func home(t *testing.T, version int) string {
	t.Helper()
	tier.Slow(t, tier.JVM)
	h := Home(version)
	if h == "" {
		t.Skipf("no JDK %d in JAVA_HOME or /usr/lib/jvm", version)
	}
	return h
}

// compiledCases are the class files of both versions of cases.
func compiledCases(t *testing.T, jdk string, cases []Case) (base, head string) {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, cases); err != nil {
		t.Fatal(err)
	}
	base, head = filepath.Join(dir, "base.classes"), filepath.Join(dir, "head.classes")
	for sources, classes := range map[string]string{"base": base, "head": head} {
		if err := Compile(jdk, filepath.Join(dir, sources), classes, "-g", "--release", "17"); err != nil {
			t.Fatal(err)
		}
	}
	return base, head
}

// TestSeedsCompile: both versions of every seed are Java.
func TestSeedsCompile(t *testing.T) {
	jdk := home(t, 17)
	for _, make := range []func(int, uint64) ([]Case, error){Regressions, Refactorings} {
		cases, err := make(240, 1000)
		if err != nil {
			t.Fatal(err)
		}
		compiledCases(t, jdk, cases)
	}
}

// compare compares class files as the program does: by snapshots.
func compare(t *testing.T, base, head string, args ...string) (*difference.Result, *snapshot.Snapshot) {
	t.Helper()
	before := state(t, base, args...)
	return changes(t, before, state(t, head, args...)), before
}

// state returns the snapshot of class files.
func state(t *testing.T, path string, args ...string) *snapshot.Snapshot {
	t.Helper()
	file := filepath.Join(t.TempDir(), "snapshot")
	var errors strings.Builder
	if status := cli.Main(append([]string{"snapshot", path, "-q", "-o", file}, args...), strings.NewReader(""), io.Discard, &errors); status != 0 {
		t.Fatalf("energylint snapshot %s: status %d\n%s", path, status, errors.String())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func changes(t *testing.T, base, head *snapshot.Snapshot) *difference.Result {
	t.Helper()
	r, err := difference.Compare(base, head, difference.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// count is how many cases a test makes: a number in the environment, or a few of each kind.
func count(t *testing.T, few int) int {
	t.Helper()
	if s := os.Getenv("ENERGYLINT_MUTANTS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return few
}

// answers are those of cases.
func answers(cases []Case) []Answer {
	var out []Answer
	for _, c := range cases {
		out = append(out, c.Answer)
	}
	return out
}

// TestRegressions: every seeded regression is found, with its cause, and nothing else is a cause.
func TestRegressions(t *testing.T) {
	jdk := home(t, 17)
	cases, err := Regressions(count(t, 126), 0)
	if err != nil {
		t.Fatal(err)
	}
	base, head := compiledCases(t, jdk, cases)
	s := judged(t, base, head, answers(cases))
	t.Logf("%d of %d regressions with the right cause, for %d it is the first of the causes", s.Right, len(cases), s.First)
	report(t, s)
}

// TestRefactorings: no refactoring is a regression.
func TestRefactorings(t *testing.T) {
	jdk := home(t, 17)
	cases, err := Refactorings(count(t, 104), 0)
	if err != nil {
		t.Fatal(err)
	}
	base, head := compiledCases(t, jdk, cases)
	s := judged(t, base, head, answers(cases))
	t.Logf("%d causes of regressions in %d refactorings", len(s.False), len(cases))
	report(t, s)
}

// judged compares class files and holds the comparison against what is known.
func judged(t *testing.T, base, head string, answers []Answer) Score {
	t.Helper()
	r, before := compare(t, base, head)
	return Judge(r, before, answers)
}

// report fails for what is wrong: one case of each kind.
func report(t *testing.T, s Score) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(s.Kinds)) {
		t.Error(s.Kinds[kind])
	}
	for i, f := range s.False {
		if i < 20 {
			t.Errorf("no regression: %s", f)
		}
	}
	if n := len(s.Wrong) + len(s.False); n > 0 {
		t.Errorf("%d answers are wrong, %d causes are none", len(s.Wrong), len(s.False))
	}
}
