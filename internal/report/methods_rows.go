package report

import (
	"bytes"
	"cmp"
	"compress/flate"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/energy/result"
)

// MethodRows are methods as the JSON that the report has of them, so that the values can be let go one by one: those of a large
// program take several times as much. The JSON goes to a temporary file once it is more than plainRows, and is compressed in memory
// where the system has no room for that. The zero value has no methods; Close removes the file.
type MethodRows struct {
	mu    sync.Mutex
	rows  []methodRow
	size  int // of the JSON
	spill *rowFile
	err   error // the first
}

// methodRow is the JSON of a method, and what the report is sorted by.
type methodRow struct {
	class, name, descriptor string
	line, position          int
	json                    []byte
	packed                  bool     // json is compressed
	spill                   *rowFile // has the JSON, nil where json does
	at                      int64    // where it is in the file
	size                    int      // and how long it is there
}

// plainRows is how many bytes of JSON are kept in memory. All of guava.jar takes 36 MB, all of kotlin-compiler.jar 1.1 GB.
var plainRows = 16 << 20

// lines write one row after the other.
var lines = sync.Pool{New: func() any { return new(line) }}

// rowPackers compress one row after the other.
var rowPackers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err) // of a level that does not exist
	}
	return w
}}

// rowReaders read what rowPackers wrote.
var rowReaders = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}

// Add adds a method. Of two at one place, that with the lower position comes first. It may be called from several goroutines.
func (r *MethodRows) Add(position int, m *result.Method) {
	w := lines.Get().(*line)
	defer lines.Put(w)
	x := completeMethod(*m)
	b, err := w.row(&x)
	row := methodRow{class: m.Class, name: m.Name, descriptor: m.Descriptor, line: m.Line, position: position}
	if err == nil && !r.toFile(b, &row) {
		row.json, err = pack(b, row.packed)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = append(r.rows, row)
	if r.err == nil {
		r.err = err
	}
}

// toFile adds JSON to the file where there is more than is kept in memory. It reports whether it did; where not, row.packed is whether
// the JSON is to be compressed.
func (r *MethodRows) toFile(json []byte, row *methodRow) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size += len(json)
	if r.size <= plainRows {
		return false
	}
	if r.spill == nil {
		r.spill = newRowFile()
	}
	at, ok := r.spill.add(json)
	if !ok {
		row.packed = true
		return false
	}
	row.spill, row.at, row.size = r.spill, at, len(json)
	return true
}

// Close removes the file. The rows cannot be written any more then.
func (r *MethodRows) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spill == nil {
		return nil
	}
	return r.spill.close()
}

// pack returns a copy of JSON, compressed if compress is set.
func pack(json []byte, compress bool) ([]byte, error) {
	if !compress {
		return slices.Clone(json), nil
	}
	var b bytes.Buffer
	w := rowPackers.Get().(*flate.Writer)
	defer rowPackers.Put(w)
	w.Reset(&b)
	if _, err := w.Write(json); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return slices.Clone(b.Bytes()), nil
}

// write writes the JSON of a method.
func (x *methodRow) write(b *bytes.Buffer) error {
	switch {
	case x.spill != nil:
		return x.spill.read(b, x.at, x.size)
	case !x.packed:
		b.Write(x.json)
		return nil
	}
	r := rowReaders.Get().(io.Reader)
	defer rowReaders.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(x.json), nil); err != nil {
		return err
	}
	_, err := b.ReadFrom(r)
	return err
}

// sorted returns the methods in the order of a report.
func (r *MethodRows) sorted() ([]methodRow, error) {
	slices.SortFunc(r.rows, func(a, b methodRow) int {
		return cmp.Or(strings.Compare(a.class, b.class), cmp.Compare(a.line, b.line), strings.Compare(a.name, b.name), strings.Compare(a.descriptor, b.descriptor), cmp.Compare(a.position, b.position))
	})
	return r.rows, r.err
}

// encodeRows writes a report as encode does, each method on a line, with the methods of rows in the place of its own, those of one
// program after those of another.
func encodeRows(w io.Writer, m *result.MethodReport, rows []*MethodRows) error {
	var all []methodRow
	for _, r := range rows {
		of, err := r.sorted()
		if err != nil {
			return err
		}
		all = append(all, of...)
	}
	return encodeFields(w, m, func(any) (int, element) {
		return len(all), func(b *bytes.Buffer, i int) error { return all[i].write(b) }
	})
}
