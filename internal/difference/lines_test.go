package difference

import (
	"testing"

	"github.com/energylint/energylint/internal/snapshot"
)

func TestChangedLine(t *testing.T) {
	code := func(lines ...snapshot.Line) *snapshot.Method {
		m := &snapshot.Method{Lines: lines}
		m.Line = 10
		return m
	}
	line := func(step, depth, digest int) snapshot.Line {
		return snapshot.Line{Step: step, Depth: depth, Digest: digest}
	}
	tests := []struct {
		name       string
		of, other  *snapshot.Method
		line       int
		deeper, ok bool
	}{
		{"the same", code(line(0, 0, 1), line(1, 1, 2)), code(line(0, 0, 1), line(5, 1, 2)), 0, false, false},
		{"one more", code(line(0, 0, 1), line(1, 0, 7), line(1, 1, 2)), code(line(0, 0, 1), line(5, 1, 2)), 11, false, true},
		{"the one in a loop", code(line(0, 0, 1), line(1, 0, 7), line(1, 1, 8), line(1, 1, 9)), code(line(0, 0, 1)), 12, false, true},
		{"moved into a loop", code(line(0, 0, 1), line(1, 1, 2), line(1, 1, 3)), code(line(0, 0, 1), line(1, 0, 3), line(1, 1, 2)), 12, true, true},
		{"nothing before", code(line(2, 0, 1)), code(), 12, false, true},
		{"one less", code(line(0, 0, 1)), code(line(0, 0, 1), line(1, 0, 2)), 0, false, false},
	}
	for _, x := range tests {
		got, deeper, ok := changedLine(x.of, x.other)
		if ok != x.ok || ok && (got != x.line || deeper != x.deeper) {
			t.Errorf("%s: line %d, deeper %v, ok %v; want %d, %v, %v", x.name, got, deeper, ok, x.line, x.deeper, x.ok)
		}
	}
}
