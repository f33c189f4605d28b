package archive

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"sync"
)

// This is a decompressor for raw deflate data (RFC 1951) that is in memory as a whole, as is the room for the
// result, whose size the archive's directory says. Class files are small, so that a streaming decompressor
// spends much of its time on setting up and on its window.

var (
	errShort = errors.New("is corrupt: the compressed data ends before the declared size")
	errLong  = errors.New("is corrupt: the compressed data is longer than the declared size")
	errData  = errors.New("is corrupt: the compressed data is malformed")
)

const (
	maxCodeBits = 15
	literalBits = 10 // index bits of the first table of literals and lengths
	offsetBits  = 8  // and of distances
	lengthBits  = 7  // code lengths have codes of at most 7 bits: one table
	maxLiterals = 288
	maxOffsets  = 32

	// A second table has at least two symbols, for codes are complete.
	literalTable = 1<<literalBits + maxLiterals/2<<(maxCodeBits-literalBits)
	offsetTable  = 1<<offsetBits + maxOffsets/2<<(maxCodeBits-offsetBits)
)

// A table entry: bits 0-7 are the length of the code, 8-15 say what it is, 16-31 are its value. 0 is no code.
const (
	isLiteral = 0x80 << 8 // value: the byte
	isTable   = 0x40 << 8 // value: where the second table starts
	isEnd     = 0x20 << 8 // the block ends
	isInvalid = 0x10 << 8 // a code that the format reserves
	extraMask = 0x0F      // of bits 8-15 otherwise: extra bits to add to the value
)

// literalSymbols, offsetSymbols and lengthSymbols are the entries of all symbols, without the code's length.
var (
	literalSymbols [maxLiterals]uint32
	offsetSymbols  [maxOffsets]uint32
	lengthSymbols  [19]uint32
)

func init() {
	for i := range 256 {
		literalSymbols[i] = uint32(i)<<16 | isLiteral
	}
	literalSymbols[256] = isEnd
	base := 3
	for i := range 28 {
		extra := max(i/4-1, 0)
		literalSymbols[257+i] = uint32(base)<<16 | uint32(extra)<<8
		base += 1 << extra
	}
	literalSymbols[285] = 258 << 16
	literalSymbols[286], literalSymbols[287] = isInvalid, isInvalid
	base = 1
	for i := range 30 {
		extra := max(i/2-1, 0)
		offsetSymbols[i] = uint32(base)<<16 | uint32(extra)<<8
		base += 1 << extra
	}
	offsetSymbols[30], offsetSymbols[31] = isInvalid, isInvalid
	for i := range lengthSymbols {
		lengthSymbols[i] = uint32(i) << 16
	}
}

// inflater is what decompression needs besides its input and output.
type inflater struct {
	literals [literalTable]uint32
	offsets  [offsetTable]uint32
	lengths  [1 << lengthBits]uint32
	sizes    [maxLiterals + maxOffsets]uint8
}

var inflaters = sync.Pool{New: func() any { return new(inflater) }}

// fixed has the tables of blocks with fixed codes.
var fixed = sync.OnceValue(func() *inflater {
	f := new(inflater)
	for i := range maxLiterals {
		switch {
		case i < 144:
			f.sizes[i] = 8
		case i < 256:
			f.sizes[i] = 9
		case i < 280:
			f.sizes[i] = 7
		default:
			f.sizes[i] = 8
		}
	}
	buildTable(f.literals[:], literalBits, f.sizes[:maxLiterals], literalSymbols[:])
	for i := range maxOffsets {
		f.sizes[i] = 5
	}
	buildTable(f.offsets[:], offsetBits, f.sizes[:maxOffsets], offsetSymbols[:])
	return f
})

