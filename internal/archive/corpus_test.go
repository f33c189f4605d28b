package archive

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// corpus returns the path of a corpus jar, or skips the test.
func corpus(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("ENERGYLINT_CORPUS")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			t.Skip(err)
		}
		dir = filepath.Join(home, ".cache", "energylint-corpus")
	}
	p := filepath.Join(dir, name)
	if _, err := os.Stat(p); err != nil {
		t.Skipf("%s is missing: run script/corpus", p)
	}
	return p
}

// jdkHomes returns the installed JDKs that have a run-time image, or skips the test.
func jdkHomes(t testing.TB) []string {
	t.Helper()
	var homes []string
	found, _ := filepath.Glob("/usr/lib/jvm/*/lib/modules")
	if h := os.Getenv("JAVA_HOME"); h != "" {
		found = append(found, filepath.Join(h, "lib", "modules"))
	}
	seen := map[string]bool{}
	for _, p := range found {
		real, err := filepath.EvalSymlinks(p)
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		homes = append(homes, filepath.Dir(filepath.Dir(real)))
	}
	if len(homes) == 0 {
		t.Skip("no JDK with lib/modules below /usr/lib/jvm or in JAVA_HOME")
	}
	return homes
}

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
	for _, name := range []string{"guava.jar", "compiler.jar", "vnu.jar", "selenium.jar", "recheck.jar", "kotlin-compiler.jar"} {
		t.Run(name, func(t *testing.T) {
			es, ps := List([]string{corpus(t, name)}, Options{})
			defer Close(es)
			for _, p := range ps {
				t.Error(p)
			}
			t.Logf("%d classes, %d bytes", len(es), readAll(t, es))
		})
	}
}

func TestJDKs(t *testing.T) {
	for _, home := range jdkHomes(t) {
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
