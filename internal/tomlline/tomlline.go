// Package tomlline decodes TOML files strictly and knows on which line a table or key stands, so that an error
// about what a file says, and not only about its syntax, can name the line. An unknown key is an error that names
// the key it might have meant.
package tomlline

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
)

// Error is what is wrong at one line of a file.
type Error struct {
	File string
	Line int // 1-based; 0 if it concerns the file as a whole
	Text string
}

// Error formats the error as "file:line: text".
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text)
}

// Decode decodes data into v, a pointer to a struct. Syntax errors, values of the wrong type and unknown keys are
// *Error, joined if there are several.
func Decode(file string, data []byte, v any) error {
	if i := invalid(data); i >= 0 {
		return &Error{file, 1 + strings.Count(string(data[:i]), "\n"), "not a text file: it contains a zero byte"}
	}
	if err := Limit(file, data, MaxKeys); err != nil {
		return err
	}
	md, err := toml.Decode(string(data), v)
	if err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			text := pe.Message
			if text == "" {
				text = strings.TrimPrefix(pe.Error(), "toml: ")
			}
			return &Error{file, pe.Position.Line, text}
		}
		if errs := wrongTypes(file, data, reflect.TypeOf(v)); len(errs) > 0 {
			return errors.Join(errs...)
		}
		return &Error{file, 0, strings.TrimPrefix(err.Error(), "toml: ")}
	}
	index := NewIndex(data)
	var errs []error
	seen := map[string]bool{}
	known := keysOf(reflect.TypeOf(v), nil)
	for _, key := range md.Undecoded() {
		name := strings.Join(key, ".")
		parent := strings.Join(key[:len(key)-1], ".")
		if seen[name] || seen[parent] {
			continue
		}
		seen[name] = true
		text := fmt.Sprintf("unknown key %q", key[len(key)-1])
		if parent != "" {
			text += " in " + parent
		}
		if near := Nearest(key[len(key)-1], known[parent]); near != "" {
			text += fmt.Sprintf("; did you mean %q?", near)
		} else if len(known[parent]) > 0 {
			text += "; expected one of " + strings.Join(known[parent], ", ")
		}
		if len(errs) == maxProblems {
			errs = append(errs, &Error{file, 0, "and more unknown keys"})
			break
		}
		errs = append(errs, &Error{file, index.first(parent, key[len(key)-1]), text})
	}
	return errors.Join(errs...)
}

// maxProblems is how many unknown keys are named.
const maxProblems = 50

func invalid(data []byte) int { return strings.IndexByte(string(data), 0) }

// keysOf returns the keys that each table of the structure has, by the table's dotted name.
func keysOf(t reflect.Type, path []string) map[string][]string {
	out := map[string][]string{}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || len(path) > 8 {
		return out
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		out[strings.Join(path, ".")] = append(out[strings.Join(path, ".")], name)
		for k, v := range keysOf(f.Type, append(append([]string(nil), path...), name)) {
			out[k] = v
		}
	}
	return out
}

// Index knows the lines of a TOML text.
type Index struct {
	tables []table
}

type table struct {
	name string
	line int
	keys map[string]int
}

// NewIndex reads the lines of a TOML text: table headers and the keys that begin a line.
func NewIndex(data []byte) *Index {
	x := &Index{tables: []table{{keys: map[string]int{}}}}
	quote := "" // the delimiter of the multi-line string that the line begins in
	for i, line := range strings.Split(string(data), "\n") {
		if quote != "" {
			if strings.Contains(line, quote) {
				quote = ""
			}
			continue
		}
		s := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(s, "["):
			name := strings.Trim(strings.SplitN(s, "]", 2)[0], "[] \t")
			if strings.ContainsAny(name, ",\"'{") { // an element of an array that spans lines
				continue
			}
			x.tables = append(x.tables, table{name, i + 1, map[string]int{}})
		case strings.Contains(s, "=") && !strings.HasPrefix(s, "#"):
			key, value, _ := strings.Cut(s, "=")
			key = strings.Trim(strings.TrimSpace(key), `"'`)
			t := x.tables[len(x.tables)-1]
			if _, ok := t.keys[key]; !ok {
				t.keys[key] = i + 1
			}
			for _, q := range []string{`"""`, "'''"} {
				if strings.Count(value, q)%2 == 1 {
					quote = q
				}
			}
		}
	}
	return x
}

// Line returns the line of a key in the n-th (from 0) table of that name, or of the table where the key is empty
// or absent; 0 if there is no such table. The file itself is the table "".
func (x *Index) Line(name string, n int, key string) int {
	for _, t := range x.tables {
		if t.name != name {
			continue
		}
		if n > 0 {
			n--
			continue
		}
		if line, ok := t.keys[key]; ok {
			return line
		}
		return t.line
	}
	return 0
}

// first returns the first line where a key stands in a table of that name, inline tables included.
func (x *Index) first(name, key string) int {
	for _, t := range x.tables {
		if t.name == name {
			if line, ok := t.keys[key]; ok {
				return line
			}
		}
		if t.name == key && name == "" || t.name == name+"."+key {
			return t.line
		}
	}
	// The table may be written inline or as a dotted key: the line of the key that begins it.
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return x.first(name[:i], name[i+1:])
	}
	if name != "" {
		return x.first("", name)
	}
	return 0
}

// Nearest returns the candidate that s is probably a misspelling of, empty if none is near.
func Nearest(s string, candidates []string) string {
	best, distance := "", 1+max(1, len(s)/3)
	for _, c := range candidates {
		if d := edits(strings.ToLower(s), strings.ToLower(c)); d < distance {
			best, distance = c, d
		}
	}
	return best
}

// edits is the number of insertions, deletions, replacements and swaps of neighbours that make b of a.
func edits(a, b string) int {
	before, last, row := []int(nil), []int(nil), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
