package callvalues

import (
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
)

// What a method ensures about its arguments where it returns: `static void check(int n) { if (n > 50) throw ...; }` ensures n <= 50
// (postconditions by forward propagation). Sound because each inequality holds whenever a block that returns is executed, for every such
// block, and parameters have one value in a call. An assert is skipped where assertions are off, so it is on a path to a return that
// knows nothing of it.

// maxEnsured caps the inequalities that a method ensures.
const maxEnsured = 8

// MayEnsure reports whether a method may ensure something: it can throw.
func MayEnsure(b *progdb.Body) bool {
	code := b.G.Code
	for _, blk := range b.G.RPO {
		if last := b.G.Blocks[blk].Last; code.Op(last) == classfile.OpAthrow {
			return true
		}
		for _, v := range b.F.Body[blk] {
			if b.F.IsCall(v) && b.F.Values[v].Op == classfile.OpInvokestatic {
				return true // which may throw
			}
		}
	}
	return false
}

// Ensured returns sizes over parameters of the method that are not negative where it returns.
func Ensured(m *symval.Func) []expr.Size {
	var out []expr.Size
	first := true
	for _, b := range m.CFG.RPO {
		if !m.CFG.Code.Op(m.CFG.Blocks[b].Last).IsReturn() {
			continue
		}
		known := slices.DeleteFunc(m.KnownAt(b), func(s expr.Size) bool { return !ofParameters(s) })
		if first {
			out, first = known, false
			continue
		}
		out = slices.DeleteFunc(out, func(s expr.Size) bool {
			return !slices.ContainsFunc(known, func(k expr.Size) bool { return k.Equal(s) })
		})
	}
	return out[:min(len(out), maxEnsured)]
}

// ofParameters reports whether a size has only symbols of values, lengths and elements of parameters.
func ofParameters(s expr.Size) bool {
	return !s.Top && !s.Contains(func(a *expr.Atom) bool {
		if a.Kind != expr.SymbolAtom {
			return a.Kind == expr.IndexAtom
		}
		if _, ok := ElementsOfParameter(a.Symbol); ok {
			return false
		}
		_, fields, _, ok := expr.SplitPath(a.Symbol.Path)
		return !ok || fields != "" || symval.IsLargest(a.Symbol)
	})
}

// ElementsOfParameter returns the parameter of which a symbol is the largest number of elements.
func ElementsOfParameter(s expr.Symbol) (param int, ok bool) {
	inside, ok := strings.CutPrefix(s.Path, "~size(")
	if !ok {
		return 0, false
	}
	param, err := strconv.Atoi(strings.TrimSuffix(inside[strings.LastIndex(inside, ":p")+len(":p"):], ")"))
	return param, err == nil && strings.Contains(inside, ":p")
}
