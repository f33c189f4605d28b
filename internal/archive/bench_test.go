package archive

import (
	"compress/flate"
	"io"
	"testing"

	kflate "github.com/klauspost/compress/flate"
)

// BenchmarkRead lists and reads a whole jar, the part of an analysis that unzip -t does too.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"guava.jar", "compiler.jar", "vnu.jar", "selenium.jar"} {
		b.Run(name, func(b *testing.B) {
			path := corpus(b, name)
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
	path := corpus(b, "selenium.jar")
	b.ReportAllocs()
	for b.Loop() {
		es, _ := List([]string{path}, Options{})
		Close(es)
	}
}

// BenchmarkInflate compares this package's inflate with the standard library's on the classes of guava.
func BenchmarkInflate(b *testing.B) {
	es, _ := List([]string{corpus(b, "guava.jar")}, Options{})
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
				if err := inflate(p.dst, p.src); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	var in byteReader
	for _, c := range []struct {
		name  string
		r     io.ReadCloser
		reset func(io.ReadCloser)
	}{
		{"standard", flate.NewReader(&in), func(r io.ReadCloser) { r.(flate.Resetter).Reset(&in, nil) }},
		{"klauspost", kflate.NewReader(&in), func(r io.ReadCloser) { r.(kflate.Resetter).Reset(&in, nil) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(total)
			for b.Loop() {
				for _, p := range all {
					in.b = p.src
					c.reset(c.r)
					if _, err := io.ReadFull(c.r, p.dst); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// byteReader is the least that flate takes without wrapping it.
type byteReader struct{ b []byte }

func (r *byteReader) Read(b []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.b)
	r.b = r.b[n:]
	return n, nil
}

func (r *byteReader) ReadByte() (byte, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c, nil
}
