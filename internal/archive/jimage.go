package archive

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/quantity"
)

// The run-time image of a JDK, lib/modules, as OpenJDK's imageFile.hpp describes it: a header, a perfect hash
// table (redirect and offsets), the locations' attributes, the strings, then the resources.
const (
	imageMagic        = 0xCAFEDADA
	imageVersion      = 1 << 16 // 1.0: major in the high half
	imageHeaderSize   = 28
	resourceMagic     = 0xCAFEFAFA
	resourceHeader    = 29 // of a compressed resource, packed
	maxDecompressors  = 4
	maxImageIndex     = 512 << 20
	locationEnd       = 0
	locationModule    = 1
	locationParent    = 2
	locationBase      = 3
	locationExtension = 4
	locationOffset    = 5
	locationPacked    = 6
	locationSize      = 7
)

// image is an open run-time image.
type image struct {
	r         io.ReaderAt
	order     binary.ByteOrder
	start     int64 // of the resources
	end       int64 // of the file
	strings   []byte
	locations []imageLocation // of the listed classes
	max       int64
}

// imageLocation is where a resource's bytes are; packed is 0 where it is not compressed.
type imageLocation struct{ offset, packed, size int64 }

// image lists the classes of a run-time image; modules chooses among its modules.
func (l *lister) image(r io.ReaderAt, size int64, modules string) {
	path := l.job.path
	head := make([]byte, imageHeaderSize)
	if err := readFullAt(r, head, 0); err != nil {
		l.job.problem(path, "is truncated in the header of the run-time image")
		return
	}
	var order binary.ByteOrder = binary.LittleEndian
	if order.Uint32(head) != imageMagic {
		order = binary.BigEndian
	}
	if v := order.Uint32(head[4:]); v>>16 != imageVersion>>16 {
		l.job.problem(path, "is a run-time image of version %d.%d; 1 is supported", v>>16, v&0xFFFF)
		return
	}
	table, locs, strs := int64(order.Uint32(head[16:])), int64(order.Uint32(head[20:])), int64(order.Uint32(head[24:]))
	indexSize := table*8 + locs + strs
	if indexSize > size-imageHeaderSize || indexSize > maxImageIndex {
		l.job.problem(path, "is truncated: the index of the run-time image has %d bytes, the file %d", indexSize, size)
		return
	}
	index := make([]byte, indexSize)
	if err := readFullAt(r, index, imageHeaderSize); err != nil {
		l.job.problem(path, "%s", err)
		return
	}
	img := &image{r: r, order: order, start: imageHeaderSize + indexSize, end: size, strings: index[table*8+locs:], max: l.opt.MaxEntrySize}
	attributes := index[table*8 : table*8+locs]
	wanted := map[string]bool{} // to whether it was found
	for m := range strings.SplitSeq(modules, ",") {
		if m = strings.TrimSpace(m); m != "" {
			wanted[m] = false
		}
	}
	type found struct {
		module, class string
		loc           imageLocation
	}
	var classes []found
	bad := 0
	for i := range table {
		at := order.Uint32(index[table*4+4*i:])
		a, ok := img.location(attributes, at)
		if !ok {
			bad++
			continue
		}
		module, base := img.text(a[locationModule]), img.text(a[locationBase])
		if len(wanted) > 0 {
			if _, ok := wanted[module]; !ok {
				continue
			}
			wanted[module] = true
		}
		if module == "" || base == "" || img.text(a[locationExtension]) != "class" || base == "module-info" {
			continue
		}
		class := base
		if parent := img.text(a[locationParent]); parent != "" {
			class = parent + "/" + base
		}
		classes = append(classes, found{module, class, imageLocation{int64(a[locationOffset]), int64(a[locationPacked]), int64(a[locationSize])}})
	}
	if bad > 0 {
		l.job.problem(path, "is corrupt: %d entries of the run-time image's index cannot be read", bad)
	}
	for _, m := range sortedKeys(wanted) {
		if !wanted[m] {
			l.job.problem(path, "has no module %s", m)
		}
	}
	slices.SortFunc(classes, func(a, b found) int {
		return cmp.Or(strings.Compare(a.class, b.class), strings.Compare(a.module, b.module), cmp.Compare(a.loc.offset, b.loc.offset))
	})
	last := ""
	for _, c := range classes {
		name := path + "!/" + c.module + "/" + c.class + ".class"
		if c.class == last {
			l.job.problem(name, "is in the image more than once; only the first is read")
			continue
		}
		last = c.class
		if message := img.check(c.loc, l.opt); message != "" {
			l.job.problem(name, "%s", message)
			continue
		}
		if !l.take(path, c.loc.size) {
			return
		}
		l.job.entries = append(l.job.entries, Entry{
			Path: name, Input: path, Class: c.class,
			Size: c.loc.size, Packed: cmp.Or(c.loc.packed, c.loc.size),
			from: img, at: len(img.locations), owner: l.job.owner,
		})
		img.locations = append(img.locations, c.loc)
	}
}