// buildTable makes the decoding table of a canonical code from the lengths of its codes (RFC 1951, 3.2.2). It
// reports whether the code is valid: complete, or without codes, or one code of one bit.
func buildTable(table []uint32, indexBits int, sizes []uint8, symbols []uint32) bool {
	var count, next [maxCodeBits + 1]int
	for _, n := range sizes {
		count[n]++
	}
	clear(table[:1<<indexBits])
	longest, code := 0, 0
	count[0] = 0
	for n := 1; n <= maxCodeBits; n++ {
		code = (code + count[n-1]) << 1
		next[n] = code
		if count[n] > 0 {
			longest = n
		}
	}
	if longest == 0 {
		return true
	}
	if full := code + count[maxCodeBits]; full != 1<<maxCodeBits && !(longest == 1 && count[1] == 1) {
		return false
	}
	end := 1 << indexBits // of the second tables so far
	for s, size := range sizes {
		n := int(size)
		if n == 0 {
			continue
		}
		r := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		e := symbols[s] | uint32(n)
		if n <= indexBits {
			for i := r; i < 1<<indexBits; i += 1 << n {
				table[i] = e
			}
			continue
		}
		first := r & (1<<indexBits - 1)
		if table[first] == 0 {
			clear(table[end : end+1<<(longest-indexBits)])
			table[first] = uint32(end)<<16 | isTable | uint32(longest-indexBits)
			end += 1 << (longest - indexBits)
		}
		at := int(table[first] >> 16)
		for i := r >> indexBits; i < 1<<(longest-indexBits); i += 1 << (n - indexBits) {
			table[at+i] = e
		}
	}
	return true
}

// bitReader reads src from the lowest bit on. Bits of buf above n are either 0 or those that come next.
type bitReader struct {
	src []byte
	at  int
	buf uint64
	n   uint
}

// fill makes sure of 48 bits at least, or of all that are left.
func (r *bitReader) fill() {
	if r.at+8 <= len(r.src) {
		r.buf |= binary.LittleEndian.Uint64(r.src[r.at:]) << r.n
		r.at += int(63-r.n) >> 3
		r.n |= 56
		return
	}
	for r.n <= 56 && r.at < len(r.src) {
		r.buf |= uint64(r.src[r.at]) << r.n
		r.at++
		r.n += 8
	}
}

// bits takes k bits, at most 16; ok is false where fewer are left.
func (r *bitReader) bits(k uint) (v int, ok bool) {
	if r.n < k {
		if r.fill(); r.n < k {
			return 0, false
		}
	}
	v = int(r.buf & (1<<k - 1))
	r.buf >>= k
	r.n -= k
	return v, true
}

// Inflate decompresses src, a DEFLATE stream (RFC 1951), which must give exactly the bytes that dst has room for.
func Inflate(dst, src []byte) error {
	f := inflaters.Get().(*inflater)
	defer inflaters.Put(f)
	r := bitReader{src: src}
	out := 0
	for {
		head, ok := r.bits(3)
		if !ok {
			return errShort
		}
		var err error
		switch head >> 1 {
		case 0:
			out, err = r.stored(dst, out)
		case 1:
			x := fixed()
			out, err = r.block(dst, out, &x.literals, &x.offsets)
		case 2:
			if err = f.readCodes(&r); err == nil {
				out, err = r.block(dst, out, &f.literals, &f.offsets)
			}
		default:
			err = errData
		}
		if err != nil {
			return err
		}
		if head&1 != 0 {
			break
		}
	}
	if out != len(dst) {
		return errShort
	}
	return nil
}

// stored copies a block that is not compressed.
func (r *bitReader) stored(dst []byte, out int) (int, error) {
	r.at -= int(r.n >> 3) // whole bytes go back, the rest of the current one does not count
	r.buf, r.n = 0, 0
	if r.at+4 > len(r.src) {
		return 0, errShort
	}
	n, not := binary.LittleEndian.Uint16(r.src[r.at:]), binary.LittleEndian.Uint16(r.src[r.at+2:])
	r.at += 4
	switch {
	case n != ^not:
		return 0, errData
	case r.at+int(n) > len(r.src):
		return 0, errShort
	case int(n) > len(dst)-out:
		return 0, errLong
	}
	copy(dst[out:], r.src[r.at:r.at+int(n)])
	r.at += int(n)
	return out + int(n), nil
}

