package metering

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/randjava"
	"github.com/energylint/energylint/internal/tier"
	"github.com/energylint/energylint/internal/unit"
)

// stop is how many segments a call executes before it is ended. What it has executed is compared all the same.
const stop = 3000

// batch is how many programs are compiled and run by one start of the compiler and of the machine.
const batch = 200

// TestRandomJava holds runs of random Java programs over the JDK's collections against their bounds.
// ENERGYLINT_RANDOM_PROGRAMS says how many programs, and ENERGYLINT_RANDOM_SEED where to start (a number; 0 where it is
// not set). A failing program is printed, and is that of its seed.
func TestRandomJava(t *testing.T) {
	tier.Slow(t, tier.JVM)
	n := 40
	if s := os.Getenv("ENERGYLINT_RANDOM_PROGRAMS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	start, _ := strconv.ParseUint(os.Getenv("ENERGYLINT_RANDOM_SEED"), 10, 64)
	jvm := java(t, 17)
	platform := platformOf(t, jvm)
	for from := 0; from < n && !t.Failed(); from += batch {
		randomBatch(t, jvm, platform, start+uint64(from), min(batch, n-from))
	}
}

func randomBatch(t *testing.T, jvm string, platform callgraph.Library, start uint64, n int) {
	t.Helper()
	began := time.Now()
	files := compiled(t, jvm, start, n)
	compiling := time.Since(began)
	began = time.Now()
	x := newExecution(t)
	x.wrong = func(m *classfile.Method, err error) {
		name, _, _ := strings.Cut(m.Class.Name, "$")
		seed, _ := strconv.ParseUint(strings.TrimPrefix(name, "R"), 10, 64)
		t.Errorf("seed %d: %v\n%s", seed, err, randjava.Source(seed, true))
	}
	program := []string{"Driver"}
	for i := range n {
		name := randjava.ClassName(start + uint64(i))
		x.add(t, files[name], func(classes []*classfile.Class) *absint.Analyzer {
			h := callgraph.New(classes, platform, 1)
			var of []*unit.Class
			for _, c := range classes {
				of = append(of, &unit.Class{Class: c})
			}
			return engine(t, unit.NewProgram(h, of, 1))
		})
		program = append(program, name)
	}
	analysing := time.Since(began)
	if len(x.skipped) > 0 {
		t.Errorf("not instrumented: %v", x.skipped)
	}
	began = time.Now()
	text, err := x.start(t, jvm, []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", fmt.Sprintf("-Dmeter.stop=%d", stop)}, nil, program)
	if err != nil {
		t.Fatalf("%s: %v\n%s", jvm, err, text)
	}
	ran := time.Since(began)
	began = time.Now()
	if methods := x.check(t, x.counts(t)); methods < 2*n {
		t.Errorf("%d methods of %d programs were called, which is too few", methods, n)
	}
	t.Logf("compiled in %v, analysed in %v, ran in %v, checked in %v", compiling, analysing, ran, time.Since(began))
}

// platformOf finds the classes of the JDK of a machine.
func platformOf(t *testing.T, jvm string) callgraph.Library {
	t.Helper()
	a, err := driver.Load(context.Background(), driver.Options{Paths: []string{filepath.Join("..", "..", "testdata", "fixtures", "meter", "classes")}, JDK: filepath.Dir(filepath.Dir(jvm)), Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a.Program.Lookup
}

// compiled are the class files of programs, by their class and their name.
func compiled(t *testing.T, jvm string, start uint64, n int) map[string]map[string][]byte {
	t.Helper()
	javac := filepath.Join(filepath.Dir(jvm), "javac")
	if _, err := os.Stat(javac); err != nil {
		t.Skipf("no %s: random Java programs are not checked", javac)
	}
	dir := t.TempDir()
	classes := filepath.Join(dir, "classes")
	args := []string{"-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-implicit:none", "-nowarn", "-g", "--release", "17", "-d", classes}
	for i := range n {
		path := filepath.Join(dir, randjava.ClassName(start+uint64(i))+".java")
		if err := os.WriteFile(path, []byte(randjava.Source(start+uint64(i), true)), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	if out, err := exec.Command(javac, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", javac, err, out)
	}
	found, err := os.ReadDir(classes)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]map[string][]byte{}
	for _, f := range found {
		program, _, _ := strings.Cut(strings.TrimSuffix(f.Name(), ".class"), "$")
		if files[program] == nil {
			files[program] = map[string][]byte{}
		}
		if files[program][f.Name()], err = os.ReadFile(filepath.Join(classes, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
