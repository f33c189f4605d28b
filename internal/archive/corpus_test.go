package archive

import (
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
)

// readAll reads every entry, on all processors, and gives the number of bytes.
func readAll(t testing.TB, es []Entry) (bytes int64) {
	t.Helper()
	var wg sync.WaitGroup
	var mu sync.Mutex
	n := runtime.GOMAXPROCS(0)
	for k := range n {
		wg.Go(func() {
			sum := int64(0)
			for i := k; i < len(es); i += n {
				b, err := es[i].Read()
				if err != nil {
					t.Errorf("%s: %v", es[i].Path, err)
				}
				sum += int64(len(b))
			}
			mu.Lock()
			bytes += sum
			mu.Unlock()
		})
	}
	wg.Wait()
	return bytes
}

func TestCorpusJars(t *testing.T) {
	for _, name := range corpus.Names() {
		t.Run(name, func(t *testing.T) {
			es, ps := List([]string{corpus.Jar(t, name)}, Options{})
			defer Close(es)
			for _, p := range ps {
				t.Error(p)
			}
			t.Logf("%d classes, %d bytes", len(es), readAll(t, es))
		})
	}
}

func TestJDKs(t *testing.T) {
	for _, home := range corpus.Images(t) {
		t.Run(filepath.Base(home), func(t *testing.T) {
			es, ps := List([]string{home}, Options{})
			defer Close(es)
			for _, p := range ps {
				t.Error(p)
			}
			if len(es) < 20000 {
				t.Errorf("the image has %d classes only", len(es))
			}
			t.Logf("%d classes, %d bytes", len(es), readAll(t, es))
		})
	}
}