// readCodes reads the codes of a block that has its own (RFC 1951, 3.2.7).
func (f *inflater) readCodes(r *bitReader) error {
	head, ok := r.bits(14)
	if !ok {
		return errShort
	}
	literals, offsets, lengths := head&31+257, head>>5&31+1, head>>10+4
	if literals > 286 || offsets > 30 {
		return errData
	}
	order := [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	var sizes [19]uint8
	for _, s := range order[:lengths] {
		n, ok := r.bits(3)
		if !ok {
			return errShort
		}
		sizes[s] = uint8(n)
	}
	if !buildTable(f.lengths[:], lengthBits, sizes[:], lengthSymbols[:]) {
		return errData
	}
	all := f.sizes[:literals+offsets]
	for i := 0; i < len(all); {
		if r.n < 16 {
			r.fill()
		}
		e := f.lengths[r.buf&(1<<lengthBits-1)]
		if e == 0 {
			return errData
		}
		n := uint(e & 0xFF)
		if n > r.n {
			return errShort
		}
		r.buf >>= n
		r.n -= n
		s := e >> 16
		if s < 16 {
			all[i] = uint8(s)
			i++
			continue
		}
		var value uint8
		repeat := 0
		switch s {
		case 16:
			if i == 0 {
				return errData
			}
			value = all[i-1]
			repeat, ok = r.bits(2)
			repeat += 3
		case 17:
			repeat, ok = r.bits(3)
			repeat += 3
		default:
			repeat, ok = r.bits(7)
			repeat += 11
		}
		if !ok {
			return errShort
		}
		if repeat > len(all)-i {
			return errData
		}
		for range repeat {
			all[i] = value
			i++
		}
	}
	if !buildTable(f.literals[:], literalBits, all[:literals], literalSymbols[:]) ||
		!buildTable(f.offsets[:], offsetBits, all[literals:], offsetSymbols[:]) {
		return errData
	}
	return nil
}

// block decompresses a block from dst[out] on and returns where it ends. Its reader's state is in local
// variables meanwhile, which are registers.
func (r *bitReader) block(dst []byte, out int, literals *[literalTable]uint32, offsets *[offsetTable]uint32) (int, error) {
	src, at, buf, n := r.src, r.at, r.buf, r.n
	for {
		// A length and a distance with their extra bits take 48 bits at most.
		if n < 48 {
			if at+8 <= len(src) {
				buf |= binary.LittleEndian.Uint64(src[at:]) << n
				at += int(63-n) >> 3
				n |= 56
			} else {
				r.at, r.buf, r.n = at, buf, n
				r.fill()
				at, buf, n = r.at, r.buf, r.n
			}
		}
		e := literals[buf&(1<<literalBits-1)]
		if e&isTable != 0 {
			e = literals[uint64(e>>16)+buf>>literalBits&(1<<(e&maxCodeBits)-1)]
		}
		k := uint(e & maxCodeBits)
		if k > n {
			return 0, errShort
		}
		buf >>= k
		n -= k
		if e&isLiteral != 0 {
			if out >= len(dst) {
				return 0, errLong
			}
			dst[out] = byte(e >> 16)
			out++
			continue
		}
		if k == 0 || e&(isEnd|isInvalid) != 0 {
			if e&isEnd == 0 {
				return 0, errData
			}
			r.at, r.buf, r.n = at, buf, n
			return out, nil
		}
		k = uint(e >> 8 & extraMask)
		length := int(e>>16) + int(buf&(1<<k-1))
		if k > n {
			return 0, errShort
		}
		buf >>= k
		n -= k

		e = offsets[buf&(1<<offsetBits-1)]
		if e&isTable != 0 {
			e = offsets[uint64(e>>16)+buf>>offsetBits&(1<<(e&maxCodeBits)-1)]
		}
		k = uint(e & maxCodeBits)
		extra := uint(e >> 8 & extraMask)
		if k == 0 || e&isInvalid != 0 {
			return 0, errData
		}
		if k+extra > n {
			return 0, errShort
		}
		buf >>= k
		distance := int(e>>16) + int(buf&(1<<extra-1))
		buf >>= extra
		n -= k + extra

		if distance > out {
			return 0, errData
		}
		if length > len(dst)-out {
			return 0, errLong
		}
		from := out - distance
		end := out + length
		if distance >= 8 && end+8 <= len(dst) { // words; what they write behind the end is written again
			for ; out < end; out += 8 {
				binary.LittleEndian.PutUint64(dst[out:], binary.LittleEndian.Uint64(dst[out-distance:]))
			}
			out = end
			continue
		}
		for out < end { // where the two overlap, what was copied repeats
			out += copy(dst[out:end], dst[from:out])
		}
	}
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
