package cfg

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/tier"
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

// corpusPaths are the archives that the tests read.
func corpusPaths(t testing.TB) []string {
	var paths []string
	for _, name := range corpus.Names() {
		paths = append(paths, corpus.Path(name))
	}
	for _, home := range corpus.Images(t) {
		paths = append(paths, corpus.Image(home))
	}
	return paths
}

func TestCorpus(t *testing.T) {
	tier.Slow(t, tier.Corpus)
	for _, path := range corpusPaths(t) {
		t.Run(path, func(t *testing.T) {
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
	return g, checkTilings(g)
}

// checkTilings tiles a graph with and without parts.
func checkTilings(g *Graph) error {
	for _, tile := range []func(*Graph) (*Tiling, error){Tile, TileParts} {
		t, err := tile(g)
		if err == nil {
			err = CheckTiling(g, t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
