package verdicts

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func example() Table {
	return Table{
		{Jar: "b.jar", Rule: "EL2001", Class: "p/Q", Method: "m()V", Line: 7, Message: "a message", True: "yes", Useful: "yes"},
		{Jar: "a.jar", Rule: "EL2001", Class: "p/Q", Method: "n(I)V", Line: 9, Message: "another", True: "yes", Useful: "no", Why: "three elements"},
		{Jar: "a.jar", Rule: "EL1001", Class: "p/R", Method: "m()V", Line: 3, Message: "a third", True: "no", Useful: "yes", Why: "runs once"},
		{Jar: "a.jar", Rule: "EL1001", Class: "p/R", Method: "m()V", Line: 5, Message: "a fourth"},
	}
}

func TestRoundTrip(t *testing.T) {
	data := example().Bytes()
	table, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 4 || table[0].Rule != "EL1001" || table[0].Line != 3 || table[3].Jar != "b.jar" {
		t.Errorf("got %+v", table)
	}
	if again := string(table.Bytes()); again != string(data) {
		t.Errorf("got\n%s\nwant\n%s", again, data)
	}
}

// TestCounts: what was not judged does not count, and what is false is of no use.
func TestCounts(t *testing.T) {
	got := example().Counts()
	for rule, want := range map[string]Count{"": {3, 2, 1}, "EL2001": {2, 2, 1}, "EL1001": {1, 0, 0}} {
		if got[rule] != want {
			t.Errorf("%q: %+v, want %+v", rule, got[rule], want)
		}
	}
	if n := example().Jars(); n != 2 {
		t.Errorf("%d jars", n)
	}
}

// TestKeep: a verdict stays with its finding, whatever the message says now.
func TestKeep(t *testing.T) {
	f := Finding{Jar: "a.jar", Rule: "EL2001", Class: "p/Q", Method: "n(I)V", Line: 9, Message: "said otherwise"}
	f.Keep(example())
	if f.True != "yes" || f.Useful != "no" || f.Why != "three elements" || f.Message != "said otherwise" {
		t.Errorf("got %+v", f)
	}
	other := Finding{Jar: "a.jar", Rule: "EL2001", Class: "p/Q", Method: "n(I)V", Line: 10}
	if other.Keep(example()); other.True != "" {
		t.Errorf("the verdict of another line: %+v", other)
	}
}

// TestJudgedWithout: what has no verdict is not kept, nor what the other table has.
func TestJudgedWithout(t *testing.T) {
	other := Table{{Jar: "b.jar", Rule: "EL2001", Class: "p/Q", Method: "m()V", Line: 7, Message: "said otherwise"}}
	got := example().JudgedWithout(other)
	if len(got) != 2 || got[0] != example()[1] || got[1] != example()[2] {
		t.Errorf("got %+v", got)
	}
}

func TestParseErrors(t *testing.T) {
	good := string(example().Bytes())
	for _, c := range []struct{ from, to, want string }{
		{"jar\t", "jars\t", "not a table"},
		{"\ta message", "", "columns"},
		{"\t7\t", "\tseven\t", "no line number"},
		{"\tyes\tyes\t", "\tperhaps\tyes\t", `"perhaps"`},
	} {
		if _, err := Parse([]byte(strings.Replace(good, c.from, c.to, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v; want %s", c.to, c.from, err, c.want)
		}
	}
}

func TestReadRuns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "runs.tsv")
	for text, want := range map[string]string{
		"a.jar\ta.jfr\ta parser\nb.jar\tb.jfr\ta compiler\n": "[{a.jar a.jfr a parser} {b.jar b.jfr a compiler}] <nil>",
		"a.jar\ta.jfr\ta parser\nb.jar\n":                    "[] " + file + ":2: expected a jar, a file of samples and what ran, separated by tabs",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		runs, err := ReadRuns(file)
		if got := fmt.Sprintf("%v %v", runs, err); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if _, err := ReadRuns(file + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a table that does not exist: %v", err)
	}
}
