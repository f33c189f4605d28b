package cfg

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
)

// eachCorpusMethod calls f, from two goroutines, with the code of every method of an archive. It skips the test
// where the archive is not installed.
func eachCorpusMethod(t testing.TB, path string, f func(m *classfile.Method, c *classfile.Code)) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	entries, problems := archive.List([]string{path}, archive.Options{})
	defer archive.Close(entries)
	for _, p := range problems {
		t.Log(p)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(entries); i = next.Add(1) - 1 {
				if err := eachMethod(&entries[i], f); err != nil {
					t.Errorf("%s: %v", entries[i].Path, err)
				}
			}
		})
	}
	wg.Wait()
}

func eachMethod(e *archive.Entry, f func(m *classfile.Method, c *classfile.Code)) error {
	data, err := e.Read()
	if err != nil {
		return err
	}
	class, err := classfile.Parse(data)
	if err != nil {
		return err
	}
	for i := range class.Methods {
		m := &class.Methods[i]
		code, err := m.Code()
		if err != nil {
			return err
		}
		if code != nil {
			f(m, code)
		}
	}
	return nil
}

const (
	guava = "/usr/share/java/guava.jar"
	jdk17 = "/usr/lib/jvm/java-17-openjdk-amd64/lib/modules"
	jdk25 = "/usr/lib/jvm/temurin-25-jdk-amd64/lib/modules"
)

// corpus returns the path of a jar of the corpus that script/corpus fills.
func corpus(name string) string {
	dir := os.Getenv("ENERGYLINT_CORPUS")
	if dir == "" {
		home, _ := os.UserHomeDir()
		dir = filepath.Join(home, ".cache", "energylint-corpus")
	}
	return filepath.Join(dir, name)
}

func TestCorpus(t *testing.T) {
	for _, path := range []string{guava, jdk17, jdk25, corpus("compiler.jar"), corpus("vnu.jar"), corpus("selenium.jar"),
		corpus("recheck.jar"), corpus("kotlin-compiler.jar")} {
		t.Run(path, func(t *testing.T) {
			if testing.Short() && path != guava {
				t.Skip("long: not with -short")
			}
			var methods, instructions, irreducible, subroutines atomic.Int64
			eachCorpusMethod(t, path, func(m *classfile.Method, c *classfile.Code) {
				g, err := checkAll(c)
				if err != nil {
					t.Errorf("%s.%s: %v", m.Class.Name, m.ID(), err)
					return
				}
				methods.Add(1)
				instructions.Add(int64(c.Count))
				if len(g.Irreducible) > 0 {
					irreducible.Add(1)
				}
				if g.HasSubroutines {
					subroutines.Add(1)
				}
			})
			t.Logf("%d methods, %d instructions; irreducible: %d methods, with subroutines: %d", methods.Load(),
				instructions.Load(), irreducible.Load(), subroutines.Load())
		})
	}
}

// checkAll builds and tiles code and checks all invariants.
func checkAll(c *classfile.Code) (*Graph, error) {
	g, err := Build(c)
	if err != nil {
		return nil, err
	}
	if err := Check(g); err != nil {
		return nil, err
	}
	t, err := Tile(g)
	if err != nil {
		return nil, err
	}
	return g, CheckTiling(g, t)
}
