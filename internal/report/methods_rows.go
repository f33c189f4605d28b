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
// program take several times as much. The zero value has no methods.
type MethodRows struct {
	mu    sync.Mutex
	rows  []methodRow
	size  int   // of the JSON
	plain int   // the rows before it are compressed
	err   error // the first
}

// methodRow is the JSON of a method, and what the report is sorted by.
type methodRow struct {
	class, name, descriptor string
	line, position          int
	json                    []byte
	packed                  bool // json is compressed
}

// plainRows is how many bytes of JSON are kept as they are. Of more, what comes is compressed, and with each row one that came before. All
// of guava.jar takes 36 MB, all of compiler.jar 0.15 GB, all of kotlin-compiler.jar 1.1 GB, which is 0.2 GB then.
var plainRows = 192 << 20

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
	r.mu.Lock()
	r.size += len(b)
	row := methodRow{class: m.Class, name: m.Name, descriptor: m.Descriptor, line: m.Line, position: position, packed: r.size > plainRows}
	r.mu.Unlock()
	if err == nil {
		row.json, err = pack(b, row.packed)
	}
	r.mu.Lock()
	r.rows = append(r.rows, row)
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	if row.packed {
		r.packEarlier()
	}
}

// packEarlier compresses one of the rows that came before there were too many.
func (r *MethodRows) packEarlier() {
	i, json := r.nextPlain()
	if json == nil {
		return
	}
	packed, err := pack(json, true)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.err = cmp.Or(r.err, err)
		return
	}
	r.rows[i].json, r.rows[i].packed = packed, true
}

// nextPlain returns the first row that is not compressed, to be compressed; nil if there is none.
func (r *MethodRows) nextPlain() (i int, json []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ; r.plain < len(r.rows); r.plain++ {
		if x := &r.rows[r.plain]; !x.packed {
			r.plain++
			return r.plain - 1, x.json
		}
	}
	return 0, nil
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
	if !x.packed {
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
