//go:build unix

package source

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A class file can name any file as its source, and a repository can hold any link under that name.
func TestHostileSources(t *testing.T) {
	outside := t.TempDir()
	repo := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	src := filepath.Join(repo, "src")
	for _, dir := range []string{filepath.Join(src, "p"), filepath.Join(src, ".git"), filepath.Join(repo, "other")} {
		must(os.MkdirAll(dir, 0o755))
	}
	write := func(name string) { must(os.WriteFile(name, []byte("package p;\nsecret\n"), 0o644)) }
	write(filepath.Join(outside, "Secret.java"))
	write(filepath.Join(repo, ".env"))
	write(filepath.Join(repo, "other", "Other.java"))
	write(filepath.Join(src, "p", "env"))
	write(filepath.Join(src, ".git", "Config.java"))
	must(syscall.Mkfifo(filepath.Join(src, "p", "Pipe.java"), 0o644))
	must(os.WriteFile(filepath.Join(src, "p", "Huge.java"), nil, 0o644))
	must(os.Truncate(filepath.Join(src, "p", "Huge.java"), 1<<40))
	must(os.Mkdir(filepath.Join(src, "p", "Dir.java"), 0o755))
	for name, to := range map[string]string{
		"Linked.java": filepath.Join(outside, "Secret.java"), "Zero.java": "/dev/zero", "Env.java": "../../.env", "Beside.java": "../../other/Other.java",
		"Git.java": "../.git/Config.java", "Loop.java": "Loop.java", "Climb.java": "../../../" + filepath.Base(outside) + "/Secret.java",
	} {
		must(os.Symlink(to, filepath.Join(src, "p", name)))
	}
	for _, c := range []struct{ class, source, want string }{
		{"p/Beside", "Beside.java", ""}, // inside of the repository
		{"p/Linked", "Linked.java", "leads out of"},
		{"p/Climb", "Climb.java", "leads out of"},
		{"p/Zero", "Zero.java", "is a symbolic link to /dev/zero"},
		{"p/Env", "Env.java", "is a symbolic link to"},
		{"p/Git", "Git.java", "leads out of"},
		{"p/Pipe", "Pipe.java", "is no regular file"},
		{"p/Huge", "Huge.java", "larger than the limit of 16 MiB"},
		{"p/Dir", "Dir.java", "is no regular file"},
		{"p/Loop", "Loop.java", "too many"},
	} {
		ix := New([]string{src}, repo)
		path, ok := ix.File(c.class, c.source)
		reason := ""
		for _, u := range ix.Unreadable() {
			reason = u.Reason
		}
		if ok != (c.want == "") || !strings.Contains(reason, c.want) || c.want == "" && reason != "" {
			t.Errorf("%s: %q, %v, %q, want %q", c.class, path, ok, reason, c.want)
		}
		if line, ok := ix.Line(path, 2); ok != (c.want == "") {
			t.Errorf("%s: its second line is %q, %v", c.class, line, ok)
		}
	}
	pipe := filepath.Join(src, "p", "Pipe.java")
	if us := New([]string{pipe, src, pipe}, repo).Unreadable(); len(us) != 1 || us[0] != (Unreadable{pipe, "it is no directory"}) {
		t.Errorf("a source directory that is a pipe: %v", us)
	}
	ix := New([]string{src, repo}, repo)
	for _, c := range []struct{ class, source string }{
		{"", ""}, {"/", ""}, {"p/", ""}, {"p/", "Beside.java/"}, {"//", ""}, {"p//Beside", ""}, {"$", ""}, {"p/$", ""}, {"p/$$", ""}, {"p/Beside\x00", ""},
		{"p/Beside", "Beside.java\x00"}, {"p/Beside", "../../other/Other.java"}, {"../" + filepath.Base(outside) + "/X", "Secret.java"},
		{"p/X", "env"}, {"X", ".env"}, {".git/X", "config"}, {"src/.git/X", "Config.java"}, {"p/X", ".."}, {"p/X", "."}, {strings.TrimPrefix(outside, "/") + "/X", "Secret.java"},
		{outside + "/X", "Secret.java"}, {`p\Beside`, `Beside.java`}, {"p/Beside", `..\..\other\Other.java`}, {"\xff/\xed\xa0\x80", ""},
	} {
		if path, ok := ix.File(c.class, c.source); ok {
			t.Errorf("File(%q, %q) = %q", c.class, c.source, path)
		}
	}
}
