package library

import (
	"embed"
	"fmt"
	"io"
	"iter"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:generate go test -run TestIndex -update .

//go:embed *.toml
var files embed.FS

// index says where the shipped tables stand: one line for each class and method name and table that has it, sorted.
// An analysis asks for few of the methods, and reading all tables, or even finding where they begin, would take
// longer than many an analysis.
//
//go:embed index.tsv
var index string

// catalog finds tables of shipped files and reads them when they are asked for.
type catalog struct {
	index string
	read  sync.Map // class.name -> []*Entry
}

// Shipped returns the models that energylint ships.
func Shipped() (*Library, error) { return shipped() }

var shipped = sync.OnceValues(func() (*Library, error) {
	return &Library{lazy: &catalog{index: index}}, nil
})

// find returns the entries of all overloads of a method, by class.name.
func (c *catalog) find(name string) []*Entry {
	if es, ok := c.read.Load(name); ok {
		return es.([]*Entry)
	}
	var out []*Entry
	for at := c.first(name); ; {
		line, _, _ := strings.Cut(c.index[at:], "\n")
		n, where, _ := strings.Cut(line, "\t")
		if n != name {
			break
		}
		entries, err := readTable(where)
		if err != nil {
			break // a test reads every table: this does not happen
		}
		for _, e := range entries {
			if e.Class+"."+e.Name == name {
				out = append(out, e)
			}
		}
		at += len(line) + 1
	}
	if out == nil {
		return nil // not kept: programs have more names than we have models
	}
	es, _ := c.read.LoadOrStore(name, out)
	return es.([]*Entry)
}

// first returns where the first line with a name begins, or where it would stand.
func (c *catalog) first(name string) int {
	start := func(i int) int { return strings.LastIndexByte(c.index[:i], '\n') + 1 }
	at := sort.Search(len(c.index), func(i int) bool {
		rest := c.index[start(i):]
		if end := strings.IndexByte(rest, '\t'); end >= 0 {
			rest = rest[:end]
		}
		return rest >= name
	})
	return start(at)
}

// names yields every class.name of the index, some more than once.
func (c *catalog) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(c.index) {
			if name, _, ok := strings.Cut(line, "\t"); ok && !yield(name) {
				return
			}
		}
	}
}

// readTable reads the table that stands at "file, offset, length, line", separated by tabs.
func readTable(where string) ([]*Entry, error) {
	parts := strings.Split(where, "\t")
	var numbers [3]int
	for i := range numbers {
		if len(parts) != 4 {
			return nil, fmt.Errorf("%q says no place", where)
		}
		n, err := strconv.Atoi(parts[i+1])
		if err != nil {
			return nil, err
		}
		numbers[i] = n
	}
	f, err := files.Open(parts[0])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, numbers[1])
	if _, err := f.(io.ReaderAt).ReadAt(text, int64(numbers[0])); err != nil {
		return nil, fmt.Errorf("%s: %w", parts[0], err)
	}
	if m, ok := readPlain(string(text)); ok {
		var wrong error
		entries := m.entries(parts[0], numbers[2], func(key, format string, args ...any) {
			wrong = fmt.Errorf("%s:%d: %s: "+format, append([]any{parts[0], numbers[2], key}, args...)...)
		})
		return entries, wrong
	}
	entries, err := parse(parts[0], text)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		e.Line = numbers[2]
	}
	return entries, nil
}
