package cli

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// packClasses returns a zip of the fixture's packages, their classes below dir, with more entries.
func packClasses(t *testing.T, dir string, packages []string, more map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name string, data []byte) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.FromSlash("../../testdata/fixtures/summaries/classes")
	for _, p := range packages {
		if err := filepath.WalkDir(filepath.Join(root, p), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err == nil {
				rel, _ := filepath.Rel(root, path)
				add(dir+filepath.ToSlash(rel), data)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range more {
		add(name, data)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A Spring Boot jar and a war: the application's classes are analysed under their real names and cost what they do with the
// libraries as class path; --include-nested analyses the libraries, too.
func TestNestedLibrariesAreClassPath(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	methods := func(args ...string) map[string]result.Method {
		t.Helper()
		var out, errs bytes.Buffer
		if code := Main(append([]string{"methods", "--format", "json", "--cache", "none"}, args...), strings.NewReader(""), &out, &errs); code != ExitOK {
			t.Fatalf("%v: %d\n%s", args, code, errs.String())
		}
		var r result.MethodReport
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		ms := map[string]result.Method{}
		for _, m := range r.Methods {
			ms[m.Class+"."+m.Name+m.Descriptor] = m
		}
		return ms
	}
	libJar, midJar := packClasses(t, "", []string{"lib"}, nil), packClasses(t, "", []string{"mid"}, nil)
	boot := write("app.jar", packClasses(t, "BOOT-INF/classes/", []string{"app"}, map[string][]byte{"BOOT-INF/lib/lib.jar": libJar, "BOOT-INF/lib/mid.jar": midJar}))
	war := write("app.war", packClasses(t, "WEB-INF/classes/", []string{"app"}, map[string][]byte{"WEB-INF/lib/lib.jar": libJar, "WEB-INF/lib/mid.jar": midJar}))
	plain := write("plain.jar", packClasses(t, "", []string{"app"}, nil))
	want := methods("--classpath", write("lib.jar", libJar), "--classpath", write("mid.jar", midJar), plain)
	if m := want["app/Uses.sums([I)I"]; m.Status != result.Parametric {
		t.Fatalf("the library's method has no price on the class path: %+v", m)
	}
	for _, path := range []string{boot, war} {
		got := methods(path)
		if len(got) != len(want) {
			t.Errorf("%s: %d methods, want the application's %d", path, len(got), len(want))
		}
		for name, w := range want {
			g := got[name]
			if g.Status != w.Status || g.Worst != w.Worst || g.Formula != w.Formula || len(g.Unpriced) != len(w.Unpriced) {
				t.Errorf("%s: %s is %s %v %q, want %s %v %q", path, name, g.Status, g.Worst, g.Formula, w.Status, w.Worst, w.Formula)
			}
		}
		nested := methods("--include-nested", path)
		if _, ok := nested["lib/Shape.pick(ZI)I"]; !ok || len(nested) <= len(want) {
			t.Errorf("%s: --include-nested analyses %d methods", path, len(nested))
		}
	}
}
