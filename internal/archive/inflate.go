package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// inflater is a reusable decompressor with its input.
type inflater struct {
	in  bytes.Reader
	out io.ReadCloser
}

var inflaters = sync.Pool{New: func() any {
	i := &inflater{}
	i.out = flate.NewReader(&i.in)
	return i
}}

var errShort = errors.New("is corrupt: the compressed data ends before the declared size")

// inflate decompresses raw deflate data (RFC 1951) that must give exactly the bytes that dst has room for.
func inflate(dst, src []byte) error {
	i := inflaters.Get().(*inflater)
	defer func() {
		i.in.Reset(nil) // do not keep src alive
		inflaters.Put(i)
	}()
	i.in.Reset(src)
	if err := i.out.(flate.Resetter).Reset(&i.in, nil); err != nil {
		return fmt.Errorf("cannot be decompressed: %w", err)
	}
	switch _, err := io.ReadFull(i.out, dst); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return errShort
	case err != nil:
		return fmt.Errorf("is corrupt: %w", err)
	}
	var more [1]byte
	switch n, err := io.ReadFull(i.out, more[:]); {
	case n > 0:
		return errors.New("is corrupt: the compressed data is longer than the declared size")
	case err == io.ErrUnexpectedEOF:
		return errShort
	case err != io.EOF:
		return fmt.Errorf("is corrupt: %w", err)
	}
	return nil
}

// buffers holds the compressed data of one read each.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

func buffer(n int) *[]byte {
	b := buffers.Get().(*[]byte)
	if cap(*b) < n {
		*b = make([]byte, n)
	}
	*b = (*b)[:n]
	return b
}

// releaseBuffer keeps buffers of the usual size only.
func releaseBuffer(b *[]byte) {
	if cap(*b) <= 1<<20 {
		buffers.Put(b)
	}
}
