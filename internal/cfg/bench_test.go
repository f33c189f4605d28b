package cfg

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// BenchmarkGuava builds and tiles every method of guava.jar, class by class, and reports the time per
// instruction.
func BenchmarkGuava(b *testing.B) {
	var codes []*classfile.Code
	instructions := 0
	var mu sync.Mutex
	eachCorpusMethod(b, guava, func(_ *classfile.Method, c *classfile.Code) {
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
