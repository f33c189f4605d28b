package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// dropContradictions drops the paths that no iteration takes: they pass two guards of the same values that exclude each other, as
// `while (i < n || j < m) if (i < n) ...` has them. Sound because guards are at the level of the loop, where a value does not change in an
// iteration once it is computed, and neither do lengths of arrays and strings.
func dropContradictions(m *symval.Func, w *pathSet) {
	conflicts := make([]uint64, len(w.guards))
	for i := range w.guards {
		for k := range w.guards[:i] {
			if contradict(m, &w.guards[i], &w.guards[k]) {
				conflicts[i] |= 1 << k
			}
		}
	}
	w.all = slices.DeleteFunc(w.all, func(p path) bool {
		for i, c := range conflicts {
			if p.passed>>i&1 != 0 && p.passed&c != 0 {
				return true
			}
		}
		return false
	})
}

// contradict reports whether two guards compare the same values, and no values pass both.
func contradict(m *symval.Func, g, h *guard) bool {
	switch {
	case g.A == h.A && limitOfGuard(m, g) == limitOfGuard(m, h):
		return code.Exclude(g.Op, h.Op)
	case g.length == 0 && h.length == 0 && g.A == h.B && g.B == h.A:
		return code.Exclude(g.Op, code.Mirror(h.Op))
	}
	return false
}

// guardLimit identifies what a guard compares a value with: another value, a constant, or the length of an object.
type guardLimit struct {
	of       ssa.ID
	path     string // of a value or an object that is the same at all times, in place of of
	length   bool
	constant int64
}

// limitOfGuard returns what guard g compares its first value with.
func limitOfGuard(m *symval.Func, g *guard) (k guardLimit) {
	of := g.length
	if c, ok := m.Constant(g.B); ok && of == 0 {
		return guardLimit{constant: c}
	} else if of == 0 {
		of = progdb.LengthOf(m.Fn, g.B)
	}
	if k.length = of != 0; !k.length {
		of = g.B
	}
	if k.path, _ = m.Path(of, 0); k.path == "" {
		k.of = m.Uncast(of)
	}
	return k
}
