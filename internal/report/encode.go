package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/jsonsafe"
)

// element writes the element of a list with an index.
type element func(b *bytes.Buffer, i int) error

// encode writes a struct as json.Encoder does with an indent of one space, and the lists in it element by element: a
// report may have hundreds of thousands of methods, and would be in memory several times over. Where lines is set, each
// element is a line.
func encode(w io.Writer, v any, lines bool) error {
	indent := " "
	if lines {
		indent = ""
	}
	return encodeFields(w, v, func(list any) (int, element) {
		l := reflect.ValueOf(list)
		return l.Len(), func(b *bytes.Buffer, i int) error { return encodeValue(b, l.Index(i).Addr().Interface(), "  ", indent) }
	})
}

// encodeFields writes a struct as encode does. elements returns the length and the elements of a list in it.
func encodeFields(w io.Writer, v any, elements func(list any) (int, element)) error {
	out := bufio.NewWriterSize(w, 1<<16) // its errors are those of Flush
	s := reflect.Indirect(reflect.ValueOf(v))
	for i := range s.NumField() {
		separator := ","
		if i == 0 {
			separator = "{"
		}
		name, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ",")
		out.WriteString(separator + "\n \"" + name + "\": ")
		n, each := 0, element(nil)
		f := s.Field(i)
		if f.Kind() == reflect.Slice {
			n, each = elements(f.Interface())
		}
		var err error
		if n > 0 {
			err = encodeList(out, n, each)
		} else {
			var b bytes.Buffer
			err = encodeValue(&b, f.Interface(), " ", " ")
			out.Write(b.Bytes())
		}
		if err != nil {
			return err
		}
	}
	out.WriteString("\n}\n")
	return out.Flush()
}

// encodeValue writes a value: on one line where there is no indent, else with the prefix before every further line.
func encodeValue(b *bytes.Buffer, v any, prefix, indent string) error {
	start := b.Len()
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if indent != "" {
		e.SetIndent(prefix, indent)
	}
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the line's end
	if safe := jsonsafe.Escape(b.Bytes()[start:]); len(safe) != b.Len()-start {
		b.Truncate(start)
		b.Write(safe)
	}
	return nil
}

// encodeList writes a list of n elements, at least one, on all processors.
func encodeList(out *bufio.Writer, n int, each element) error {
	const part = 256
	parts := make([]bytes.Buffer, runtime.GOMAXPROCS(0))
	errs := make([]error, len(parts))
	for from := 0; from < n; from += part * len(parts) {
		var wg sync.WaitGroup
		for k := range parts {
			wg.Go(func() {
				b := &parts[k]
				b.Reset()
				for i := from + k*part; i < min(from+(k+1)*part, n) && errs[k] == nil; i++ {
					separator := ",\n  "
					if i == 0 {
						separator = "[\n  "
					}
					b.WriteString(separator)
					errs[k] = each(b, i)
				}
			})
		}
		wg.Wait()
		for k := range parts {
			if errs[k] != nil {
				return errs[k]
			}
			out.Write(parts[k].Bytes())
		}
	}
	_, err := out.WriteString("\n ]")
	return err
}

// encodeXML writes v as an XML document.
func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
