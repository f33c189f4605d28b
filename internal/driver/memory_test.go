//go:build linux

package driver

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/tier"
)

// classFile makes a class file of a name, with methods m()V without code and an attribute that is not read.
func classFile(name string, methods int, attribute []byte) []byte {
	u2 := binary.BigEndian.AppendUint16
	text := func(b []byte, s string) []byte { return append(u2(append(b, 1), uint16(len(s))), s...) }
	b := []byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 8}
	b = text(b, name)
	b = append(b, 7, 0, 1)
	b = text(b, "java/lang/Object")
	b = append(b, 7, 0, 3)
	b = text(b, "m")
	b = text(b, "()V")
	b = text(b, "Bulk")
	b = append(b, 4, 1, 0, 2, 0, 4, 0, 0, 0, 0) // abstract, no interfaces, no fields
	b = u2(b, uint16(methods))
	for range methods {
		b = append(b, 4, 1, 0, 5, 0, 6, 0, 0)
	}
	if attribute == nil {
		return u2(b, 0)
	}
	b = append(u2(b, 1), 0, 7)
	return append(binary.BigEndian.AppendUint32(b, uint32(len(attribute))), attribute...)
}

func writeJar(t *testing.T, prefix string, classes int, class func(name string) []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "hostile.jar")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for i := range classes {
		name := fmt.Sprintf("%s/C%05d", prefix, i)
		w, err := z.Create(name + ".class")
		if err == nil {
			_, err = w.Write(class(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestMemoryIsBounded reads hostile archives in processes of their own, whose peak is to be at most 1 GB and twice the
// size of the archive.
func TestMemoryIsBounded(t *testing.T) {
	tier.Slow(t, tier.Long)
	if path := os.Getenv("ENERGYLINT_HOSTILE_JAR"); path != "" {
		r := check(t, Options{Paths: []string{path}, Jobs: 4, Rules: []*analysis.Analyzer{oneFindingPerCall}, Infos: infos})
		fmt.Printf("classes %d\n", r.Classes)
		for _, n := range r.Notifications {
			fmt.Printf("%s %s\n", n.Level, n.Message)
		}
		return
	}
	noise := rand.New(rand.NewPCG(1, 2))
	bulk := make([]byte, 20<<20) // compressed about 100 to 1
	for i := range bulk {
		if i%2000 < 20 {
			bulk[i] = byte(noise.Uint32())
		}
	}
	tests := []struct {
		name    string
		classes int
		class   func(name string) []byte
		want    []string
	}{
		{"methods", 200, func(n string) []byte { return classFile(n, 65_535, nil) }, []string{"error", "classes are left out, from p.C000"}},
		{"attributes", 40, func(n string) []byte { return classFile(n, 1, bulk) }, []string{"classes 40\n", "note 20 MiB of its 20 MiB are no class"}},
		{"tiny", 60_000, func(n string) []byte { return classFile(n, 1, nil) }, []string{"classes 60000\n"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			path := writeJar(t, "p", c.classes, c.class)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryIsBounded$", "-test.v")
			cmd.Env = append(os.Environ(), "ENERGYLINT_HOSTILE_JAR="+path)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, w := range c.want {
				if !strings.Contains(string(out), w) {
					t.Errorf("no %q in\n%.2000s", w, out)
				}
			}
			peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
			t.Logf("jar of %d KB: %d MB", info.Size()/1000, peak/1_000_000)
			if peak > 1_000_000_000+2*info.Size() {
				t.Errorf("a jar of %d bytes takes %d", info.Size(), peak)
			}
		})
	}
}

// TestAllowancesAreOfEachInput checks that an input which takes too much leaves the others theirs, whatever the number of
// goroutines.
func TestAllowancesAreOfEachInput(t *testing.T) {
	bad := writeJar(t, "bad", 30, func(n string) []byte { return classFile(n, 65_535, nil) })
	good := writeJar(t, "good", 20, func(n string) []byte { return classFile(n, 3, nil) })
	var first string
	for _, jobs := range []int{1, 4} {
		a, err := Load(context.Background(), Options{Paths: []string{bad, good}, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range a.loaded.classes {
			got += c.Name + " "
		}
		for _, n := range a.loaded.notes {
			got += n.Path + n.Message
		}
		if !strings.Contains(got, " good/C00019") || !strings.Contains(got, "left out, from ") {
			t.Error(got)
		}
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("with %d goroutines\n%s\nwith 1\n%s", jobs, got, first)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
