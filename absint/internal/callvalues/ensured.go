package callvalues

import (
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
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
		out = common(out, known)
	}
	return out[:min(len(out), maxEnsured)]
}

// whenReturned returns what a method ensures about its arguments where it returns false, and where it returns true:
// `static boolean isEmpty(String s) { return s == null || s.length() == 0; }` ensures that s is not empty. Sound as Ensured is: of each block from
// which the constant is passed on to a return. A value that is no constant may be both.
func whenReturned(m *symval.Func, returned []place) (when [2][]expr.Size) {
	var seen [2]bool
	returned, ok := joined(m, returned)
	if !ok {
		return when
	}
	for _, p := range returned {
		x := &m.Fn.Values[p.value]
		known := slices.DeleteFunc(m.KnownAt(p.block), func(s expr.Size) bool { return !ofParameters(s) })
		for _, c := range m.BranchComparisons(int(p.block)) {
			known = append(known, shownFilled(m, c)...)
		}
		for outcome, op := range [2]classfile.Op{classfile.OpIfIcmpeq, classfile.OpIfIcmpne} {
			known := slices.Concat(known, shownFilled(m, code.Comparison{A: p.value, Op: op}))
			switch {
			case x.Kind == ssa.Int && (x.Aux != 0) != (outcome == 1):
			case !seen[outcome]:
				seen[outcome], when[outcome] = true, known
			default:
				when[outcome] = common(when[outcome], known)
			}
		}
	}
	for i := range when {
		when[i] = when[i][:min(len(when[i]), maxEnsured)]
	}
	return when
}

// shownFilled returns the size that is not negative where a comparison shows that the text in a parameter is not empty. A CharSequence that
// the caller has as a String does not change, either.
func shownFilled(m *symval.Func, c code.Comparison) []expr.Size {
	text := m.NotEmpty(c)
	if f := m.Fn; text == 0 && f.IsCallTo(c.A, platform.CharSequence, "length") && m.IsConstant(c.B, 0) && (c.Op == classfile.OpIfIcmpne || c.Op == classfile.OpIfIcmpgt) {
		text = f.Args(c.A)[0]
	}
	if i := slices.Index(m.Fn.Params, m.Uncast(text)); text != 0 && i >= 0 {
		return []expr.Size{ParameterSize(i, platform.Desc(platform.StringClass), progdb.Chars).AddInt(-1)}
	}
	return nil
}

// common returns the sizes of a that are in b.
func common(a, b []expr.Size) (out []expr.Size) {
	for _, s := range a {
		if slices.ContainsFunc(b, func(k expr.Size) bool { return k.Equal(s) }) {
			out = append(out, s)
		}
	}
	return out
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
