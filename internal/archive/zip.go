package archive

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"github.com/energylint/energylint/internal/quantity"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
)

// zipFile is an archive to list: a file, or an entry of the archive around it.
type zipFile struct {
	path  string // for messages
	r     io.ReaderAt
	size  int64
	jmod  bool
	depth int // archives around this one
	// library is set in a library of the archive around it.
	library bool
	// packed and unpacked are the size of the archive inside the outermost file and by itself, where it is inside another.
	packed, unpacked int64
}

// share is what n bytes of the archive take of the outermost file.
func (z *zipFile) share(n int64) int64 {
	if z.unpacked == 0 {
		return n
	}
	return int64(float64(n) * float64(z.packed) / float64(z.unpacked))
}

// zipSource reads classes of one archive.
type zipSource struct {
	r     io.ReaderAt
	size  int64
	files []*zip.File
}

func (z *zipSource) read(at int) ([]byte, error) { return readZipEntry(z.r, z.size, z.files[at]) }

// candidate is a class file or inner archive of an archive.
type candidate struct {
	place
	file *zip.File
}

// zip lists the classes of an archive and of the archives in it.
func (l *lister) zip(z zipFile) {
	rd, err := zip.NewReader(z.r, z.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		l.job.problem(z.path, "is no archive that can be read: %s", strings.TrimPrefix(err.Error(), "zip: "))
		return
	}
	multi := l.multiRelease(z, rd)
	var classes, archives []candidate
	var packed uint64
	seen := make(map[string]*zip.File, len(rd.File))
	for _, f := range rd.File {
		name := f.Name
		if !strings.Contains(name, "/") {
			name = strings.ReplaceAll(name, `\`, "/") // written by a tool that does not know better
		}
		if z.jmod {
			var ok bool
			if name, ok = strings.CutPrefix(name, "classes/"); !ok {
				continue
			}
		}
		isClass := isClassName(name)
		if !isClass && !isArchiveName(name) {
			continue
		}
		if !fs.ValidPath(name) || strings.Contains(name, `\`) || strings.ContainsRune(name, 0) {
			l.job.problem(z.path+"!/"+f.Name, "its name leaves the archive or is no plain relative path; it is ignored")
			continue
		}
		if packed += min(f.CompressedSize64, uint64(z.size)+1); packed > uint64(z.size) {
			l.job.problem(z.path, "its entries overlap: together they are larger than the archive; it may be a zip bomb and is ignored")
			return
		}
		if first := seen[name]; first != nil {
			if f.CRC32 != first.CRC32 || f.UncompressedSize64 != first.UncompressedSize64 { // Ant's builds put copies of a file into an archive
				l.job.problem(z.path+"!/"+f.Name, "is in the archive more than once; only the first is read")
			}
			continue
		}
		seen[name] = f
		if !isClass {
			archives = append(archives, candidate{place{class: name}, f})
		} else if p, ok := placeOf(name, multi, l.opt.Release); ok {
			classes = append(classes, candidate{p, f})
		}
	}
	l.zipClasses(z, l.taken(z, classes))
	slices.SortFunc(archives, func(a, b candidate) int { return strings.Compare(a.class, b.class) })
	for _, c := range archives {
		l.inner(z, c.file)
	}
}

// taken returns the classes of z that are of the part that is listed. Classes beside BOOT-INF/classes or WEB-INF/classes are
// not the application's: they launch it.
func (l *lister) taken(z zipFile, classes []candidate) []candidate {
	if l.job.part == everything {
		return classes
	}
	launcher := slices.ContainsFunc(classes, func(c candidate) bool { return c.rank == appRank })
	return slices.DeleteFunc(classes, func(c candidate) bool {
		left := !l.job.part.takes(z.library || launcher && c.rank != appRank)
		if left {
			l.job.skipped++
		}
		return left
	})
}

// zipClasses adds the best candidate of every class.
func (l *lister) zipClasses(z zipFile, classes []candidate) {
	slices.SortStableFunc(classes, func(a, b candidate) int {
		return cmp.Or(strings.Compare(a.class, b.class), b.rank-a.rank)
	})
	src := &zipSource{r: z.r, size: z.size, files: make([]*zip.File, 0, len(classes))}
	l.job.entries = slices.Grow(l.job.entries, len(classes))
	last := ""
	for _, c := range classes {
		if c.class == last {
			continue
		}
		last = c.class
		path := z.path + "!/" + c.file.Name
		if message := l.unusable(c.file, l.opt.MaxEntrySize, "a class file"); message != "" {
			l.job.problem(path, "%s", message)
			continue
		}
		if !l.take(z.path, int64(c.file.UncompressedSize64)) {
			return
		}
		l.job.entries = append(l.job.entries, Entry{
			Path: path, Input: l.job.path, Class: c.class,
			Size: int64(c.file.UncompressedSize64), Packed: z.share(int64(c.file.CompressedSize64)),
			from: src, at: len(src.files), owner: l.job.owner,
		})
		src.files = append(src.files, c.file)
	}
}

// unusable says why an entry is not read, from what the directory says about it; empty where nothing is wrong.
func (l *lister) unusable(f *zip.File, limit int64, kind string) string {
	size, packed := f.UncompressedSize64, f.CompressedSize64
	switch {
	case f.Flags&1 != 0:
		return "is encrypted and cannot be read"
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Sprintf("is compressed with method %d; only stored (0) and deflated (8) entries can be read", f.Method)
	case size > uint64(limit):
		return fmt.Sprintf("has %s bytes; %s of more than %s is not read", quantity.Count(float64(size)), kind, quantity.Count(float64(limit)))
	case packed > uint64(limit)+uint64(limit)/100+1024:
		return fmt.Sprintf("has %s compressed bytes; %s of more than %s is not read", quantity.Count(float64(packed)), kind, quantity.Count(float64(limit)))
	case size > ratioFloor && size/max(packed, 1) > uint64(l.opt.MaxRatio):
		return fmt.Sprintf("is compressed %d to 1, more than %d to 1: it may be a zip bomb, and is not read", size/max(packed, 1), l.opt.MaxRatio)
	}
	return ""
}

// multiRelease reads the archive's manifest.
func (l *lister) multiRelease(z zipFile, rd *zip.Reader) bool {
	for _, f := range rd.File {
		if len(f.Name) != len("META-INF/MANIFEST.MF") || !strings.EqualFold(f.Name, "META-INF/MANIFEST.MF") {
			continue
		}
		if message := l.unusable(f, maxManifest, "a manifest"); message != "" {
			l.job.problem(z.path+"!/"+f.Name, "%s", message)
			return false
		}
		b, err := readZipEntry(z.r, z.size, f)
		if err != nil {
			l.job.problem(z.path+"!/"+f.Name, "%s", err)
			return false
		}
		return isMultiRelease(b)
	}
	return false
}

// inner lists an archive inside z.
func (l *lister) inner(z zipFile, f *zip.File) {
	path := z.path + "!/" + f.Name
	library := z.library || isLibrary(z.path, f.Name)
	if library && !l.job.part.takes(true) {
		l.job.skipped++
		return
	}
	if z.depth+1 >= l.opt.MaxDepth {
		l.job.problem(path, "lies in %d archives; an archive in more than %d is not opened: unpack the outer one, and give the path of this one", z.depth+1, l.opt.MaxDepth-1)
		return
	}
	if message := l.unusable(f, l.opt.MaxArchiveSize, "an archive in an archive"); message != "" {
		l.job.problem(path, "%s", message)
		return
	}
	if !l.take(z.path, int64(f.UncompressedSize64)) {
		return
	}
	in := zipFile{path: path, size: int64(f.UncompressedSize64), depth: z.depth + 1, library: library}
	in.packed, in.unpacked = z.share(int64(f.CompressedSize64)), max(in.size, 1)
	if f.Method == zip.Store {
		off, err := f.DataOffset()
		if err != nil || off < 0 || off+in.size > z.size || f.CompressedSize64 != f.UncompressedSize64 {
			l.job.problem(path, "is corrupt: its data is not inside the archive")
			return
		}
		in.r = io.NewSectionReader(z.r, off, in.size)
		if m, ok := z.r.(memory); ok {
			in.r = m[off : off+in.size]
		}
	} else {
		var err error
		if in.r, err = l.unpack(z, f); err != nil {
			l.job.problem(path, "%s", err)
			return
		}
	}
	var magic [4]byte
	if n, _ := in.r.ReadAt(magic[:], 0); n == 4 {
		in.jmod = kindOf(magic[:], "") == kindJmod
	}
	l.zip(in)
}

// readZipEntry reads and checks one entry. Its sizes were checked with unusable.
func readZipEntry(r io.ReaderAt, size int64, f *zip.File) ([]byte, error) {
	off, err := f.DataOffset()
	if err != nil {
		return nil, fmt.Errorf("is corrupt: its local header cannot be read: %w", err)
	}
	packed := int64(f.CompressedSize64)
	if off < 0 || packed < 0 || packed > size-off {
		return nil, errors.New("is corrupt: its data is not inside the archive")
	}
	out := make([]byte, f.UncompressedSize64)
	if f.Method == zip.Store {
		if packed != int64(len(out)) {
			return nil, errors.New("is corrupt: it is stored, but its two sizes differ")
		}
		if err := readFullAt(r, out, off); err != nil {
			return nil, err
		}
	} else {
		var src []byte
		if m, ok := r.(memory); ok {
			src = m[off : off+packed]
		} else {
			b := buffer(int(packed))
			defer releaseBuffer(b)
			if err := readFullAt(r, *b, off); err != nil {
				return nil, err
			}
			src = *b
		}
		if err := Inflate(out, src); err != nil {
			return nil, err
		}
	}
	if crc32.ChecksumIEEE(out) != f.CRC32 {
		return nil, errors.New("is corrupt: its checksum does not match")
	}
	return out, nil
}

func readFullAt(r io.ReaderAt, b []byte, off int64) error {
	if n, err := r.ReadAt(b, off); n < len(b) {
		return fmt.Errorf("cannot be read: %w", err)
	}
	return nil
}

// memory is an unpacked inner archive; its entries are read without a copy.
type memory []byte

// ReadAt implements io.ReaderAt.
func (m memory) ReadAt(b []byte, off int64) (int, error) { return bytes.NewReader(m).ReadAt(b, off) }

// memoryBudget bounds what unpacked inner archives take in memory.
type memoryBudget struct {
	mu   sync.Mutex
	left int64
}

func (m *memoryBudget) take(n int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n > m.left {
		return false
	}
	m.left -= n
	return true
}

// unpack stores an inner archive until Close: in memory as long as there is room, else in a temporary file, to which it
// goes in pieces.
func (l *lister) unpack(z zipFile, f *zip.File) (io.ReaderAt, error) {
	if l.memory.take(int64(f.UncompressedSize64)) {
		b, err := readZipEntry(z.r, z.size, f)
		return memory(b), err
	}
	from, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("is corrupt: %w", err)
	}
	defer from.Close()
	file, err := os.CreateTemp("", "energylint-*.jar")
	if err != nil {
		return nil, fmt.Errorf("cannot be unpacked: %w", err)
	}
	t := &temporary{File: file}
	l.job.owner.add(t)
	// Where the system allows it (not on Windows), the name goes at once: nothing stays behind after a crash.
	t.unlinked = os.Remove(file.Name()) == nil
	// A zip.File reads at most the size that its directory gives, and checks it and the checksum.
	if _, err = io.Copy(file, from); err != nil {
		return nil, fmt.Errorf("cannot be unpacked: %w", err)
	}
	return file, nil
}

// temporary removes its file when it is closed.
type temporary struct {
	*os.File
	unlinked bool
}

// Close implements io.Closer.
func (t *temporary) Close() error {
	err := t.File.Close()
	if !t.unlinked {
		err = errors.Join(err, os.Remove(t.Name()))
	}
	return err
}
