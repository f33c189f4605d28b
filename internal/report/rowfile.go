package report

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
)

// rowFile is a temporary file of rows. It is used by one goroutine at a time until all rows are there.
type rowFile struct {
	file     temporary // nil if there is none
	unlinked bool      // the file has no name any more
	full     bool      // nothing more can be written
	written  int64     // bytes in the file
	pending  []byte    // what follows them, which is not there yet
}

// temporary is what is needed of an *os.File.
type temporary interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Name() string
}

// writtenRows is how many bytes are written to the file at once.
const writtenRows = 1 << 20

// newRowFile returns an empty file, full from the start if none can be made.
func newRowFile() *rowFile {
	file, err := os.CreateTemp("", "energylint-methods-*.json")
	if err != nil {
		return &rowFile{full: true}
	}
	// Where the system allows it (not on Windows), the name goes at once: nothing stays behind after a crash.
	return &rowFile{file: file, unlinked: os.Remove(file.Name()) == nil}
}

// add appends a row and returns where it begins; ok is false if there is no room for it. What was added before stays.
func (f *rowFile) add(row []byte) (at int64, ok bool) {
	if f.full {
		return 0, false
	}
	at = f.written + int64(len(f.pending))
	f.pending = append(f.pending, row...)
	if len(f.pending) >= writtenRows {
		if _, err := f.file.WriteAt(f.pending, f.written); err != nil {
			f.full, f.pending = true, slices.Clone(f.pending)
			return at, true
		}
		f.written += int64(len(f.pending))
		f.pending = f.pending[:0]
	}
	return at, true
}

// read writes a row to b.
func (f *rowFile) read(b *bytes.Buffer, at int64, size int) error {
	if at >= f.written {
		b.Write(f.pending[at-f.written:][:size])
		return nil
	}
	b.Grow(size)
	row := b.AvailableBuffer()[:size]
	if _, err := f.file.ReadAt(row, at); err != nil {
		return err
	}
	b.Write(row)
	return nil
}

// close removes the file.
func (f *rowFile) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	if !f.unlinked {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return err
}
