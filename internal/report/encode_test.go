package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// encode writes what json.Encoder writes, however long the lists are.
func TestEncode(t *testing.T) {
	for _, n := range []int{0, 1, 2, 255, 256, 257, 5000} {
		r := &result.MethodReport{Schema: MethodsSchema, Model: "<a> & \"b\"", Confidence: 0.95}
		for i := range n {
			r.Methods = append(r.Methods, result.Method{
				Class: "a/B", Name: "<init>", Line: i, Worst: result.WorstCase{Mean: result.Joules(float64(i) * 1e-9)}, Unpriced: make([]string, i%3),
				Instructions: result.Instructions{Own: result.Between(1, int64(i)), Total: result.AtLeast(2)},
			})
		}
		var want, got bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(complete(r)); err != nil {
			t.Fatal(err)
		}
		if err := encode(&got, complete(r), false); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("of %d methods: got\n%.2000s\nwant\n%.2000s", n, got.String(), want.String())
		}
		var lines bytes.Buffer
		if err := encode(&lines, complete(r), true); err != nil {
			t.Fatal(err)
		}
		if found := bytes.Count(lines.Bytes(), []byte("\n  {\"class\":")); found != n {
			t.Errorf("%d methods are on %d lines", n, found)
		}
		var one, other bytes.Buffer
		if err := errors.Join(json.Compact(&one, want.Bytes()), json.Compact(&other, lines.Bytes())); err != nil {
			t.Fatal(err)
		}
		if one.String() != other.String() {
			t.Errorf("of %d methods, a line each: got\n%.2000s\nwant\n%.2000s", n, other.String(), one.String())
		}
	}
}

type failingWriter struct{ left int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(b), nil
}

func TestEncodeFails(t *testing.T) {
	for _, left := range []int{0, 1 << 17} {
		r := &result.MethodReport{Methods: make([]result.Method, 1000)}
		if err := encode(&failingWriter{left}, complete(r), left > 0); err == nil || !strings.Contains(err.Error(), "no space") {
			t.Errorf("with space for %d bytes: %v", left, err)
		}
	}
}
