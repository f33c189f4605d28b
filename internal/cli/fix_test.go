package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/energylint/energylint/internal/multitool"
	"github.com/energylint/energylint/internal/tier"
)

// repairProject makes a project of the sources of fixture repair, with their classes, and returns its directory. The sources are
// older than the classes.
func repairProject(t *testing.T) string {
	dir := t.TempDir()
	const fixture = "../../testdata/fixtures/repair"
	if err := os.CopyFS(filepath.Join(dir, "classes"), os.DirFS(fixture+"/classes")); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(fixture + "/*.java")
	if err != nil || len(sources) == 0 {
		t.Fatal(sources, err)
	}
	for _, s := range sources {
		text, err := os.ReadFile(s)
		if err != nil {
			t.Fatal(err)
		}
		writeSource(t, filepath.Join(dir, "src", "repair", filepath.Base(s)), string(text))
	}
	writeSource(t, filepath.Join(dir, "energylint.toml"), "[analysis]\npaths = [\"classes\"]\nsources = [\"src\"]\n[model]\nmode = \"interpreter\"\n")
	t.Chdir(dir)
	return dir
}

// writeSource writes a file that is older than what compilers write now.
func writeSource(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, before, before); err != nil {
		t.Fatal(err)
	}
}

// runFix runs energylint fix and returns what it writes.
func runFix(t *testing.T, code int, args ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	if got := Main(append([]string{"fix", "--jdk", "embedded", "--cache", "none"}, args...), nil, &o, &e); got != code {
		t.Fatalf("fix %v ended with %d, want %d:\n%s%s", args, got, code, o.String(), e.String())
	}
	return o.String(), e.String()
}

// TestFix repairs the sources of a fixture: what is certain as expected, and nothing else, with the reason that a comment
// behind the line begins with kept.
func TestFix(t *testing.T) {
	want := map[string][]byte{}
	for _, name := range []string{"Repairs.java", "Contexts.java", "Heirs.java", "Names.java", "Questions.java", "Dropped.java"} {
		text, err := os.ReadFile("testdata/fix/" + name + ".want")
		if err != nil {
			t.Fatal(err)
		}
		want[name] = text
	}
	dir := repairProject(t)
	before := map[string][]byte{}
	for _, name := range []string{"Kept.java", "Dropped.java"} {
		text, err := os.ReadFile(filepath.Join(dir, "src/repair", name))
		if err != nil {
			t.Fatal(err)
		}
		before[name] = text
	}
	difference, _ := runFix(t, ExitFindings, "--diff")
	if git, err := exec.LookPath("git"); err == nil {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(git, "apply", "-")
		cmd.Dir, cmd.Stdin = copied, strings.NewReader(difference)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("git apply: %v\n%s", err, out)
		}
		for name, want := range want {
			if got, err := os.ReadFile(filepath.Join(copied, "src/repair", name)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("what git applies: %v\n%s", err, diff.Diff("want", want, "got", got))
			}
		}
	}
	_, errs := runFix(t, ExitOK, "--verbose")
	for name, want := range want {
		if got, err := os.ReadFile(filepath.Join(dir, "src/repair", name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v\n%s", err, diff.Diff("want", want, "got", got))
		}
	}
	if after, err := os.ReadFile(filepath.Join(dir, "src/repair/Kept.java")); err != nil || !bytes.Equal(before["Kept.java"], after) {
		t.Errorf("a repair that is not certain was made: %v\n%s", err, diff.Diff("before", before["Kept.java"], "after", after))
	}
	for name, text := range before {
		checkKept(t, name, string(text), errs)
	}
	// Its classes are older now.
	if _, errs := runFix(t, ExitOK, "--verbose"); !strings.Contains(errs, "newer than the class: compile again") {
		t.Errorf("a source that is newer than its classes was read:\n%s", errs)
	}
}

