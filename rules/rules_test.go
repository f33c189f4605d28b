package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/unit"
)

// runFixture runs a rule over testdata/fixtures/<dir>/classes and compares what it finds with the comments
// "// want EL1001 "regexp"" on the lines of the sources beside it.
func runFixture(t *testing.T, dir string, o Options) []finding.Finding {
	t.Helper()
	root := filepath.Join("..", "testdata", "fixtures", dir)
	var classes []*unit.Class
	err := filepath.WalkDir(filepath.Join(root, "classes"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		classes = append(classes, &unit.Class{Class: c, Path: path, Input: root})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	parsed := make([]*classfile.Class, len(classes))
	for i, c := range classes {
		parsed[i] = c.Class
	}
	p := unit.NewProgram(callgraph.New(parsed, nil, 2), classes, 2)
	u := &unit.Unit{Name: root, Classes: classes, Program: p}
	e, err := NewEngine(p, o)
	if err != nil {
		t.Fatal(err)
	}
	var run []*Rule
	for _, r := range All() {
		if r.Check != nil {
			run = append(run, r)
		}
	}
	var fs []finding.Finding
	for _, found := range e.scan(u, &run) {
		fs = append(fs, found...)
	}
	for _, n := range p.Notifications() {
		t.Errorf("%s: %s", n.Path, n.Message)
	}
	slices.SortStableFunc(fs, finding.Compare)
	for i := range fs {
		fs[i].Location.File = p.Lookup(fs[i].Location.Class).SourceFile()
	}
	return fs
}

var want = regexp.MustCompile(`// want (.*)$`)
var expected = regexp.MustCompile(`(EL\d{4}) ("(?:[^"\\]|\\.)*")`)

// compareFixture compares findings with the comments of the sources.
func compareFixture(t *testing.T, dir string, fs []finding.Finding) (positive int) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("..", "testdata", "fixtures", dir, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	left := map[string][]finding.Finding{}
	for _, f := range fs {
		at := fmt.Sprintf("%s:%d", f.Location.File, f.Location.Line)
		left[at] = append(left[at], f)
	}
	for _, src := range sources {
		data, err := os.ReadFile(src)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			m := want.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			at := fmt.Sprintf("%s:%d", filepath.Base(src), i+1)
			for _, w := range expected.FindAllStringSubmatch(m[1], -1) {
				positive++
				text := strings.ReplaceAll(w[2][1:len(w[2])-1], `\"`, `"`)
				re, err := regexp.Compile(text)
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				k := slices.IndexFunc(left[at], func(f finding.Finding) bool { return f.Rule == w[1] && re.MatchString(f.Message) })
				if k < 0 {
					t.Errorf("%s: want %s %s, found %s", at, w[1], w[2], messages(left[at]))
					continue
				}
				left[at] = slices.Delete(left[at], k, k+1)
			}
		}
	}
	for at, fs := range left {
		for _, f := range fs {
			t.Errorf("%s: not wanted: %s %s", at, f.Rule, f.Message)
		}
	}
	return positive
}

func messages(fs []finding.Finding) string {
	if len(fs) == 0 {
		return "nothing"
	}
	var out []string
	for _, f := range fs {
		out = append(out, f.Rule+" "+f.Message)
	}
	return strings.Join(out, "; ")
}

// TestFixtures holds every rule that has fixtures against them: testdata/fixtures/el1001, el1001kotlin and so on.
func TestFixtures(t *testing.T) {
	dirs, err := filepath.Glob("../testdata/fixtures/el[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, d := range dirs {
		name := filepath.Base(d)
		t.Run(name, func(t *testing.T) {
			id := strings.ToUpper(name[:6])
			fs := runFixture(t, name, Options{Everywhere: map[string]bool{id: true}})
			seen[id] += compareFixture(t, name, fs)
			for _, f := range fs {
				checkEnergy(t, f)
			}
		})
	}
	for _, r := range All() {
		if r.Check != nil && seen[r.ID] < 5 {
			t.Errorf("%s has %d positive cases, want 5", r.ID, seen[r.ID])
		}
	}
}

// TestGeneratedCode holds that what compilers add is not reported: the fixture is full of it.
func TestGeneratedCode(t *testing.T) {
	fs := runFixture(t, "generated", Options{})
	if compareFixture(t, "generated", fs) != 0 {
		t.Error("the fixture wants findings")
	}
}

// TestUnboundedLoopsOfBudgets holds that EL0003 is about what budgeted methods reach, unless it is asked for.
func TestUnboundedLoopsOfBudgets(t *testing.T) {
	rooted := func(names ...string) Options {
		return Options{Budgeted: func(p *unit.Program) (roots []*classfile.Method) {
			for _, c := range p.Classes() {
				for i := range c.Methods {
					if slices.Contains(names, c.Methods[i].Name) {
						roots = append(roots, &c.Methods[i])
					}
				}
			}
			return roots
		}}
	}
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{}, ""},
		{rooted("array"), ""},
		{rooted("list", "nested"), "list"},
		{rooted("list", "collatz"), "list collatz"},
		{rooted("calls"), "list"},
		{Options{Everywhere: map[string]bool{"EL0003": true}}, "list collatz forever until locked"},
	} {
		var got []string
		for _, f := range runFixture(t, "el0003", test.o) {
			got = append(got, f.Location.Method)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("loops of %q, want %q", strings.Join(got, " "), test.want)
		}
	}
}

