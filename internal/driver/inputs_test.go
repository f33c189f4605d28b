package driver

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/finding"
)

// warnings returns what a run says of an input.
func warnings(t *testing.T, o Options) (out []string) {
	t.Helper()
	for _, n := range check(t, o).Notifications {
		if n.Level == finding.Warning {
			out = append(out, n.Message)
		}
	}
	return out
}

// A source that is newer than all classes of its input was not compiled. Sources that are all as new as each other were checked
// out.
func TestStaleClasses(t *testing.T) {
	dir := t.TempDir()
	built := time.Now().Add(-time.Hour).Truncate(time.Second)
	fixtures := filepath.FromSlash("../../testdata/fixtures/driver")
	place := func(from, to string) {
		data, err := os.ReadFile(filepath.Join(fixtures, from))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), data, 0o644)
		}
		if err == nil {
			err = os.Chtimes(filepath.Join(dir, to), built, built)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Plain", "Suppressed"} {
		place("classes/"+name+".class", "classes/"+name+".class")
		place(name+".java", "src/"+name+".java")
	}
	touch := func(file string, after time.Duration) {
		if err := os.Chtimes(filepath.Join(dir, file), built.Add(after), built.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Paths: []string{filepath.Join(dir, "classes")}, Sources: []string{filepath.Join(dir, "src")}, Root: dir}
	for _, c := range []struct {
		name              string
		plain, suppressed time.Duration
		class             time.Duration
		want              string
	}{
		{"as old", 0, 0, 0, ""},
		{"a file system's clock", 2 * time.Second, 0, 0, ""},
		{"edited", time.Minute, 0, 0, "older than a source: compile again (src/Plain.java)"},
		{"both edited", time.Minute, 2 * time.Minute, 0, "older than 2 sources: compile again (src/Plain.java)"},
		{"compiled in part", time.Minute, 0, 2 * time.Minute, ""},
		{"checked out", time.Minute, time.Minute + time.Second, 0, ""},
	} {
		touch("src/Plain.java", c.plain)
		touch("src/Suppressed.java", c.suppressed)
		touch("classes/Suppressed.class", c.class)
		got := strings.Join(warnings(t, o), "\n")
		if c.want == "" && strings.Contains(got, "older") || !strings.Contains(filepath.ToSlash(got), c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// An input without line numbers is told with the flag that makes them.
func TestNoDebugInformation(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash("../../testdata/fixtures/driver/classes/Plain.class"))
	if err != nil {
		t.Fatal(err)
	}
	without := filepath.Join(t.TempDir(), "Plain.class")
	if err := os.WriteFile(without, bytes.ReplaceAll(data, []byte("LineNumberTable"), []byte("LineNumberTablX")), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(warnings(t, Options{Paths: []string{without}}), ""); !strings.HasPrefix(got, "class Plain has no line numbers: ") || !strings.HasSuffix(got, "javac -g") {
		t.Errorf("%q", got)
	}
	if got := warnings(t, Options{Paths: []string{filepath.FromSlash("../../testdata/fixtures/driver/classes")}}); len(got) > 0 {
		t.Errorf("with line numbers: %q", got)
	}
}

// An input without names of variables is told with the flag that makes them: one that javac compiles without flags.
func TestNoNamesOfVariables(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash("../../testdata/fixtures/el2001/classes/el2001/Maps.class"))
	if err != nil {
		t.Fatal(err)
	}
	without := func(attributes ...string) string {
		out := data
		for _, a := range attributes {
			out = bytes.ReplaceAll(out, []byte(a), []byte(a[:len(a)-1]+"X"))
		}
		name := filepath.Join(t.TempDir(), "Maps.class")
		if err := os.WriteFile(name, out, 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	got := strings.Join(warnings(t, Options{Paths: []string{without("LocalVariableTable")}}), "")
	if !strings.HasPrefix(got, "class el2001.Maps has no names of variables: formulas call parameters arg0") || !strings.HasSuffix(got, "javac -g") {
		t.Errorf("%q", got)
	}
	if got := warnings(t, Options{Paths: []string{without()}}); len(got) > 0 {
		t.Errorf("with names: %q", got)
	}
	if got := warnings(t, Options{Paths: []string{without("LocalVariableTable", "LineNumberTable")}}); len(got) != 1 || !strings.Contains(got[0], "line numbers") {
		t.Errorf("with neither: %q", got)
	}
}

// Two versions of a class are told, two copies are not.
func TestTwoVersionsOfAClass(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.FromSlash("../../testdata/fixtures/driver/classes/Plain.class"))
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.ReplaceAll(data, []byte("plain"), []byte("pLain"))
	jar := func(name string, data []byte) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.Create("Plain.class")
		if err == nil {
			_, err = f.Write(data)
		}
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	class := filepath.Join(dir, "classes", "Plain.class")
	if err := os.MkdirAll(filepath.Dir(class), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(class, data, 0o644); err != nil {
		t.Fatal(err)
	}
	one, two, same := jar("one.jar", data), jar("two.jar", other), jar("same.jar", data)
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{one, two}, "class Plain is here in one version and in " + two + " in another"},
		{[]string{filepath.Dir(class), two}, "class Plain is here in one version and in " + two + " in another"},
		{[]string{two, filepath.Dir(class)}, "class Plain is here in one version and in " + filepath.Dir(class) + " in another"},
		{[]string{one, same}, ""},
		{[]string{one, filepath.Dir(class)}, ""},
	} {
		got := strings.Join(warnings(t, Options{Paths: c.paths}), "\n")
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, want %q", c.paths, got, c.want)
		}
	}
}