// checkKept holds what is left of a file, by line, against the comments that begin with kept.
func checkKept(t *testing.T, name, text, errs string) {
	t.Helper()
	reasons := map[int]string{}
	for line := range strings.Lines(errs) {
		var n int
		if _, rest, ok := strings.Cut(line, "src/repair/"+name+":"); ok && strings.Contains(line, " is left: ") {
			if _, err := fmt.Sscanf(rest, "%d:", &n); err != nil {
				t.Fatal(err)
			}
			reasons[n] += rest
		}
	}
	for i, line := range strings.Split(text, "\n") {
		_, reason, marked := strings.Cut(line, "// kept: ")
		if got := reasons[i+1]; marked != (got != "") || marked && !strings.Contains(got, reason) {
			t.Errorf("%s:%d: %s\nis left because %q", name, i+1, line, got)
		}
	}
}

// TestFixOtherSource: code that a class does not have may be code that compilers leave out, but not where it would run, nor where its
// constant has another value in the file. Constants of other classes may have changed.
func TestFixOtherSource(t *testing.T) {
	for _, test := range []struct{ name, file, old, text, left string }{
		{"as it was compiled", "Dropped", "", "", ""},
		{"a constant of another class", "Settings", "TRACE = false", "TRACE = true", ""},
		{"a constant", "Dropped", "DEBUG = false", "DEBUG = true", "calls of log in line 26"},
		{"no constant any more", "Dropped", "final boolean DEBUG", "boolean DEBUG", "calls of log in line 26 are not those of the compiled class: compile again"},
		{"a box", "Dropped", "final boolean DEBUG", "final Boolean DEBUG", "calls of log in line 26 are not those of the compiled class: compile again"},
		{"a parameter", "Dropped", "own(List<String> names) {", "own(List<String> names, boolean DEBUG) {", "calls of log in line 26"},
		{"a new statement", "Dropped", "if (DEBUG) {\n\t\t\t\tlog(\"next\");", "if (changes) {\n\t\t\t\tlog(\"next\");", "calls of log in line 26"},
		{"of an object", "Dropped", "if (DEBUG) {\n\t\t\t\tlog(\"next\");", "if (names.DEBUG) {\n\t\t\t\tlog(\"next\");", "calls of log in line 26"},
		{"unknown", "Dropped", "if (DEBUG) {\n\t\t\t\tlog(\"next\");", "if (UNKNOWN) {\n\t\t\t\tlog(\"next\");", "calls of log in line 26"},
		{"in a body", "Dropped", "// nothing", "int nothing;", "calls of printStackTrace in line 89"},
		{"another call", "Dropped", "sb.append(names.hashCode());", "sb.append(names.get(0));", ""},
		{"both branches", "Dropped", "log(\"new\");", "names.clear();", "calls of log in line"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := repairProject(t)
			file := filepath.Join(dir, "src/repair", test.file+".java")
			text, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(text), test.old) {
				t.Fatal(err, test.old)
			}
			writeSource(t, file, strings.Replace(string(text), test.old, test.text, 1))
			_, errs := runFix(t, ExitFindings, "--diff", "--verbose")
			var left []string
			for line := range strings.Lines(errs) {
				if strings.Contains(line, "Dropped.java") && strings.Contains(line, "compile again") {
					left = append(left, line)
				}
			}
			if (test.left == "") != (len(left) == 0) || !strings.Contains(strings.Join(left, ""), test.left) {
				t.Errorf("left are %q, want %q", left, test.left)
			}
		})
	}
}

// TestFixedProgram compiles, runs, repairs, compiles and runs a program: it does the same, and what is repaired is not found
// again.
func TestFixedProgram(t *testing.T) {
	tier.Slow(t, tier.JVM)
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skipf("no javac: repaired programs are not compiled")
	}
	dir := repairProject(t)
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	build := func() {
		run(javac, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-g", "-nowarn", "--release", "17", "-cp", "classes", "-d", "classes", "src/repair/Repairs.java", "src/repair/Kept.java", "src/repair/Heirs.java", "src/repair/Names.java", "src/repair/Forms.java", "src/repair/Questions.java", "src/repair/Contexts.java", "src/repair/PrintedLog.java", "src/repair/Dropped.java", "src/repair/Settings.java")
	}
	java := filepath.Join(filepath.Dir(javac), "java")
	build()
	programs := func() (out string) {
		for _, main := range []string{"Repairs", "Heirs", "Questions", "Contexts", "Dropped"} {
			out += run(java, "-cp", "classes", "repair."+main)
		}
		return out
	}
	before := programs()
	if _, errs := runFix(t, ExitOK); !strings.Contains(errs, "repaired 107 of ") {
		t.Fatalf("what is repaired is not what was expected:\n%s", errs)
	}
	build()
	if after := programs(); after != before {
		t.Errorf("the repaired program does something else:\n%s", diff.Diff("before", []byte(before), "after", []byte(after)))
	}
	if out, _ := runFix(t, ExitOK, "--diff"); out != "" {
		t.Errorf("after the repairs there is more to repair:\n%s", out)
	}
}

