package snapshot

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// A file is a line with its format, and behind it, compressed, the layout of its values and the values.

const (
	magic   = "energylint snapshot "
	version = "1" // of the format, as in Schema
)

// MaxFile bounds the size of a file that is read.
const MaxFile = 1 << 28

// IsSnapshot reports whether a file that starts with some bytes is a snapshot, of whatever version.
func IsSnapshot(start []byte) bool { return bytes.HasPrefix(start, []byte(magic)) }

// HeaderSize is how many bytes IsSnapshot needs.
const HeaderSize = len(magic)

// Write writes a snapshot. The same snapshot gives the same bytes.
func Write(w io.Writer, s *Snapshot) error {
	e := &encoder{strings: map[string]uint64{}, floats: map[uint64]uint64{}}
	l := layoutOf(reflect.TypeFor[Snapshot]()).String()
	e.uint(uint64(len(l)))
	e.out = append(e.out, l...)
	e.value(reflect.ValueOf(s).Elem())
	if _, err := io.WriteString(w, magic+version+"\n"); err != nil {
		return err
	}
	z := gzip.NewWriter(w)
	if _, err := z.Write(e.out); err != nil {
		return err
	}
	return z.Close()
}

// again is what to do about a file that cannot be read.
const again = "make it again with energylint snapshot"

// Read reads a snapshot. Errors name what to do and not the file.
func Read(data []byte) (*Snapshot, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("it is not a snapshot of energylint; energylint snapshot makes one")
	}
	at := bytes.IndexByte(rest, '\n')
	if at < 0 {
		return nil, fmt.Errorf("%w: %s", errDamaged, again)
	}
	if v := string(rest[:min(at, 8)]); v != version {
		return nil, fmt.Errorf("its format is %q, which this version of energylint does not know: use the version that made it, or %s", v, again)
	}
	s, err := unpack(rest[at+1:])
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, again)
	}
	return s, nil
}

// unpack reads what stands behind the first line of a file.
func unpack(packed []byte) (*Snapshot, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, errDamaged
	}
	var b strings.Builder
	b.Grow(unpackedSize(packed))
	n, err := io.Copy(&b, io.LimitReader(z, maxData+1))
	switch {
	case err != nil:
		return nil, errDamaged
	case n > maxData:
		return nil, errTooLarge
	}
	return decode(b.String())
}

// unpackedSize is how many bytes compressed data says that it has, as far as it can: its last four bytes (RFC 1952), which may be false.
func unpackedSize(packed []byte) int {
	const footer, most = 4, 1032 // deflate makes a byte of at most so many (RFC 1951: 258 of two bits)
	if len(packed) < footer {
		return 0
	}
	return min(int(binary.LittleEndian.Uint32(packed[len(packed)-footer:])), most*len(packed), maxData)
}

// decode reads a layout and the values behind it.
func decode(data string) (*Snapshot, error) {
	d := &decoder{in: data, plans: map[planKey][]step{}, leasts: map[int]int{}}
	size, read := binary.Uvarint([]byte(d.in[:min(len(d.in), binary.MaxVarintLen64)]))
	if read <= 0 || size > uint64(len(d.in)-read) {
		return nil, errDamaged
	}
	end := read + int(size)
	var err error
	if d.layout, err = parseLayout(d.in[read:end]); err != nil {
		return nil, err
	}
	d.at = end
	s := new(Snapshot)
	d.value("0", reflect.ValueOf(s).Elem())
	switch {
	case d.err != nil:
		return nil, d.err
	case d.at < len(d.in):
		return nil, errDamaged
	case s.Schema != Schema:
		return nil, errDamaged
	}
	return s, nil
}
