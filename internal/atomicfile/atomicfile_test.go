package atomicfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// read returns the content of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// only fails where a directory has other entries than the named ones.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		if i >= len(names) || e.Name() != names[i] {
			t.Errorf("%s has %s", dir, e.Name())
		}
	}
	if len(entries) < len(names) {
		t.Errorf("%s has %d entries, want %d", dir, len(entries), len(names))
	}
}

func put(t *testing.T, name, content string, mode fs.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip(err)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	for _, content := range []string{"first", "a longer second", "", "4th"} {
		if err := Write(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != content {
			t.Errorf("got %q, want %q", got, content)
		}
	}
	only(t, dir, "out")
}

// TestWriteReplaces shows that a reader that has the old file open keeps all of it.
func TestWriteReplaces(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be replaced")
	}
	name := filepath.Join(t.TempDir(), "out")
	put(t, name, "old", 0o644)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Write(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(f); err != nil || b.String() != "old" {
		t.Errorf("read %q, %v", b.String(), err)
	}
}

func TestWriteKeepsPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions")
	}
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666, 0o755} {
		name := filepath.Join(dir, mode.String())
		put(t, name, "old", mode)
		if err := Write(name, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, want %v (%v)", info.Mode(), mode, err)
		}
	}
}

func TestWriteLinks(t *testing.T) {
	tests := []struct {
		name    string
		links   map[string]string // from name to target
		file    string            // where the content arrives
		problem bool
	}{
		{"to a file", map[string]string{"link": "file"}, "file", false},
		{"to a file of another directory", map[string]string{"link": "sub/new"}, "sub/new", false},
		{"to a link", map[string]string{"link": "sub/link", "sub/link": "../file"}, "file", false},
		{"through a directory that is a link", map[string]string{"link": "way/../new", "way": "sub/deep"}, "sub/new", false},
		{"to nothing yet", map[string]string{"link": "none"}, "none", false},
		{"to nothing in no directory", map[string]string{"link": "none/none"}, "", true},
		{"to a directory", map[string]string{"link": "sub"}, "", true},
		{"to itself", map[string]string{"link": "link"}, "", true},
	}
	for _, test := range tests {
		for _, rooted := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				dir := t.TempDir()
				if err := os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o755); err != nil {
					t.Fatal(err)
				}
				put(t, filepath.Join(dir, "file"), "old", 0o644)
				for name, target := range test.links {
					link(t, target, filepath.Join(dir, name))
				}
				err := writeTo(t, dir, "link", rooted)
				if (err != nil) != test.problem {
					t.Fatal(err)
				}
				if test.file != "" {
					if got := read(t, filepath.Join(dir, test.file)); got != "new" {
						t.Errorf("%s has %q", test.file, got)
					}
				}
				if info, err := os.Lstat(filepath.Join(dir, "link")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
					t.Errorf("the link is none any more: %v", err)
				}
			})
		}
	}
}

// writeTo writes "new" to a file of a directory, by its path or below a root.
func writeTo(t *testing.T, dir, name string, rooted bool) error {
	t.Helper()
	if !rooted {
		return Write(filepath.Join(dir, name), []byte("new"))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	return WriteIn(root, name, []byte("new"))
}

func TestWriteInStaysInside(t *testing.T) {
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	put(t, victim, "old", 0o644)
	dir := filepath.Join(outside, "root")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, victim, filepath.Join(dir, "absolute"))
	link(t, "../victim", filepath.Join(dir, "relative"))
	link(t, "..", filepath.Join(dir, "up"))
	for _, name := range []string{"absolute", "relative", "up/victim", "up/new", "../victim", "../new", victim, "sub/../../new"} {
		if err := writeTo(t, dir, name, true); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if got := read(t, victim); got != "old" {
		t.Errorf("the file outside has %q", got)
	}
	only(t, outside, "root", "victim")
	only(t, dir, "absolute", "relative", "sub", "up")
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "old", 0o644)
	for name, ok := range map[string]bool{"file": true, "new": true, "none/new": false, "file/new": false, ".": false} {
		if err := Check(filepath.Join(dir, name)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := read(t, filepath.Join(dir, "file")); got != "old" {
		t.Errorf("the file has %q", got)
	}
	only(t, dir, "file")
}
