package driver

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/randprog"
	"github.com/energylint/energylint/internal/unit"
)

// oneFindingPerCall is a rule that reports every call of println.
var oneFindingPerCall = &analysis.Analyzer{
	Name: "EL9001", Doc: "calls of println", Requires: []*analysis.Analyzer{unit.Classes},
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run: func(pass *analysis.Pass) (any, error) {
		u := unit.Of(pass)
		return unit.EachMethod(u, func(m *classfile.Method, code *classfile.Code) []finding.Finding {
			if m.Name == "broken" {
				panic("this method is not understood")
			}
			var fs []finding.Finding
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				if code.Op(pc) != classfile.OpInvokevirtual {
					continue
				}
				if r, _ := m.Class.Pool.Member(code.Index(pc)); r.Name == "println" {
					fs = append(fs, finding.Finding{
						Rule: "EL9001", Level: finding.Warning, Message: "println",
						Location: finding.Location{Class: m.Class.Name, Method: m.Name, Desc: m.Desc, Line: classfile.LineAt(code.Lines(), pc)},
						Energy:   &finding.Energy{Saving: finding.Distribution{Mean: 1e-6}},
					})
				}
			}
			return fs
		}), nil
	},
}

var failing = &analysis.Analyzer{Name: "EL9002", Doc: "fails", Requires: []*analysis.Analyzer{unit.Classes}, Run: func(*analysis.Pass) (any, error) { panic("out of ideas") }}

// afterFailing must not run.
var afterFailing = &analysis.Analyzer{Name: "EL9003", Doc: "needs what fails", Requires: []*analysis.Analyzer{failing}, Run: func(pass *analysis.Pass) (any, error) {
	pass.Reportf(1, "ran")
	return nil, nil
}}

var infos = []finding.RuleInfo{{ID: "EL9001", Name: "Println"}, {ID: "EL9002", Name: "Failing"}, {ID: "EL9003"}, {ID: RuleUnused, Name: "UnusedSuppression"}}

