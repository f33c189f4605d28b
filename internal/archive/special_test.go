//go:build unix

package archive

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// listWithin lists paths, and fails the test where that does not end.
func listWithin(t *testing.T, paths []string, o Options) (es []Entry, ps []Problem) {
	t.Helper()
	done := make(chan bool)
	go func() {
		es, ps = List(paths, o)
		for i := range es {
			_, _ = es[i].Read()
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("it does not end")
	}
	return es, ps
}

// A directory of a repository can hold anything that git and a file system can: links to devices and to other
// directories, pipes, and files that are large only by their size.
func TestSpecialFiles(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	class, err := os.ReadFile("../../testdata/fixtures/driver/classes/driver/Plain.class")
	if err != nil {
		found, _ := filepath.Glob("../../testdata/fixtures/*/classes/*.class")
		class, err = os.ReadFile(found[0])
	}
	must(err)
	outside := t.TempDir()
	must(os.WriteFile(filepath.Join(outside, "Secret.class"), class, 0o644))
	for _, c := range []struct {
		name  string
		make  func(dir string) error
		wants string // in a problem; none where empty
	}{
		{"manifest is a device", func(dir string) error { return os.Symlink("/dev/zero", dir+"/META-INF/MANIFEST.MF") }, "META-INF/MANIFEST.MF: is not read: it leads out of"},
		{"manifest is a pipe", func(dir string) error { return syscall.Mkfifo(dir+"/META-INF/MANIFEST.MF", 0o644) }, "META-INF/MANIFEST.MF: is no regular file"},
		{"manifest is a directory", func(dir string) error { return os.Mkdir(dir+"/META-INF/MANIFEST.MF", 0o755) }, "META-INF/MANIFEST.MF: is no regular file"},
		{"manifest is huge", func(dir string) error {
			return os.WriteFile(dir+"/META-INF/MANIFEST.MF", make([]byte, maxManifest+1), 0o644)
		}, "larger than the limit of 1 MiB"},
		{"class is a device", func(dir string) error { return os.Symlink("/dev/zero", dir+"/Z.class") }, "Z.class: is not read: it leads out of"},
		{"class is a pipe", func(dir string) error { return syscall.Mkfifo(dir+"/Z.class", 0o644) }, "Z.class: is no regular file"},
		{"jar is a pipe", func(dir string) error { return syscall.Mkfifo(dir+"/z.jar", 0o644) }, "z.jar: is no regular file"},
		{"class is elsewhere", func(dir string) error { return os.Symlink(outside+"/Secret.class", dir+"/Z.class") }, "name it on the command line"},
		{"directory is the file system", func(dir string) error { return os.Symlink("/", dir+"/all") }, "all: is not read: it leads out of"},
		{"directory is above", func(dir string) error { return os.Symlink("../..", dir+"/all") }, "all: is not read: it leads out of"},
		{"output is the file system", func(dir string) error {
			if err := os.Mkdir(dir+"/target", 0o755); err != nil {
				return err
			}
			return os.Symlink("/usr", dir+"/target/classes")
		}, "classes: is not read: it leads out of"},
		{"directory is itself", func(dir string) error { return os.Symlink(".", dir+"/all") }, ""},
		{"link to nothing", func(dir string) error { return os.Symlink("nothing", dir+"/all") }, ""},
		{"class is a link to nothing", func(dir string) error { return os.Symlink("nothing.class", dir+"/Z.class") }, "Z.class: is a link to nothing.class, which does not exist"},
		{"jar is a link to nothing elsewhere", func(dir string) error { return os.Symlink("/nothing/z.jar", dir+"/z.jar") }, "z.jar: is a link to /nothing/z.jar, which does not exist"},
		{"file elsewhere", func(dir string) error { return os.Symlink("/etc/passwd", dir+"/notes.txt") }, ""},
	} {
		dir := filepath.Join(t.TempDir(), "repo", "classes")
		must(os.MkdirAll(dir+"/META-INF", 0o755))
		must(os.WriteFile(dir+"/A.class", class, 0o644))
		must(c.make(dir))
		es, ps := listWithin(t, []string{dir}, Options{Root: filepath.Dir(dir)})
		var all []string
		for _, p := range ps {
			all = append(all, p.String())
		}
		text := strings.Join(all, "\n")
		if !strings.Contains(text, c.wants) || c.wants == "" && text != "" {
			t.Errorf("%s: the problems are %q, want %q", c.name, text, c.wants)
		}
		if !strings.HasPrefix(c.name, "output") && len(es) == 0 || len(es) > 2 {
			t.Errorf("%s: %d classes", c.name, len(es))
		}
		for _, e := range es {
			if strings.Contains(e.Path, "Secret") {
				t.Errorf("%s: %s is listed", c.name, e.Path)
			}
		}
	}
}

// Lists of paths can be special files, too, and name each other.
func TestSpecialLists(t *testing.T) {
	t.Chdir(t.TempDir())
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(syscall.Mkfifo("pipe", 0o644))
	must(os.Symlink("/dev/zero", "zero"))
	must(os.WriteFile("huge", nil, 0o644))
	must(os.Truncate("huge", 1<<40))
	must(os.WriteFile("wide", []byte(strings.Repeat("@wide\n", 1000)), 0o644))
	must(os.Mkdir("a", 0o755))
	must(os.Symlink(".", "a/x"))
	must(os.Symlink(".", "a/y"))
	must(os.WriteFile("deep", []byte("a"+strings.Repeat("/*", 38)+"/z.jar"), 0o644))
	for arg, want := range map[string]string{
		"@pipe": "is no regular file", "@zero": "is no regular file", "@huge": "too large for a list of paths", "@wide": "names itself", "@deep": "no file matches",
		"pipe": "neither a regular file nor a directory", "zero": "neither a regular file nor a directory", "@.": "is no regular file",
	} {
		_, ps := listWithin(t, []string{arg}, Options{})
		if len(ps) != 1 && want != "" || want == "" && len(ps) > 0 || want != "" && !strings.Contains(ps[0].String(), want) {
			t.Errorf("%s: %v, want %q", arg, ps, want)
		}
	}
}
