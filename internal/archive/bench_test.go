package archive

import (
	"bytes"
	"compress/flate"
	"io"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
)

// BenchmarkRead lists and reads a whole jar, the part of an analysis that unzip -t does too.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"guava.jar", "compiler.jar", "vnu.jar", "selenium.jar"} {
		b.Run(name, func(b *testing.B) {
			path := corpus.Jar(b, name)
			b.ReportAllocs()
			for b.Loop() {
				es, _ := List([]string{path}, Options{})
				b.SetBytes(readAll(b, es))
				Close(es)
			}
		})
	}
}

// BenchmarkList is the listing alone.
func BenchmarkList(b *testing.B) {
	path := corpus.Jar(b, "selenium.jar")
	b.ReportAllocs()
	for b.Loop() {
		es, _ := List([]string{path}, Options{})
		Close(es)
	}
}

// BenchmarkInflate compares this package's inflate with the standard library's on the classes of guava.
func BenchmarkInflate(b *testing.B) {
	es, _ := List([]string{corpus.Jar(b, "guava.jar")}, Options{})
	defer Close(es)
	type packed struct{ src, dst []byte }
	var all []packed
	total := int64(0)
	for _, e := range es {
		src := e.from.(*zipSource)
		f := src.files[e.at]
		off, err := f.DataOffset()
		if err != nil {
			b.Fatal(err)
		}
		p := packed{make([]byte, f.CompressedSize64), make([]byte, f.UncompressedSize64)}
		if err := readFullAt(src.r, p.src, off); err != nil {
			b.Fatal(err)
		}
		total += int64(len(p.dst))
		all = append(all, p)
	}
	b.Run("this", func(b *testing.B) {
		b.SetBytes(total)
		for b.Loop() {
			for _, p := range all {
				if err := Inflate(p.dst, p.src); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("standard", func(b *testing.B) {
		var in bytes.Reader
		r := flate.NewReader(&in)
		b.SetBytes(total)
		for b.Loop() {
			for _, p := range all {
				in.Reset(p.src)
				if err := r.(flate.Resetter).Reset(&in, nil); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(r, p.dst); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
