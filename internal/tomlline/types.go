package tomlline

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// wrongTypes returns an error for every value that does not have the type of its field. The decoder reports the first
// only, in Go's terms and, where a table is repeated, at the line of its last repetition.
func wrongTypes(file string, data []byte, t reflect.Type) []error {
	var values map[string]any
	if _, err := toml.Decode(string(data), &values); err != nil {
		return nil
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	w := &typeChecker{file: file, index: NewIndex(data)}
	w.table(values, t, place{})
	return w.errs
}

type typeChecker struct {
	file  string
	index *Index
	errs  []error
}

// place is where a value stands: its key in the n-th table of that name, and how a message calls it.
type place struct {
	table string
	n     int
	key   string
	path  string
}

// in returns the place of a key in a table. Of what stands inside a repeated table, the line of that table's key is
// the nearest that is known.
func (p place) in(key string) place {
	q := place{p.table, p.n, p.key, strings.TrimPrefix(p.path+"."+key, ".")}
	if q.key == "" {
		q.key = key
	}
	return q
}

var (
	unmarshalsTOML = reflect.TypeFor[toml.Unmarshaler]()
	unmarshalsText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (w *typeChecker) table(values map[string]any, t reflect.Type, at place) {
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		if v, ok := values[name]; ok && f.IsExported() {
			w.value(v, f.Type, at.in(name))
		}
	}
}

func (w *typeChecker) value(v any, t reflect.Type, at place) {
	if t.Implements(unmarshalsTOML) || reflect.PointerTo(t).Implements(unmarshalsTOML) || reflect.PointerTo(t).Implements(unmarshalsText) {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		w.value(v, t.Elem(), at)
	case reflect.Struct:
		values, ok := v.(map[string]any)
		if !ok {
			w.fail(at, v, "a table, { key = value }")
			return
		}
		if strings.IndexByte(at.path, '.') < 0 && w.index.Line(at.path, 0, "") > 0 { // [table]
			at.table, at.key = at.path, ""
		}
		w.table(values, t, at)
	case reflect.Slice:
		w.list(v, t, at)
	case reflect.String:
		if _, ok := v.(string); !ok {
			w.fail(at, v, "a text in quotes")
		}
	case reflect.Bool:
		if _, ok := v.(bool); !ok {
			w.fail(at, v, "true or false")
		}
	case reflect.Float64, reflect.Float32:
		switch v.(type) {
		case float64, int64:
		default:
			w.fail(at, v, "a number")
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if _, ok := v.(int64); !ok {
			w.fail(at, v, "a whole number")
		}
	}
}

func (w *typeChecker) list(v any, t reflect.Type, at place) {
	switch list := v.(type) {
	case []map[string]any:
		for i, x := range list {
			inner := at
			if at.table == "" && strings.IndexByte(at.path, '.') < 0 && w.index.Line(at.path, i, "") > 0 { // [[table]]
				inner.table, inner.n, inner.key = at.path, i, ""
			}
			w.value(x, t.Elem(), inner)
		}
	case []any:
		for _, x := range list {
			w.value(x, t.Elem(), at)
		}
	default:
		what := "a list, [ ... ]"
		if t.Elem().Kind() == reflect.Struct {
			what = "a list of tables, [{ key = value }] or [[" + at.path + "]]"
		}
		w.fail(at, v, what)
	}
}

func (w *typeChecker) fail(at place, v any, want string) {
	have := "a date"
	switch v := v.(type) {
	case string:
		have = fmt.Sprintf("%q", v)
	case bool, int64, float64:
		have = fmt.Sprint(v)
	case map[string]any:
		have = "a table"
	case []any, []map[string]any:
		have = "a list"
	}
	e := &Error{w.file, w.index.Line(at.table, at.n, at.key), fmt.Sprintf("%s: expected %s, not %s", at.path, want, have)}
	if !slices.ContainsFunc(w.errs, func(old error) bool { return *old.(*Error) == *e }) {
		w.errs = append(w.errs, e)
	}
}