// A repair changes no file that is not the project's own, nor one that it is led to by a symbolic link.
func TestFixStaysInside(t *testing.T) {
	dir := repairProject(t)
	outside := filepath.Join(t.TempDir(), "Repairs.java")
	text, err := os.ReadFile("src/repair/Repairs.java")
	if err != nil {
		t.Fatal(err)
	}
	writeSource(t, outside, string(text))
	if err := os.Remove("src/repair/Repairs.java"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "src/repair/Repairs.java")); err != nil {
		t.Skip(err)
	}
	runFix(t, ExitOK)
	elsewhere := t.TempDir()
	writeSource(t, filepath.Join(elsewhere, "repair", "Repairs.java"), string(text))
	if _, errs := runFix(t, ExitOK, "--verbose", "--source", elsewhere); !strings.Contains(errs, "outside of the project") {
		t.Errorf("a source outside of the project has other reasons:\n%s", errs)
	}
	for _, f := range []string{outside, filepath.Join(elsewhere, "repair", "Repairs.java")} {
		if now, err := os.ReadFile(f); err != nil || !bytes.Equal(now, text) {
			t.Errorf("%s was changed (%v)", f, err)
		}
	}
}

// TestFixOfTwoModules: two source directories have a file of one name and package, and the class may be of either.
func TestFixOfTwoModules(t *testing.T) {
	dir := repairProject(t)
	text, err := os.ReadFile("src/repair/Names.java")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other", "repair", "Names.java")
	writeSource(t, other, strings.ReplaceAll(string(text), "[0-9]+", "[a-z]+"))
	for _, first := range []string{"src", "other"} {
		_, errs := runFix(t, ExitFindings, "--diff", "--verbose", "--source", first, "--source", "other", "--source", "src")
		if !strings.Contains(errs, first+"/repair/Names.java:10: EL7001 is left: several source directories") {
			t.Errorf("%s first: the file has other reasons:\n%s", first, errs)
		}
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if err := os.Link("src/repair/Names.java", other); err != nil {
		t.Skip(err)
	}
	if out, _ := runFix(t, ExitFindings, "--diff", "--source", "src", "--source", "other"); !strings.Contains(out, "b/src/repair/Names.java") {
		t.Errorf("a file that two directories have in common is not repaired:\n%s", out)
	}
}

// TestFixKeepsForm repairs a source with other line ends, a byte order mark and blanks.
func TestFixKeepsForm(t *testing.T) {
	repairProject(t)
	const file = "src/repair/Repairs.java"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	windows := "\ufeff" + strings.ReplaceAll(string(text), "\n", "\r\n")
	writeSource(t, file, windows)
	runFix(t, ExitOK)
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if s := string(got); s == windows || !strings.HasPrefix(s, "\ufeff") || strings.Contains(strings.ReplaceAll(s, "\r\n", ""), "\n") {
		t.Errorf("the repaired source has other line ends, or is not repaired:\n%q", s)
	}
	lines := strings.Split(string(got), "\r\n")
	if !slices.Contains(lines, "\tprivate static final Pattern PATTERN = Pattern.compile(\"[0-9]+\");") {
		t.Errorf("no field with a pattern was added:\n%s", got)
	}
}

// TestFixesOfSARIF makes the fixes of a SARIF log, by their regions alone: they are what energylint fix makes.
func TestFixesOfSARIF(t *testing.T) {
	want, err := os.ReadFile("testdata/fix/Repairs.java.want")
	if err != nil {
		t.Fatal(err)
	}
	repairProject(t)
	text, err := os.ReadFile("src/repair/Repairs.java")
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	if code := Main([]string{"check", "--format", "sarif=log.sarif", "--cache", "none"}, nil, &errs, &errs); code != ExitOK {
		t.Fatalf("check ended with %d:\n%s", code, errs.String())
	}
	data, err := os.ReadFile("log.sarif")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("Validator", func(t *testing.T) {
		tier.Slow(t, tier.JVM)
		multitool.Validate(t, data)
	})
	type region struct{ StartLine, StartColumn, EndLine, EndColumn int }
	type replacement struct {
		DeletedRegion   region
		InsertedContent struct{ Text string }
	}
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					ArtifactChanges []struct {
						ArtifactLocation struct{ URI string }
						Replacements     []replacement
					}
				}
			}
		}
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	var all []replacement
	for _, r := range log.Runs[0].Results {
		for _, f := range r.Fixes {
			for _, c := range f.ArtifactChanges {
				switch c.ArtifactLocation.URI {
				case "src/repair/Repairs.java":
				case "src/repair/Contexts.java", "src/repair/Dropped.java", "src/repair/Heirs.java", "src/repair/Names.java", "src/repair/Questions.java":
					continue
				default:
					t.Errorf("a fix of %s", c.ArtifactLocation.URI)
				}
				for _, x := range c.Replacements {
					if !slices.Contains(all, x) { // the same import and field
						all = append(all, x)
					}
				}
			}
		}
	}
	lines := strings.SplitAfter(string(text), "\n")
	slices.SortStableFunc(all, func(a, b replacement) int {
		return cmp.Or(a.DeletedRegion.StartLine-b.DeletedRegion.StartLine, a.DeletedRegion.StartColumn-b.DeletedRegion.StartColumn)
	})
	units := utf16.Encode([]rune(string(text)))
	offset := func(line, column int) int {
		return len(utf16.Encode([]rune(strings.Join(lines[:line-1], "")))) + column - 1
	}
	var out []uint16
	at := 0
	for _, x := range all {
		r := x.DeletedRegion
		out = append(append(out, units[at:offset(r.StartLine, r.StartColumn)]...), utf16.Encode([]rune(x.InsertedContent.Text))...)
		at = offset(r.EndLine, r.EndColumn)
	}
	if got := []byte(string(utf16.Decode(append(out, units[at:]...)))); !bytes.Equal(got, want) {
		t.Errorf("the fixes give\n%s", diff.Diff("want", want, "got", got))
	}
}