func check(t *testing.T, o Options) *finding.Report {
	t.Helper()
	a, err := Load(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	r, err := a.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fixture(t *testing.T) Options {
	t.Helper()
	return Options{
		Paths: []string{filepath.FromSlash("../../testdata/fixtures/driver/classes")}, Infos: infos,
		Rules: []*analysis.Analyzer{oneFindingPerCall},
	}
}

func lines(fs []finding.Finding) string {
	var out []string
	for _, f := range fs {
		s := f.Rule + " " + f.Location.Class + "." + f.Location.Method
		if f.Suppressed != "" {
			s += " [" + f.SuppressedBy + ": " + f.Suppressed + "]"
		}
		if f.Rule == RuleUnused {
			s += " " + f.Message
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func TestSuppressions(t *testing.T) {
	o := fixture(t)
	o.Suppressions = []Suppression{
		{Rules: []string{"Println"}, Method: "Plain.configured", Matches: func(c, m, _ string) bool { return c == "Plain" && m == "configured" }, Reason: "rewritten in Q3", File: "energylint.toml", Line: 7},
		{Rules: []string{"EL9001"}, Method: "Nowhere", Matches: func(c, _, _ string) bool { return c == "Nowhere" }, File: "energylint.toml", Line: 9},
	}
	r := check(t, o)
	want := strings.TrimSpace(`
EL9001 Broken.fine
EL9001 Plain.plain
EL9001 Plain.configured [configuration: rewritten in Q3]
EL9001 Suppressed.byId [annotation: slow by design]
EL9001 Suppressed.byName [annotation: @SuppressEnergyWarnings]
EL9001 Suppressed.byAll [annotation: @SuppressEnergyWarnings]
EL9001 Suppressed.lambda$inLambda$0 [annotation: @SuppressEnergyWarnings]
EL9001 Suppressed.bySpotBugs [annotation: @SuppressFBWarnings]
EL0005 Suppressed.otherRule @SuppressEnergyWarnings names "EL9999", which is no rule: see energylint rules
EL9001 Suppressed.otherRule
EL0005 Suppressed.withoutEffect @SuppressEnergyWarnings suppresses no EL9001: remove it
EL9001 SuppressedClass.run [annotation: all of it]
EL9001 SuppressedClass$Nested.run [annotation: all of it]
EL0005 . [[suppress]] of Nowhere suppresses no EL9001: remove it`)
	if got := lines(r.Findings); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(r.Notifications) != 1 || !strings.Contains(r.Notifications[0].Message, "broken()V: ") {
		t.Errorf("notifications: %+v", r.Notifications)
	}
}

func TestSourcesAreFound(t *testing.T) {
	o := fixture(t)
	o.Root = filepath.FromSlash("../..")
	o.Sources = []string{filepath.FromSlash("../../testdata/fixtures/driver")}
	for _, f := range check(t, o).Findings {
		if want := "testdata/fixtures/driver/" + strings.TrimSuffix(f.Location.Class, "$Nested") + ".java"; f.Location.File != want || !f.Location.Source {
			t.Errorf("%s is in %q (found: %v), want %q", f.Location.Class, f.Location.File, f.Location.Source, want)
		}
	}
}

func TestSettings(t *testing.T) {
	o := fixture(t)
	o.Settings = map[string]Setting{"EL9001": {Level: finding.Error}, RuleUnused: {Level: finding.Off}}
	for _, f := range check(t, o).Findings {
		if f.Rule != "EL9001" || f.Level != finding.Error {
			t.Errorf("%s has level %s", f.Rule, f.Level)
		}
	}
	o.Settings["EL9001"] = Setting{MinSaving: 2e-6}
	if got := lines(check(t, o).Findings); strings.Contains(got, "EL9001 ") && !strings.Contains(got, "EL0005") {
		t.Errorf("findings below min-saving stay: %s", got)
	}
}

// A broken class, a method that a pass cannot digest, and a pass that fails are reported, and the rest is analysed.
func TestFailuresAreIsolated(t *testing.T) {
	dir := t.TempDir()
	src := filepath.FromSlash("../../testdata/fixtures/driver/classes")
	for _, name := range []string{"Plain", "Broken"} {
		b, err := os.ReadFile(filepath.Join(src, name+".class"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".class"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "Plain" {
			if err := os.WriteFile(filepath.Join(dir, "Truncated.class"), b[:len(b)/2], 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	o := fixture(t)
	o.Paths = []string{dir}
	o.Rules = []*analysis.Analyzer{failing, afterFailing, oneFindingPerCall}
	r := check(t, o)
	if got, want := lines(r.Findings), "EL9001 Broken.fine\nEL9001 Plain.plain\nEL9001 Plain.configured"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !Failed(r) || len(r.Notifications) != 3 {
		t.Fatalf("notifications: %+v", r.Notifications)
	}
	for i, want := range []struct{ path, message string }{
		{dir, "EL9002 failed: internal error: out of ideas"},
		{filepath.Join(dir, "Broken.class"), "broken()V: the analysis failed: this method is not understood at internal/driver/driver_test.go:"},
		{filepath.Join(dir, "Truncated.class"), "truncated in"},
	} {
		if n := r.Notifications[i]; n.Path != want.path || !strings.HasPrefix(n.Message, want.message) {
			t.Errorf("notification %d: %+v, want %+v", i, n, want)
		}
	}
}

func TestNothingToAnalyse(t *testing.T) {
	o := fixture(t)
	o.Paths = []string{t.TempDir()}
	r := check(t, o)
	if len(r.Notifications) != 1 || !strings.Contains(r.Notifications[0].Message, "has no class files") {
		t.Errorf("notifications: %+v", r.Notifications)
	}
}

func TestJobsDoNotChangeTheReport(t *testing.T) {
	var reports []string
	for _, jobs := range []int{1, 2, 7} {
		o := fixture(t)
		o.Jobs = jobs
		b, err := json.Marshal(check(t, o))
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, string(b))
	}
	if len(slices.Compact(reports)) != 1 {
		t.Error("the number of goroutines changes the report")
	}
}

type archiveFact struct{}

func (*archiveFact) AFact() {}

// TestPartsOfTheFrameThatAreNotThere: a pass that needs facts is refused, and one that reports a diagnostic fails with a
// notification, so that nothing it says is lost.
func TestPartsOfTheFrameThatAreNotThere(t *testing.T) {
	withFacts := &analysis.Analyzer{Name: "EL9004", Doc: "exports a fact", Requires: []*analysis.Analyzer{unit.Classes}, FactTypes: []analysis.Fact{new(archiveFact)}, Run: failing.Run}
	needsFacts := &analysis.Analyzer{Name: "EL9005", Doc: "requires a pass with facts", Requires: []*analysis.Analyzer{withFacts}, Run: failing.Run}
	for _, as := range [][]*analysis.Analyzer{{withFacts}, {needsFacts}} {
		if _, err := newRunner(as); err == nil || !strings.Contains(err.Error(), "EL9004 declares facts") {
			t.Errorf("%s: %v", as[0].Name, err)
		}
	}
	reporting := &analysis.Analyzer{Name: "EL9006", Doc: "reports", Requires: []*analysis.Analyzer{unit.Classes}, Run: func(pass *analysis.Pass) (any, error) {
		pass.Reportf(1, "lost")
		return nil, nil
	}}
	o := fixture(t)
	o.Rules = []*analysis.Analyzer{reporting, oneFindingPerCall}
	r := check(t, o)
	if !Failed(r) || !strings.Contains(r.Notifications[0].Message, "EL9006 failed: internal error: a pass returns findings") || len(r.Findings) == 0 {
		t.Errorf("%d findings, notifications %+v", len(r.Findings), r.Notifications)
	}
}

func TestFindJDK(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "lib"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, err := FindJDK(home); err == nil || !strings.Contains(err.Error(), "is no JDK") {
		t.Errorf("FindJDK of an empty directory: %v", err)
	}
	for file, text := range map[string]string{"lib/modules": "", "release": "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.2\"\n"} {
		if err := os.WriteFile(filepath.Join(home, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("JAVA_HOME", home)
	for _, setting := range []string{home, "auto"} {
		if got, found, err := FindJDK(setting); got != home || !found || err != nil {
			t.Errorf("FindJDK(%q) = %q, %v, %v", setting, got, found, err)
		}
	}
	for _, setting := range []string{"none", Embedded} {
		if _, found, err := FindJDK(setting); found || err != nil {
			t.Errorf("FindJDK(%s): %v, %v", setting, found, err)
		}
	}
	if got := Release(home); got != 17 {
		t.Errorf("Release = %d", got)
	}
}

// What cannot be read may be below any class that can: the hierarchy has to know.
func TestUnreadClassIsMissed(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.FromSlash("../../testdata/fixtures/driver/classes/Plain.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, file string
		content    []byte
		missed     bool
	}{
		{"whole", "Plain.class", data, false},
		{"cut off", "Plain.class", data[:len(data)/2], true},
		{"no archive", "lib.jar", []byte("PK"), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(dir, tc.file)
			if err := os.WriteFile(path, tc.content, 0o600); err != nil {
				t.Fatal(err)
			}
			a, err := Load(context.Background(), Options{Paths: []string{path}})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			}()
			if got := a.Program.Misses(); got != tc.missed {
				t.Errorf("missed: %v", got)
			}
		})
	}
}

// TestCircularHierarchy gives the classes and interfaces that are above themselves a notification each; the others are
// analysed.
func TestCircularHierarchy(t *testing.T) {
	files, err := randprog.Assemble("class X : X X\nclass A < B\nclass B < A\nmethod m ()V 0\n  return\nclass C < A\nclass D\nmethod m ()V 0\n  return\n")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i, name := range []string{"T", "X", "A", "B", "C", "D"} {
		if err := os.WriteFile(filepath.Join(dir, name+".class"), files[i], 0o666); err != nil {
			t.Fatal(err)
		}
	}
	report := check(t, Options{Paths: []string{dir}})
	var got []string
	for _, n := range report.Notifications {
		if !isError(n) {
			continue // these classes have no line numbers
		}
		got = append(got, strings.TrimSuffix(filepath.Base(n.Path), ".class")+" "+string(n.Level)+": "+n.Message)
	}
	refused := func(name string) string {
		return name + " error: the class " + name + " is above itself: a JVM refuses it (ClassCircularityError); compile it again, with the classes above it"
	}
	if want := []string{refused("A"), refused("B"), refused("X")}; !slices.Equal(got, want) {
		t.Errorf("notifications %q, want %q", got, want)
	}
	if report.Classes != 3 {
		t.Errorf("%d classes are analysed, want 3: T, C and D", report.Classes)
	}
}
