package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBoundsHold fails where a bound is below what was measured and the result does not name the expected cost that rows.tsv
// gives as the reason, and where a row has a reason that it does not need.
func TestBoundsHold(t *testing.T) {
	rows, results := computed(t)
	for i, r := range rows {
		below := false
		for d := range devices {
			x := &results[d][i]
			switch {
			case x.measured < 0 || x.measured == 0 && devices[d].file == "openjdk25" && !unmeasured[r.program]:
				t.Errorf("%s was not measured on %s", r.program, devices[d].name)
			case x.why != "":
				t.Errorf("%s has no bound: %s", r.program, x.why)
			case x.measured > 0 && x.bound < x.measured:
				below = true
				if !r.excused(x) {
					t.Errorf("%s on %s: the bound is %.3f of the measurement, and the result rests on the expected costs of %q", r.program, devices[d].name, x.ratio(), x.expected)
				}
			}
		}
		if !below && r.below != "" {
			t.Errorf("%s: no bound is below the measurement: remove %s from rows.tsv", r.program, r.below)
		}
	}
}

// TestPage compares the table of the documentation with what is computed now.
func TestPage(t *testing.T) {
	rows, results := computed(t)
	page, err := os.ReadFile("../../docs/bounds-measured.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "<!-- " + mark + " -->\n\n" + table(rows, results) + "\n<!-- end -->\n"; !strings.Contains(string(page), want) {
		t.Errorf("docs/bounds-measured.md is stale: go run ./internal/boundtable -page docs/bounds-measured.md")
	}
}

func computed(t *testing.T) ([]row, [][]result) {
	t.Helper()
	rows, err := readRows("rows.tsv")
	if err != nil {
		t.Fatal(err)
	}
	results, err := compute(".", rows)
	if err != nil {
		t.Fatal(err)
	}
	return rows, results
}

func TestExcused(t *testing.T) {
	r := row{below: "String.format"}
	if !r.excused(&result{expected: []string{"java/lang/String.format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"}}) {
		t.Error("an expected cost that the result names does not explain it")
	}
	if r.excused(&result{expected: []string{"java/lang/String.length()I"}}) || (&row{}).excused(&result{expected: []string{"java/lang/String.length()I"}}) {
		t.Error("another expected cost explains it")
	}
}

func TestReadRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.tsv")
	for _, test := range []struct{ text, want string }{
		{"A\t1\t-\t-\tabout\n", ""},
		{"A\t1\ts.length=2;t=3\tString.format\tabout\n", ""},
		{"A\t1\t-\tabout\n", "4 columns, want 5"},
		{"A\tx\t-\t-\tabout\n", "invalid syntax"},
		{"A\t1\ts\t-\tabout\n", "expected symbol=value"},
		{"A\t1\t-\t-\tabout\nA\t2\t-\t-\tabout\n", "stands there twice"},
	} {
		if err := os.WriteFile(path, []byte("# comment\nprogram\tsize\tsymbols\tbelow\tabout\n"+test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := readRows(path)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
	}
}

// TestRunner: what measures programs finds its main class and the class Program of the programs, not that of the runner.
func TestRunner(t *testing.T) {
	for dir, want := range map[string][]string{programDirs[0]: {"Program.class", "Nothing.class"}, runnerDir: {"Runner.class"}} {
		for _, name := range want {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}