// TestFixOfOtherVersions repairs sources that are not those of the classes, though they are older: each has a line less or more. No repair
// is made below the change.
func TestFixOfOtherVersions(t *testing.T) {
	tier.Slow(t, tier.Long)
	for _, name := range []string{"Repairs.java", "Dropped.java"} {
		t.Run(name, func(t *testing.T) { fixOtherVersions(t, name) })
	}
}

func fixOtherVersions(t *testing.T, name string) {
	repairProject(t)
	for _, other := range []string{"Contexts.java", "Heirs.java", "Names.java", "Questions.java", "Repairs.java", "Dropped.java"} { // their repairs are the same each time
		if other == name {
			continue
		}
		if err := os.Remove("src/repair/" + other); err != nil {
			t.Fatal(err)
		}
	}
	file := "src/repair/" + name
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i := 10; i < len(lines)-30; i += 4 {
		for _, other := range []string{strings.Join(lines[:i], "") + strings.Join(lines[i+1:], ""), strings.Join(lines[:i+1], "") + strings.Join(lines[i:], "")} {
			writeSource(t, file, other)
			var out, errs bytes.Buffer
			if code := Main([]string{"fix", "--diff", "--cache", "none"}, nil, &out, &errs); code != ExitOK && code != ExitFindings {
				t.Fatalf("line %d: fix ended with %d:\n%s", i+1, code, errs.String())
			}
			for line := range strings.Lines(out.String()) {
				var at int
				if _, err := fmt.Sscanf(line, "@@ -%d", &at); err == nil && at > i+1 {
					t.Errorf("line %d of the source is not as it was compiled, and a line from %d on was repaired", i+1, at)
				}
			}
		}
	}
}
