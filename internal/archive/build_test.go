package archive

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// item is an entry of a test archive, in order.
type item struct {
	name   string
	data   string
	stored bool
}

// pack builds a zip. Class files may hold anything: the archive readers do not look into them.
func pack(t testing.TB, items ...item) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, i := range items {
		h := &zip.FileHeader{Name: i.name, Method: zip.Deflate}
		if i.stored {
			h.Method = zip.Store
		}
		f, err := w.CreateHeader(h)
		if err == nil {
			_, err = f.Write([]byte(i.data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// write makes a file below dir, with its directories.
func write(t testing.TB, dir, name string, data []byte) string {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// resource is a class of a test image; data is what lies in the image, size what the index says it unpacks to
// (0: the same).
type resource struct {
	module, parent, base, ext string
	data                      string
	packed                    bool
	size                      int
}

// buildImage builds a run-time image.
func buildImage(order binary.AppendByteOrder, rs ...resource) []byte {
	strs := []byte{0}
	known := map[string]int{"": 0}
	str := func(s string) int {
		if i, ok := known[s]; ok {
			return i
		}
		known[s] = len(strs)
		strs = append(append(strs, s...), 0)
		return known[s]
	}
	str("zip")        // at 1
	str("compact-cp") // at 5
	var offsets, locs, data []byte
	locs = append(locs, 0)
	for _, r := range rs {
		offsets = order.AppendUint32(offsets, uint32(len(locs)))
		attr := func(kind, v int) {
			if v == 0 {
				return
			}
			var b [8]byte
			binary.BigEndian.PutUint64(b[:], uint64(v))
			n := 8
			for n > 1 && b[8-n] == 0 {
				n--
			}
			locs = append(append(locs, byte(kind<<3|(n-1))), b[8-n:]...)
		}
		attr(locationModule, str(r.module))
		attr(locationParent, str(r.parent))
		attr(locationBase, str(r.base))
		attr(locationExtension, str(r.ext))
		attr(locationOffset, len(data))
		attr(8, 1) // not known to this package
		size := r.size
		if size == 0 {
			size = len(r.data)
		}
		attr(locationSize, size)
		if r.packed {
			attr(locationPacked, len(r.data))
		}
		locs = append(locs, 0)
		data = append(data, r.data...)
	}
	var b []byte
	for _, v := range []int{imageMagic, imageVersion, 0, len(rs), len(rs), len(locs), len(strs)} {
		b = order.AppendUint32(b, uint32(v))
	}
	b = append(b, make([]byte, 4*len(rs))...)
	b = append(append(append(append(b, offsets...), locs...), strs...), data...)
	return b
}

// compressedResource puts jlink's header in front of packed data.
func compressedResource(order binary.AppendByteOrder, name int, packed []byte, size int) string {
	b := order.AppendUint32(nil, resourceMagic)
	b = order.AppendUint64(b, uint64(len(packed)))
	b = order.AppendUint64(b, uint64(size))
	b = order.AppendUint32(b, uint32(name))
	b = order.AppendUint32(b, 0)
	return string(append(append(b, 1), packed...))
}

// listing formats what List found: "class input-relative path" lines and "! path: message" lines.
func listing(dir string, es []Entry, ps []Problem) string {
	var s strings.Builder
	short := func(p string) string {
		return filepath.ToSlash(strings.ReplaceAll(p, dir+string(filepath.Separator), ""))
	}
	for i := range es {
		s.WriteString(strings.TrimSpace(es[i].Class+" "+short(es[i].Path)) + "\n")
	}
	for _, p := range ps {
		s.WriteString("! " + short(p.String()) + "\n")
	}
	return s.String()
}

func expect(t *testing.T, dir string, es []Entry, ps []Problem, want string) {
	t.Helper()
	var w strings.Builder
	for l := range strings.Lines(want) {
		if l = strings.TrimSpace(l); l != "" {
			w.WriteString(l + "\n")
		}
	}
	if got := listing(dir, es, ps); got != w.String() {
		t.Errorf("got\n%swant\n%s", got, w.String())
	}
}

// contents reads the entry of that class.
func contents(t *testing.T, es []Entry, class string) string {
	t.Helper()
	for i := range es {
		if es[i].Class == class {
			b, err := es[i].Read()
			if err != nil {
				t.Errorf("%s: %v", es[i].Path, err)
			}
			return string(b)
		}
	}
	t.Errorf("class %s is not listed", class)
	return ""
}
