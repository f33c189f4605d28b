package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/tomlline"
)

// Error is one mistake in a configuration file.
type Error struct {
	File string
	Line int    // 1-based
	Key  string // "model.confidence", "budget[0].energy"; empty for errors of TOML itself
	Msg  string
}

func (e Error) Error() string {
	at := e.File
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	if e.Key == "" {
		return at + ": " + e.Msg
	}
	return fmt.Sprintf("%s: %s: %s", at, e.Key, e.Msg)
}

// Errors are all mistakes in a configuration file, in the order of their lines.
type Errors []Error

// maxErrors is how many mistakes are told.
const maxErrors = 50

func (es Errors) Error() string {
	lines := make([]string, 0, min(len(es), maxErrors+1))
	for i, e := range es {
		if i == maxErrors {
			lines = append(lines, fmt.Sprintf("%s: and %d more mistakes", e.File, len(es)-i))
			break
		}
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

func (es Errors) sorted() error {
	if len(es) == 0 {
		return nil
	}
	slices.SortStableFunc(es, func(a, b Error) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Key+a.Msg, b.Key+b.Msg)
	})
	return es
}

func hint(word string, candidates []string) string { return nearest.DidYouMean(word, candidates) }

// Parse reads a configuration; name is the file's name in errors. The error is an Errors.
func Parse(name string, data []byte) (*Config, error) {
	c := &Config{}
	d := decoder{file: name}
	d.defaults(reflect.ValueOf(c).Elem())
	var tree map[string]any
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, Errors{{File: name, Line: 1, Msg: "the file is UTF-16: save it as UTF-8"}}
	}
	if err := tomlline.Limit(name, data, tomlline.MaxConfigKeys); err != nil {
		e := Error{File: name, Msg: err.Error()}
		if at := (*tomlline.Error)(nil); errors.As(err, &at) {
			e.Line, e.Msg = at.Line, at.Text
		}
		return nil, Errors{e}
	}
	if _, err := toml.Decode(string(data), &tree); err != nil {
		e := Error{File: name, Msg: err.Error()}
		var pe toml.ParseError
		if errors.As(err, &pe) {
			e.Line = pe.Position.Line
			e.Msg = pe.Message
			if e.Msg == "" {
				e.Msg = strings.TrimPrefix(pe.Error(), "toml: ")
			}
			if strings.HasPrefix(e.Msg, "expected value but found") {
				e.Msg += `; texts are in quotes, as in energy = "5 mJ"`
			}
		}
		return nil, Errors{e}
	}
	d.lines = findLines(string(data))
	c.lines = d.lines
	d.table("", tree, reflect.ValueOf(c).Elem())
	d.compile(c)
	if err := d.errs.sorted(); err != nil {
		return nil, err
	}
	return c, nil
}

type decoder struct {
	file  string
	lines lineTable
	errs  Errors
}

func (d *decoder) fail(key, format string, args ...any) {
	d.errs = append(d.errs, Error{File: d.file, Line: d.lines.line(key), Key: key, Msg: fmt.Sprintf(format, args...)})
}

// failed reports whether something is wrong with a key.
func (d *decoder) failed(key string) bool {
	return slices.ContainsFunc(d.errs, func(e Error) bool { return e.Key == key })
}

// fields calls f for every key of a table type.
func fields(t reflect.Type, f func(i int, key string, tag reflect.StructTag)) {
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("toml"); key != "" && key != "-" {
			f(i, key, t.Field(i).Tag)
		}
	}
}

// defaults sets the fields of v and of the tables in it to their defaults.
func (d *decoder) defaults(v reflect.Value) {
	fields(v.Type(), func(i int, key string, tag reflect.StructTag) {
		if v.Field(i).Kind() == reflect.Struct {
			d.defaults(v.Field(i))
			return
		}
		text := tag.Get("default")
		if text == "" {
			return
		}
		var tree map[string]any
		if _, err := toml.Decode("x = "+text, &tree); err != nil {
			d.fail(key, "the default %s is no TOML: %v", text, err)
			return
		}
		d.set(key, tree["x"], v.Field(i))
	})
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

// table decodes a TOML table into a struct.
func (d *decoder) table(prefix string, tree map[string]any, v reflect.Value) {
	index := map[string]int{}
	var known, required []string
	wild := -1
	fields(v.Type(), func(i int, key string, tag reflect.StructTag) {
		if key == "*" {
			wild = i
			return
		}
		index[key] = i
		known = append(known, key)
		if tag.Get("required") != "" {
			required = append(required, key)
		}
	})
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		path := join(prefix, key)
		i, ok := index[key]
		if !ok {
			sub, isTable := tree[key].(map[string]any)
			if wild >= 0 && (isTable || strings.HasPrefix(key, "EL")) {
				if !isTable {
					d.fail(path, "a rule's settings are a table, [%s]", path)
					continue
				}
				d.entry(path, key, sub, v.Field(wild))
				continue
			}
			d.unknown(prefix, key, known)
			continue
		}
		if d.value(path, tree[key], v.Field(i)) {
			d.check(path, v.Field(i), v.Type().Field(i).Tag)
		}
	}
	for _, key := range required {
		if _, ok := tree[key]; !ok {
			d.errs = append(d.errs, Error{d.file, d.lines.line(prefix), prefix, fmt.Sprintf("the key %q is missing", key)})
		}
	}
}

