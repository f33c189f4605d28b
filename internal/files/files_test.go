//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// layout makes a repository beside which there is a file that it must not reach.
func layout(t *testing.T) (repo string) {
	t.Helper()
	dir := t.TempDir()
	repo = filepath.Join(dir, "repo")
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(filepath.Join(repo, "a", "b"), 0o755))
	must(os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600))
	must(os.MkdirAll(filepath.Join(repo, ".git"), 0o755))
	must(os.WriteFile(filepath.Join(repo, ".git", "config"), []byte("token"), 0o600))
	must(os.WriteFile(filepath.Join(repo, "plain"), []byte("text"), 0o644))
	must(os.WriteFile(filepath.Join(repo, "a", "x.jar"), []byte("text"), 0o644))
	must(os.Truncate(filepath.Join(repo, "plain"), 4))
	must(os.WriteFile(filepath.Join(repo, "sparse"), nil, 0o644))
	must(os.Truncate(filepath.Join(repo, "sparse"), 1<<40))
	must(syscall.Mkfifo(filepath.Join(repo, "pipe"), 0o644))
	for name, to := range map[string]string{
		"inside": "a/x.jar", "zero": "/dev/zero", "up": "../secret", "absolute": filepath.Join(dir, "secret"), "out": "..", "new": "../new",
		"loop": "loop", "toPipe": "pipe", "a/self": ".", "a/b/top": "../..", "a/other": ".",
		"token": ".git/config", "a/b/git": "../../.git",
	} {
		must(os.Symlink(to, filepath.Join(repo, name)))
	}
	return repo
}

// within fails the test where f does not return soon.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		t.Fatal("it waits")
	}
}

func TestRead(t *testing.T) {
	repo := layout(t)
	for _, c := range []struct {
		name, free, confined string // the errors in the file system and in the tree
	}{
		{"plain", "", ""},
		{"inside", "", ""},
		{"a/../plain", "", ""},
		{"none", "no such file", "no such file"},
		{"a", "is no regular file", "is no regular file"},
		{"pipe", "is no regular file", "is no regular file"},
		{"toPipe", "is no regular file", "is no regular file"},
		{"sparse", "larger than the limit of 1 KiB", "larger than the limit of 1 KiB"},
		{"zero", "is no regular file", "leads out of"},
		{"up", "", "leads out of"},
		{"absolute", "", "leads out of"},
		{"../secret", "", "leads out of"},
		{".git/config", "", "leads out of"},
		{".GIT/config", "no such file", "leads out of"},
		{"token", "", "leads out of"},
		{"a/b/git/config", "", "leads out of"},
		{"out/secret", "", "leads out of"},
		{"loop", "too many", "too many"},
		{"plain\x00", "invalid", "invalid"},
	} {
		for tree, want := range map[*Tree]string{nil: c.free, In(repo): c.confined} {
			within(t, func() {
				_, err := tree.Read(repo+"/"+c.name, 1<<10)
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s in %v: %v, want %q", c.name, tree, err, want)
				}
			})
		}
	}
	if _, err := In(repo).Read(repo+"/sparse", 4); !errors.As(err, new(*SizeError)) {
		t.Error(err)
	}
	if b, err := Read(repo+"/plain", 4); err != nil || string(b) != "text" {
		t.Errorf("a file as large as its limit: %q, %v", b, err)
	}
	if _, err := Read("/proc/self/maps", 16); !errors.As(err, new(*SizeError)) {
		t.Errorf("a file without a size: %v", err)
	}
}

func TestCheck(t *testing.T) {
	repo := layout(t)
	tree := In(repo)
	for name, inside := range map[string]bool{
		"": true, "plain": true, "a": true, "a/b/top": true, "none": true, "none/none": true, "pipe": true,
		"..": false, "../repo2": false, "out": false, "out/repo": false, "new": false, "zero": false, "a/../../secret": false,
		".git": false, ".git/new": false, "token": false,
	} {
		if err := tree.Check(repo + "/" + name); (err == nil) != inside {
			t.Errorf("%q: %v", name, err)
		}
	}
	t.Chdir(repo)
	for _, dir := range []string{".", "a/..", "../repo"} {
		if In(dir).Check("a") != nil || In(dir).Check("../secret") == nil {
			t.Errorf("%s: paths relative to the working directory", dir)
		}
	}
	for _, c := range []struct {
		dir, path string
		inside    bool
	}{{"a", "plain", true}, {"a", "../secret", false}, {"out", "out/secret", true}, {"out", "plain", true}, {"..", "../secret", true}} {
		if err := Around(c.dir, ".").Check(c.path); (err == nil) != c.inside {
			t.Errorf("%s around %s: %v", c.path, c.dir, err)
		}
	}
	both := In("a", "../repo2")
	if both.Check("a/x.jar") != nil || both.Check("../repo2/new") != nil || both.Check("plain") == nil {
		t.Error("a tree of two directories")
	}
}

// What is written stays inside of the tree, whatever links there are.
func TestWrite(t *testing.T) {
	repo := layout(t)
	tree := In(repo)
	for name, ok := range map[string]bool{
		"fresh/deep/file": true, "plain": true, "inside": true, "a/b/top/made": true,
		"up": false, "absolute": false, "out/made": false, "new2/../../made": false, "../made": false, "pipe": false, "zero": false, "a": false,
		".git/config": false, "token": false, "loop": false, "new": false, "new/made": false,
	} {
		within(t, func() {
			if err := tree.Write(filepath.FromSlash(repo+"/"+name), []byte("written")); (err == nil) != ok {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if b, err := os.ReadFile(repo + "/a/x.jar"); err != nil || string(b) != "written" {
		t.Errorf("a link inside of the tree: %q, %v", b, err)
	}
	entries, err := os.ReadDir(filepath.Dir(repo))
	if err != nil || len(entries) != 2 {
		t.Errorf("beside the tree: %v, %v", entries, err)
	}
	if b, err := os.ReadFile(filepath.Dir(repo) + "/secret"); err != nil || string(b) != "secret" {
		t.Errorf("outside: %q, %v", b, err)
	}
}

// Two links of a directory to itself give a pattern of n parts 2^n paths.
func TestGlob(t *testing.T) {
	repo := layout(t)
	t.Chdir(repo)
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		{"a/*.jar", []string{"a/x.jar"}},
		{"*/*.jar", []string{"a/x.jar"}},
		{"a/self/*.jar", []string{"a/self/x.jar"}},
		{"none/*", nil},
		{"pipe/*", nil},
		{repo + "/a/*.jar", []string{repo + "/a/x.jar"}},
		{"a" + strings.Repeat("/*", 38) + "/x.jar", []string{}},
	} {
		within(t, func() {
			got, err := (*Tree)(nil).Glob(c.pattern)
			if err != nil || len(c.want) > 0 && !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, %v, want %v", c.pattern, got, err, c.want)
			}
		})
	}
	for _, bad := range []string{"[", "../*", "out/*", repo + "/../*"} {
		if got, err := In(".").Glob(bad); err == nil {
			t.Errorf("%s: %v", bad, got)
		}
	}
}
