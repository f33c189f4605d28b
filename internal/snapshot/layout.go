package snapshot

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// The layout of a file names the fields of every struct in it, so that a program reads the files of another version: it
// skips fields that it does not have, and leaves at zero those that the file does not have.
//
// A layout is a list of structs. Each is a list of fields, a name and a type: string, int, float, bool, counts
// (map[string]float64), a number (the struct at that position), or []T, *T. The first struct is Snapshot.

// field is a field of a struct in a layout.
type field struct{ name, typ string }

// layout is the structs of a file.
type layout [][]field

// layoutOf returns the layout of what a type holds.
func layoutOf(t reflect.Type) layout {
	var l layout
	at := map[reflect.Type]int{}
	var describe func(t reflect.Type) string
	describe = func(t reflect.Type) string {
		switch t.Kind() {
		case reflect.String:
			return "string"
		case reflect.Int, reflect.Int64:
			return "int"
		case reflect.Float64:
			return "float"
		case reflect.Bool:
			return "bool"
		case reflect.Map:
			return "counts"
		case reflect.Slice:
			return "[]" + describe(t.Elem())
		case reflect.Pointer:
			return "*" + describe(t.Elem())
		}
		i, ok := at[t]
		if !ok {
			i = len(l)
			at[t] = i
			l = append(l, nil)
			for f := range t.NumField() {
				l[i] = append(l[i], field{t.Field(f).Name, describe(t.Field(f).Type)})
			}
		}
		return fmt.Sprint(i)
	}
	describe(t)
	return l
}

// String writes a layout, a struct on a line.
func (l layout) String() string {
	var b strings.Builder
	for _, fs := range l {
		for i, f := range fs {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(f.name + ":" + f.typ)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// maxLayout bounds a layout in bytes.
const maxLayout = 1 << 16

var errLayout = errors.New("its description of itself is damaged")

// parseLayout reads what String writes.
func parseLayout(s string) (layout, error) {
	if len(s) > maxLayout {
		return nil, errLayout
	}
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	l := make(layout, len(lines))
	for i, line := range lines {
		for _, text := range strings.Fields(line) {
			name, typ, ok := strings.Cut(text, ":")
			if !ok || !validType(typ, len(lines)) {
				return nil, errLayout
			}
			l[i] = append(l[i], field{name, typ})
		}
		if len(l[i]) == 0 { // its values would take no space, however many there are
			return nil, errLayout
		}
	}
	return l, nil
}

// validType reports whether a layout of some structs can have a type.
func validType(typ string, structs int) bool {
	for {
		rest, ok := strings.CutPrefix(typ, "[]")
		if !ok {
			rest, ok = strings.CutPrefix(typ, "*")
		}
		if !ok {
			break
		}
		typ = rest
	}
	switch typ {
	case "string", "int", "float", "bool", "counts":
		return true
	}
	_, ok := structIndex(typ, structs)
	return ok
}

// structIndex returns the struct that a type of a layout is.
func structIndex(typ string, structs int) (int, bool) {
	n := 0
	for _, c := range typ {
		if c < '0' || c > '9' || n > structs {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, typ != "" && n < structs
}
