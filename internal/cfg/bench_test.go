package cfg

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// BenchmarkCorpus builds and tiles every method of a jar, class by class, and reports the time per instruction.
func BenchmarkCorpus(b *testing.B) {
	for _, path := range append([]string{corpus.Path("guava.jar"), corpus.Path("vnu.jar")}, corpus.Image(corpus.Images(b)[0])) {
		b.Run(filepath.Base(path), func(b *testing.B) { benchmarkJar(b, path) })
	}
}

func benchmarkJar(b *testing.B, path string) {
	var codes []*classfile.Code
	instructions := 0
	var mu sync.Mutex
	eachCorpusMethod(b, path, func(_ *classfile.Method, c *classfile.Code) {
		mu.Lock()
		defer mu.Unlock()
		codes = append(codes, c)
		instructions += c.Count
	})
	slices.SortStableFunc(codes, func(c, d *classfile.Code) int {
		return strings.Compare(c.Method.Class.Name, d.Method.Class.Name)
	})
	run := func(name string, f func(c *classfile.Code) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range codes {
					if err := f(c); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(instructions), "ns/instruction")
		})
	}
	run("build", func(c *classfile.Code) error {
		_, err := Build(c)
		return err
	})
	run("build+tile", func(c *classfile.Code) error {
		g, err := Build(c)
		if err != nil {
			return err
		}
		_, err = Tile(g)
		return err
	})
}

// BenchmarkLargest builds and tiles methods of nearly 64 KB that are hard on quadratic algorithms.
func BenchmarkLargest(b *testing.B) {
	for _, shape := range []struct {
		name string
		code func(s *strings.Builder)
	}{
		{"calls in a try", func(s *strings.Builder) { // every block has an edge to each handler
			for i := range 8000 {
				fmt.Fprintf(s, "b%d: invokestatic\niinc 0 1\n", i)
			}
			s.WriteString("return\nh: pop\nreturn\n")
			for range 8 {
				s.WriteString(".catch b0 h h A\n.catch b0 h h B\n.catch b0 h h C\n")
			}
		}},
		{"nested try", func(s *strings.Builder) {
			for i := range 3000 {
				fmt.Fprintf(s, "b%d: invokestatic\n", i)
			}
			s.WriteString("return\n")
			for i := range 3000 {
				fmt.Fprintf(s, "h%d: pop\ngoto b%d\n.catch b%d h0 h%d any\n", i, i, i, i)
			}
		}},
		{"nested loops", func(s *strings.Builder) {
			for i := range 6000 {
				fmt.Fprintf(s, "b%d: iload_0\n", i)
			}
			for i := range 6000 {
				fmt.Fprintf(s, "iload_0\nifne b%d\n", 5999-i)
			}
			s.WriteString("return\n")
		}},
		{"ladder", func(s *strings.Builder) { // irreducible throughout
			for i := range 5000 {
				fmt.Fprintf(s, "b%d: iload_0\nifeq b%d\niload_0\nifeq b%d\n", i, min(i+3, 4999), max(i-3, 0))
			}
			s.WriteString("return\n")
		}},
		{"switch", func(s *strings.Builder) {
			s.WriteString("iload_0\nlookupswitch end")
			for i := range 5000 {
				fmt.Fprintf(s, " %d=b%d", i, i)
			}
			for i := range 5000 {
				fmt.Fprintf(s, "\nb%d: iinc 0 1\n", i)
			}
			s.WriteString("end: return\n")
		}},
		{"straight", func(s *strings.Builder) {
			for range 15000 {
				s.WriteString("aload_0\niconst_1\niconst_2\niastore\n")
			}
			s.WriteString("return\n")
		}},
	} {
		var s strings.Builder
		shape.code(&s)
		data, err := assemble(s.String())
		if err != nil {
			b.Fatal(err)
		}
		code, err := parseMethod(data)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(shape.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g, err := Build(code)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Tile(g); err != nil {
					b.Fatal(err)
				}
				g.PostDominators()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(code.Count), "ns/instruction")
		})
	}
}