// entry decodes one table of a map of tables.
func (d *decoder) entry(path, key string, tree map[string]any, m reflect.Value) {
	d.check(path, reflect.ValueOf(key), reflect.StructTag(`kind:"rule"`))
	e := reflect.New(m.Type().Elem()).Elem()
	d.table(path, tree, e)
	if m.IsNil() {
		m.Set(reflect.MakeMap(m.Type()))
	}
	m.SetMapIndex(reflect.ValueOf(key), e)
}

// unknown reports a key that does not exist, with the one that it might have meant: in this table, or anywhere.
func (d *decoder) unknown(prefix, key string, known []string) {
	if len(d.errs) > 10*maxErrors { // only the first are told, and a hint takes its time
		d.errs = append(d.errs, Error{File: d.file, Line: d.lines.line(prefix), Key: prefix, Msg: "unknown key"})
		return
	}
	where := "at the top level"
	if prefix != "" {
		where = "in [" + prefix + "]"
		if table, _, many := strings.Cut(prefix, "["); many {
			where = "in [[" + table + "]]"
		}
	}
	h := hint(key, known)
	if h == "" {
		for _, k := range KeysReference() {
			if k.Name == key && k.Table != "" {
				h = fmt.Sprintf("; %q belongs in %s", key, k.Table)
				break
			}
		}
	}
	if h == "" {
		h = "; it has " + strings.Join(known, ", ")
	}
	d.fail(join(prefix, key), "unknown key %q %s%s", key, where, h)
}

func (d *decoder) value(path string, x any, v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.Struct:
		sub, ok := x.(map[string]any)
		if !ok {
			d.fail(path, "expected a table [%s], found %s", path, typeName(x))
			return false
		}
		d.table(path, sub, v)
		return true
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		subs, ok := tables(x)
		if !ok {
			d.fail(path, "expected tables [[%s]], found %s", path, typeName(x))
			return false
		}
		v.Set(reflect.MakeSlice(v.Type(), len(subs), len(subs)))
		for i, sub := range subs {
			d.defaults(v.Index(i))
			d.table(fmt.Sprintf("%s[%d]", path, i), sub, v.Index(i))
		}
		return true
	}
	return d.set(path, x, v)
}

func tables(x any) ([]map[string]any, bool) {
	switch x := x.(type) {
	case []map[string]any:
		return x, true
	case []any:
		var ts []map[string]any
		for _, e := range x {
			t, ok := e.(map[string]any)
			if !ok {
				return nil, false
			}
			ts = append(ts, t)
		}
		return ts, true
	}
	return nil, false
}

// set decodes a scalar or a list of strings. One string is a list of one.
func (d *decoder) set(path string, x any, v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		if s, ok := x.(string); ok {
			v.SetString(s)
			return true
		}
	case reflect.Bool:
		if b, ok := x.(bool); ok {
			v.SetBool(b)
			return true
		}
	case reflect.Int:
		if n, ok := x.(int64); ok {
			if n < 0 || n > 1<<20 {
				d.fail(path, "%d is out of range: expected 0 to %d", n, 1<<20)
				return false
			}
			v.SetInt(n)
			return true
		}
	case reflect.Float64:
		switch n := x.(type) {
		case int64:
			v.SetFloat(float64(n))
			return true
		case float64:
			if n-n != 0 {
				d.fail(path, "expected a finite number")
				return false
			}
			v.SetFloat(n)
			return true
		}
	case reflect.Slice:
		if s, ok := x.(string); ok {
			v.Set(reflect.ValueOf([]string{s}))
			return true
		}
		if list, ok := x.([]any); ok {
			ss := make([]string, 0, len(list))
			for _, e := range list {
				s, ok := e.(string)
				if !ok {
					d.fail(path, "expected a list of strings, found %s in it", typeName(e))
					return false
				}
				ss = append(ss, s)
			}
			v.Set(reflect.ValueOf(ss))
			return true
		}
	}
	d.fail(path, "expected %s, found %s", goTypeName(v), typeName(x))
	return false
}

func goTypeName(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	}
	return "a list of strings"
}

func typeName(x any) string {
	switch x := x.(type) {
	case string:
		return fmt.Sprintf("the string %q", x)
	case bool:
		return fmt.Sprintf("%t", x)
	case int64, float64:
		return fmt.Sprintf("the number %v", x)
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "several tables"
	case []any:
		return "a list"
	}
	return "a date"
}
