package summaries

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
)

// layers returns the dependency mid, which calls and extends lib, and finds the classes of both.
func layers(t *testing.T) *Library {
	t.Helper()
	d := database(t, NewLibrary(fixture(t, "lib"), nil, nil, nil, 1))
	return NewLibrary(fixture(t, "mid"), nil, d.Find, d, 1)
}

// TestDependencyCallsLibrary holds costs through two libraries against the analysis of the whole program.
func TestDependencyCallsLibrary(t *testing.T) {
	uses := byName(fixture(t, "app"))("app/Uses")
	l := layers(t)
	for seed := range 20 {
		whole := prices(t, nil, nil, seed, append(append(fixture(t, "lib"), fixture(t, "mid")...), uses)...)
		got := prices(t, l.Find, l, seed, uses)
		if len(got) != 8 { // and the constructor
			t.Fatalf("%d methods", len(got))
		}
		for name, x := range got {
			if name == "<init>" {
				continue
			}
			if name == "twiceOf" { // the dependency overrides what the library calls
				if why := strings.Join(x.missing, " "); !strings.Contains(why, "which code outside of the library overrides") {
					t.Errorf("%s: missing %q", name, why)
				}
				continue
			}
			if x, want := x.cost(seed), whole[name].cost(seed); len(got[name].missing) > 0 || x < want*(1-1e-9) || x > want*(1+1e-9) {
				t.Errorf("seed %d: %s costs %v, want %v; missing %q", seed, name, x, want, got[name].missing)
			}
		}
	}
}

// counting counts the questions that reach a library.
type counting struct {
	to    absint.Foreign
	mu    sync.Mutex
	asked int
}

func (c *counting) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	c.mu.Lock()
	c.asked++
	c.mu.Unlock()
	return c.to.Cost(m, direct)
}

func testKey() (Key, error) { return Key{[]string{"test"}}, nil }

// cachedPrices evaluates the callers of the dependency with a cache, and saves it.
func cachedPrices(t *testing.T, dir string) (got map[string]price, asked int) {
	t.Helper()
	l := layers(t)
	c := &counting{to: l}
	cached := NewCached(dir, testKey, c)
	got = prices(t, l.Find, cached, 3, byName(fixture(t, "app"))("app/Uses"))
	if err := cached.Save(1 << 20); err != nil {
		t.Fatal(err)
	}
	return got, c.asked
}

// TestCache: the second time everything is the same, and nothing is computed.
func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	l := layers(t)
	want := prices(t, l.Find, l, 3, byName(fixture(t, "app"))("app/Uses"))
	for i, most := range []int{100, 0, 0} {
		got, asked := cachedPrices(t, dir)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("run %d: %v, want %v", i, got, want)
		}
		if asked > most || i == 0 && asked == 0 {
			t.Errorf("run %d asks for %d costs", i, asked)
		}
	}
	files := costFiles(t, dir)
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	// Of the first half of the file nothing can be used, nor of one with a wrong bit.
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte(nil), data...)
	flipped[len(flipped)/2] ^= 4
	for _, damaged := range [][]byte{data[:len(data)/2], flipped, nil} {
		if err := os.WriteFile(files[0], damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, asked := cachedPrices(t, dir); !reflect.DeepEqual(got, want) || asked == 0 {
			t.Errorf("with a damaged file: %v after %d questions, want %v", got, asked, want)
		}
		if _, asked := cachedPrices(t, dir); asked != 0 {
			t.Error("a damaged file is not replaced")
		}
	}
}

func costFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCacheOfMany: writers do not disturb each other, and nothing of what was written stays behind but the file.
func TestCacheOfMany(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		l := layers(t)
		wg.Go(func() {
			c := NewCached(dir, testKey, l)
			for _, m := range fixtureMethods(l, "mid/Box") {
				c.Cost(m, true)
				if err := c.Save(1 << 20); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if files := costFiles(t, dir); len(files) != 1 {
		t.Errorf("files %q", files)
	}
	c := NewCached(dir, testKey, &counting{to: nil}) // nil: would panic
	for _, m := range fixtureMethods(layers(t), "mid/Box") {
		m.Interface = true
		if _, ok := c.Cost(m, true); !ok {
			t.Errorf("%v is not there", m)
		}
	}
}

func fixtureMethods(l *Library, class string) []classfile.Member {
	var out []classfile.Member
	for _, m := range l.Find(class).Methods {
		out = append(out, classfile.Member{Class: class, Name: m.Name, Desc: m.Desc})
	}
	return out
}

// TestEviction: the files that were used the longest ago go first, other files stay.
func TestEviction(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"old.costs", "older.costs", "new.costs", "other.txt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 1000), 0o600); err != nil {
			t.Fatal(err)
		}
		used := time.Now().Add(-time.Duration([]int{2, 3, 1, 9}[i]) * time.Hour)
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	if err := evict(dir, filepath.Join(dir, "older.costs"), 2000); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, f := range costFiles(t, dir) {
		left = append(left, filepath.Base(f))
	}
	if want := []string{"new.costs", "older.costs", "other.txt"}; !reflect.DeepEqual(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

// TestKey: content counts, in files and in directories; times do not.
func TestKey(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	key := func() string {
		k, err := Key{}.WithFiles("class path", []string{dir, filepath.Join(dir, "a.jar")})
		if err != nil {
			t.Fatal(err)
		}
		return k.name()
	}
	write("a.jar", "one")
	write("sub/B.class", "two")
	first := key()
	write("a.jar", "one")
	if key() != first {
		t.Error("the key depends on more than the content")
	}
	seen := map[string]string{first: "first"}
	for _, x := range []struct{ name, text string }{{"a.jar", "onf"}, {"sub/B.class", "twp"}, {"sub/C.class", ""}} {
		write(x.name, x.text)
		if other, dup := seen[key()]; dup {
			t.Errorf("after writing %s the key is that of %s", x.name, other)
		}
		seen[key()] = x.name
	}
	if _, err := (Key{}).WithFiles("class path", []string{filepath.Join(dir, "missing.jar")}); err == nil {
		t.Error("a key of a file that there is not")
	}
	if a, b := (Key{}).With("x", "y").With("z", ""), (Key{}).With("x", "").With("y z", ""); a.name() == b.name() {
		t.Error("two keys are the same")
	}
	if _, err := NewKey(); err != nil {
		t.Error(err)
	}
}

// FuzzCosts: a damaged file is an error, or lacks answers, never a panic.
func FuzzCosts(f *testing.F) {
	data, err := encodeCosts("id", map[call]known{{classfile.Member{Class: "a", Name: "b", Desc: "()V"}, true}: {}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := openCosts(data)
		if err != nil {
			return
		}
		for k := range file.costs {
			file.cost(k)
		}
	})
}