// location decodes the attributes at an offset: one byte with kind and length, then a big-endian value. Kinds
// that are not known (later releases add some) are skipped.
func (img *image) location(attributes []byte, at uint32) (a [8]uint64, ok bool) {
	if uint64(at) >= uint64(len(attributes)) {
		return a, false
	}
	for b := attributes[at:]; len(b) > 0; {
		kind, n := b[0]>>3, int(b[0]&7)+1
		if kind == locationEnd {
			return a, a[locationOffset] < 1<<62 && a[locationPacked] < 1<<62 && a[locationSize] < 1<<62
		}
		if len(b) < 1+n {
			return a, false
		}
		var v uint64
		for _, x := range b[1 : 1+n] {
			v = v<<8 | uint64(x)
		}
		if int(kind) < len(a) {
			a[kind] = v
		}
		b = b[1+n:]
	}
	return a, false
}

// text returns the string at an offset, empty where there is none.
func (img *image) text(at uint64) string {
	if at >= uint64(len(img.strings)) {
		return ""
	}
	s := img.strings[at:]
	if i := bytes.IndexByte(s, 0); i >= 0 {
		return string(s[:i])
	}
	return ""
}

// check says why a resource is not read; empty where nothing is wrong with its location.
func (img *image) check(loc imageLocation, o Options) string {
	stored := loc.size
	if loc.packed > 0 {
		stored = loc.packed
	}
	switch {
	case loc.size > o.MaxEntrySize || loc.packed > o.MaxEntrySize:
		return fmt.Sprintf("has %s bytes; a class file of more than %s is not read", quantity.Count(float64(max(loc.size, loc.packed))), quantity.Count(float64(o.MaxEntrySize)))
	case stored > img.end-img.start || loc.offset > img.end-img.start-stored:
		return "is corrupt: its data is not inside the image"
	case loc.packed > 0 && loc.size > ratioFloor && loc.size/loc.packed > o.MaxRatio:
		return fmt.Sprintf("is compressed %d to 1, more than %d to 1: it is not read", loc.size/loc.packed, o.MaxRatio)
	}
	return ""
}

func (img *image) read(at int) ([]byte, error) {
	loc := img.locations[at]
	n := loc.size
	if loc.packed > 0 {
		n = loc.packed
	}
	b := make([]byte, n)
	if err := readFullAt(img.r, b, img.start+loc.offset); err != nil {
		return nil, err
	}
	if loc.packed == 0 {
		return b, nil
	}
	// Plug-ins of jlink stack: each puts a header in front that names the one that undoes it.
	for range maxDecompressors {
		if len(b) < resourceHeader || img.order.Uint32(b) != resourceMagic {
			break
		}
		packed, size := img.order.Uint64(b[4:]), img.order.Uint64(b[12:])
		name := img.text(uint64(img.order.Uint32(b[20:])))
		b = b[resourceHeader:]
		if packed > uint64(len(b)) || size > uint64(img.max) {
			return nil, errors.New("is corrupt: the sizes of its compressed resource are impossible")
		}
		switch name {
		case "zip":
			r, err := zlib.NewReader(bytes.NewReader(b[:packed]))
			if err != nil {
				return nil, fmt.Errorf("is corrupt: %w", err)
			}
			var out bytes.Buffer
			if _, err := io.Copy(&out, io.LimitReader(r, int64(size)+1)); err != nil {
				return nil, fmt.Errorf("is corrupt: %w", err)
			}
			if uint64(out.Len()) != size {
				return nil, errors.New("is corrupt: its compressed data has another size than declared")
			}
			b = out.Bytes()
		case "compact-cp":
			return nil, errors.New("is compressed by jlink --compress=1 or 2 (string sharing, compact-cp), which is not supported: build the image with --compress=zip-6 or without")
		default:
			return nil, fmt.Errorf("is compressed by the jlink plug-in %q, which is not supported", plain.Line(name))
		}
	}
	if int64(len(b)) != loc.size {
		return nil, errors.New("is corrupt: its data has another size than the index declares")
	}
	return b, nil
}

func sortedKeys[V any](m map[string]V) []string {
	ks := make([]string, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}