// checkEnergy holds that the numbers of a finding agree with each other.
func checkEnergy(t *testing.T, f finding.Finding) {
	t.Helper()
	e := f.Energy
	if e == nil {
		if f.Rule != "EL0003" {
			t.Errorf("%s at line %d has no energy", f.Rule, f.Location.Line)
		}
		return
	}
	if d := e.Cost.Mean - e.Repaired.Mean - e.Saving.Mean; d > 1e-9*e.Cost.Mean || d < -1e-9*e.Cost.Mean {
		t.Errorf("%s at line %d: cost %g less repaired %g is not saving %g", f.Rule, f.Location.Line, e.Cost.Mean, e.Repaired.Mean, e.Saving.Mean)
	}
	if !(e.Saving.Mean > 0 && e.SavingLow <= e.Saving.Mean && e.Saving.Mean <= e.SavingHigh) || e.Per == "" || e.Repaired.Mean < 0 {
		t.Errorf("%s at line %d: %+v", f.Rule, f.Location.Line, *e)
	}
}

func TestPages(t *testing.T) {
	id := regexp.MustCompile(`^EL\d{4}$`)
	for i, r := range All() {
		if !id.MatchString(r.ID) || r.Name == "" || r.Summary == "" || strings.HasSuffix(r.Summary, ".") {
			t.Errorf("%s: id, name or summary is not as it should be", r.ID)
		}
		if i > 0 && All()[i-1].ID == r.ID {
			t.Errorf("%s is registered twice", r.ID)
		}
		title, _, _ := strings.Cut(r.Help, "\n")
		if title != "# "+r.ID+" "+r.Name {
			t.Errorf("%s: the page's title is %q", r.ID, title)
		}
		var got []string
		for _, line := range strings.Split(r.Help, "\n") {
			if h, ok := strings.CutPrefix(line, "## "); ok {
				got = append(got, h)
			}
			if len(line) > 120 {
				t.Errorf("%s: a line of the page is longer than 120 characters: %s", r.ID, line)
			}
		}
		if !slices.Equal(got, headings) {
			t.Errorf("%s: the page has the headings %q, want %q", r.ID, got, headings)
		}
	}
	files, err := pages.ReadDir("doc")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(All()) {
		t.Errorf("%d pages for %d rules", len(files), len(All()))
	}
}

// TestRepairsAreDocumented: docs/fix.md has a row for each rule with a kind of repair, and for no other.
func TestRepairsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/fix.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range All() {
		row := strings.Contains(string(page), "\n| ["+r.ID+"](")
		if row != (r.Repair != nil) || r.Repair != nil && r.Fix == "" {
			t.Errorf("%s has a kind of repair: %t; has a row in docs/fix.md: %t", r.ID, r.Repair != nil, row)
		}
		if r.Facts != nil && r.Repair == nil {
			t.Errorf("%s collects facts for no repair", r.ID)
		}
	}
}
