package classfile_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/tier"
)

// corpusFiles returns what there is to read.
func corpusFiles(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range corpus.Names() {
		files[name] = corpus.Path(name)
	}
	for _, home := range corpus.Images(t) {
		files[filepath.Base(home)] = corpus.Image(home)
	}
	return files
}

// eachClass calls f with every class file of a container, on all processors.
func eachClass(t testing.TB, path string, f func(path string, data []byte)) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%s is missing: run script/corpus", path)
	}
	es, ps := archive.List([]string{path}, archive.Options{})
	defer archive.Close(es)
	for _, p := range ps {
		t.Error(p)
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(es)); i = next.Add(1) - 1 {
				b, err := es[i].Read()
				if err != nil {
					t.Errorf("%s: %v", es[i].Path, err)
					continue
				}
				f(es[i].Path, b)
			}
		})
	}
	wg.Wait()
}

// Every class and every method of real programs is read without an error.
func TestCorpus(t *testing.T) {
	tier.Slow(t, tier.Corpus)
	for name, path := range corpusFiles(t) {
		t.Run(name, func(t *testing.T) {
			var classes, instructions atomic.Int64
			var newest atomic.Int64
			eachClass(t, path, func(path string, data []byte) {
				n, err := classfile.Everything(data)
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				classes.Add(1)
				instructions.Add(int64(n))
				if v := int64(data[6])<<8 | int64(data[7]); v > newest.Load() {
					newest.Store(v)
				}
			})
			t.Logf("%d classes up to version %d, %d instructions", classes.Load(), newest.Load(), instructions.Load())
		})
	}
}

// javap finds the same instructions at the same offsets.
func TestJavap(t *testing.T) {
	tier.Slow(t, tier.JVM)
	javap := tier.Program(t, "javap")
	dir := t.TempDir()
	jar := corpus.Path("guava.jar")
	var mu sync.Mutex
	want := map[string][]string{} // of class: "offset: mnemonic" of all methods in order
	var files []string
	eachClass(t, jar, func(path string, data []byte) {
		for _, part := range []string{"/collect/MapMakerInternalMap.class", "/collect/ImmutableMap.class", "/math/LongMath.class", "/base/CharMatcher.class", "/hash/Murmur3_128HashFunction$Murmur3_128Hasher.class", "/util/concurrent/AbstractFuture.class", "/thirdparty/publicsuffix/TrieParser.class", "/primitives/Doubles.class"} {
			if !strings.HasSuffix(path, part) {
				continue
			}
			c, err := classfile.Parse(data)
			if err != nil {
				t.Error(err)
				return
			}
			var is []string
			for i := range c.Methods {
				code, err := c.Methods[i].Code()
				if err != nil || code == nil {
					continue
				}
				for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
					name := code.Op(pc).String()
					if classfile.Op(code.Bytes[pc]) == classfile.OpWide {
						name += "_w"
					}
					if t, ok := code.Branch(pc); ok {
						name += " " + strconv.Itoa(t)
					} else if i := code.Index(pc); i > 0 {
						name += " #" + strconv.Itoa(i)
					}
					is = append(is, fmt.Sprintf("%d: %s", pc, name))
				}
			}
			file := filepath.Join(dir, strconv.Itoa(len(part))+filepath.Base(part))
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Error(err)
			}
			mu.Lock()
			files = append(files, file)
			want[file] = is
			mu.Unlock()
		}
	})
	if len(files) != 8 {
		t.Fatalf("guava has %d of the 8 classes", len(files))
	}
	line := regexp.MustCompile(`^ +(\d+): ([a-z][a-z0-9_]*)(?: +(#?\d+))?`)
	total := 0
	for _, file := range files {
		out, err := exec.Command(javap, "-p", "-c", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for l := range strings.Lines(string(out)) {
			m := line.FindStringSubmatch(l)
			if m == nil {
				continue
			}
			op := m[2]
			_, isBranch := map[string]bool{"goto": true, "goto_w": true, "jsr": true, "jsr_w": true}[op]
			if strings.HasPrefix(m[3], "#") || strings.HasPrefix(op, "if") || isBranch {
				op += " " + m[3]
			}
			got = append(got, m[1]+": "+op)
		}
		is := want[file]
		for i := range max(len(got), len(is)) {
			if i >= len(got) || i >= len(is) || got[i] != is[i] {
				t.Errorf("%s: %d instructions, javap has %d; instruction %d differs: %v and %v", filepath.Base(file), len(is), len(got), i, is[min(i, len(is)):min(i+1, len(is))], got[min(i, len(got)):min(i+1, len(got))])
				break
			}
		}
		total += len(got)
	}
	t.Logf("%d instructions compared", total)
}

// BenchmarkGuava reads and checks every method of guava, on all processors; unzip -t of the same jar is the
// measure that the documentation compares with.
func BenchmarkGuava(b *testing.B) {
	path := corpus.Path("guava.jar")
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			eachClass(b, path, func(path string, data []byte) {
				c, err := classfile.Parse(data)
				if err != nil {
					b.Error(err)
					return
				}
				for i := range c.Methods {
					if _, err := c.Methods[i].Code(); err != nil {
						b.Error(err)
					}
				}
			})
		}
	})
	b.Run("unzip", func(b *testing.B) {
		unzip, err := exec.LookPath("unzip")
		if err != nil {
			b.Skip("unzip is not on the PATH")
		}
		for b.Loop() {
			if err := exec.Command(unzip, "-tqq", path).Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
