package summaries

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/files"
)

// Cached prices calls by a file of what was computed before, and computes what the file lacks. The file belongs to the
// exact content of the library, of what it calls and of the engine (see Key), so that what it says is what would be
// computed. One that cannot be read is as good as none. It is safe for concurrent use, and so are several processes
// with one directory: files are replaced as a whole, and what one process overwrites of another is only computed again.
type Cached struct {
	dir     string
	key     func() (Key, error)
	library absint.Foreign

	once sync.Once
	file string // empty: nothing is kept
	id   string

	mu     sync.Mutex
	known  map[call]known
	fresh  bool // known has more than the file
	stored *costFile
}

// call is a question that a Foreign is asked.
type call struct {
	member classfile.Member
	direct bool
}

// known is the answer; nil where the library does not know the method.
type known struct{ cost *absint.Portable }

// NewCached returns the costs of a library, kept below dir. key identifies them; it is asked for when something is
// priced for the first time, and where it fails nothing is kept.
func NewCached(dir string, key func() (Key, error), library absint.Foreign) *Cached {
	return &Cached{dir: dir, key: key, library: library, known: map[call]known{}}
}

// Cost is what a call costs: see absint.Foreign.
func (c *Cached) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	c.once.Do(c.open)
	c.mu.Lock()
	defer c.mu.Unlock()
	m.Interface = false // how it is named makes no difference
	k := call{m, direct}
	answer, ok := c.known[k]
	if !ok && c.stored != nil {
		answer, ok = c.stored.cost(k)
	}
	if !ok {
		if p, found := c.library.Cost(m, direct); found {
			answer.cost = p
		}
		c.fresh = true
	}
	c.known[k] = answer
	return answer.cost, answer.cost != nil
}

func (c *Cached) open() {
	key, err := c.key()
	if err != nil {
		return
	}
	c.id = key.String()
	c.file = filepath.Join(c.dir, key.name()+suffix)
	c.stored = readCosts(c.file, c.id)
}

// suffix is that of the files of a cache; others in the directory are left alone.
const suffix = ".costs"

// readCosts reads a file; nil where there is none, or one that is damaged or of something else.
func readCosts(file, id string) *costFile {
	data, err := files.Read(file, files.MaxData)
	if err != nil {
		return nil
	}
	f, err := openCosts(data)
	if err != nil || f.id != id {
		return nil
	}
	return f
}

// Save keeps what was computed, and makes room for it where the directory has become larger than limit bytes: the files
// that were not used for the longest time go.
func (c *Cached) Save(limit int64) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == "" {
		return nil
	}
	if !c.fresh {
		now := time.Now()
		if err := os.Chtimes(c.file, now, now); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the cache: %w", err)
		}
		return nil
	}
	all := map[call]known{}
	for _, f := range []*costFile{c.stored, readCosts(c.file, c.id)} { // another process may have written since
		if f != nil {
			for k := range f.costs {
				if answer, ok := f.cost(k); ok {
					all[k] = answer
				}
			}
		}
	}
	for k, answer := range c.known {
		all[k] = answer
	}
	data, err := encodeCosts(c.id, all)
	if err == nil {
		err = replace(c.file, data)
	}
	if err == nil {
		c.fresh = false
		err = evict(c.dir, c.file, limit)
	}
	if err != nil {
		return fmt.Errorf("the cache: %w", err)
	}
	return nil
}

// replace writes a file such that a reader sees the old one or the new one.
func replace(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(file, data)
}

// evict removes the files that were used last the longest ago, until the rest is within the limit. keep stays.
func evict(dir, keep string, limit int64) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var infos []fs.FileInfo
	size := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), suffix) {
			infos = append(infos, info)
			size += info.Size()
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range infos {
		if size <= limit {
			break
		}
		path := filepath.Join(dir, info.Name())
		if path == keep {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		size -= info.Size()
	}
	return nil
}

// costsMagic begins every file of a cache and says which format it has.
const costsMagic = "elcosts2"

// costFile is a file of a cache: answers to calls.
type costFile struct {
	id      string
	strings []string
	choices [][]byte
	costs   map[call][]byte
	decoder *absint.Decoder
}

func encodeCosts(id string, answers map[call]known) ([]byte, error) {
	e := absint.NewEncoder()
	calls := make([]call, 0, len(answers))
	for k := range answers {
		calls = append(calls, k)
	}
	slices.SortFunc(calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.member.Class, b.member.Class), cmp.Compare(a.member.Name, b.member.Name),
			cmp.Compare(a.member.Desc, b.member.Desc), compareBool(a.direct, b.direct))
	})
	body := binary.AppendUvarint(nil, uint64(len(calls)))
	for _, k := range calls {
		for _, s := range []string{k.member.Class, k.member.Name, k.member.Desc} {
			body = binary.AppendUvarint(body, e.String(s))
		}
		direct := uint64(0)
		if k.direct {
			direct = 1
		}
		body = binary.AppendUvarint(body, direct)
		var cost []byte
		if p := answers[k].cost; p != nil {
			var err error
			if cost, err = e.Append(nil, p); err != nil {
				return nil, err
			}
		}
		body = appendString(body, string(cost))
	}
	head := appendString(nil, id)
	head = binary.AppendUvarint(head, uint64(len(e.Strings)))
	for _, s := range e.Strings {
		head = appendString(head, s)
	}
	head = binary.AppendUvarint(head, uint64(len(e.Choices)))
	for _, c := range e.Choices {
		head = appendString(head, string(c))
	}
	content := append(head, body...)
	return append(binary.LittleEndian.AppendUint32([]byte(costsMagic), crc32.ChecksumIEEE(content)), content...), nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func openCosts(data []byte) (*costFile, error) {
	data, ok := bytes.CutPrefix(data, []byte(costsMagic))
	if !ok || len(data) < 4 {
		return nil, errDamaged
	}
	sum, data := binary.LittleEndian.Uint32(data), data[4:]
	if crc32.ChecksumIEEE(data) != sum {
		return nil, errDamaged
	}
	r := &reader{b: data}
	f := &costFile{id: r.text(), costs: map[call][]byte{}}
	for range r.count() {
		f.strings = append(f.strings, r.text())
	}
	for range r.count() {
		f.choices = append(f.choices, r.bytes())
	}
	r.strings = f.strings
	for range r.count() {
		k := call{member: classfile.Member{Class: r.string(), Name: r.string(), Desc: r.string()}}
		k.direct = r.number() == 1
		f.costs[k] = r.bytes()
	}
	if r.bad || len(r.b) > 0 {
		return nil, errDamaged
	}
	f.decoder = &absint.Decoder{Choice: func(n uint64) ([]byte, error) {
		if n >= uint64(len(f.choices)) {
			return nil, errDamaged
		}
		return f.choices[n], nil
	}}
	return f, nil
}

// cost is the file's answer; ok is false where it has none.
func (f *costFile) cost(k call) (answer known, ok bool) {
	b, ok := f.costs[k]
	if !ok || len(b) == 0 {
		return known{}, ok
	}
	p, rest, err := f.decoder.Portable(b, func(n uint64) (string, error) {
		if n >= uint64(len(f.strings)) {
			return "", errDamaged
		}
		return f.strings[n], nil
	})
	if err != nil || len(rest) > 0 {
		return known{}, false
	}
	return known{p}, true
}
