package loopbound

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// unrefuted returns the bound, or the reason why it is none where its conditions never hold.
func unrefuted(m *symval.Func, l int, t symval.Bound) symval.Bound {
	if c, never := m.Impossible(t.Conds); t.Why == "" && never {
		return symval.Bound{Why: m.TestWhy(l, c.Refuted())}
	}
	return t
}

func isConstant(m *symval.Func, v ssa.ID, k int64) bool {
	return v == 0 && k == 0 || v != 0 && m.Fn.Values[v].Kind == ssa.Int && m.Fn.Values[v].Aux == k
}

// variableFirst turns a test around so that its first operand is computed from variables of loop l, if one is.
func variableFirst(m *symval.Func, l int, c symval.Comparison) (turned symval.Comparison, xs, ys []ssa.ID) {
	xs, ys = variablesIn(m, l, c.A), variablesIn(m, l, c.B)
	if len(xs) == 0 && len(ys) > 0 {
		return symval.Comparison{A: c.B, B: c.A, Op: symval.Mirror(c.Op)}, ys, xs
	}
	return c, xs, ys
}

// variablesIn returns the int and long header phis of loop l that v is computed from, as far as few are.
func variablesIn(m *symval.Func, l int, v ssa.ID) []ssa.ID {
	var out []ssa.ID
	seen := map[ssa.ID]bool{}
	var walk func(v ssa.ID, depth int)
	walk = func(v ssa.ID, depth int) {
		x := &m.Fn.Values[v]
		if v == 0 || seen[v] || depth > 12 || x.Type != 'i' && x.Type != 'l' || !m.CFG.InLoop(int(x.Block), l) {
			return
		}
		seen[v] = true
		if x.Kind == ssa.Phi && m.LoopHeadedBy(int(x.Block)) == l {
			out = append(out, v)
			return
		}
		if x.Kind == ssa.Phi || x.Kind == ssa.Instr {
			for _, a := range m.Fn.Args(v) {
				walk(a, depth+1)
			}
		}
	}
	walk(v, 0)
	return out
}

// variableTest is an exit test that compares a value computed from variables of the loop with another one.
type variableTest struct {
	*exitTest
	cmp    symval.Comparison // with the value that variables are in first
	xs, ys []ssa.ID          // the header phis that its operands are computed from
}

// onComparison is a prover of comparisons that counters which move by additions do not explain.
func onComparison(f func(m *symval.Func, t *variableTest) (symval.Bound, bool)) func(*symval.Func, *exitTest) (symval.Bound, bool) {
	return func(m *symval.Func, t *exitTest) (symval.Bound, bool) {
		if !t.compares {
			return symval.Bound{}, false
		}
		c, xs, ys := variableFirst(m, t.loop, t.cmp)
		if len(xs) == 0 {
			return symval.Bound{}, false
		}
		b, ok := f(m, &variableTest{t, c, xs, ys})
		if !ok || !m.Possible(b.Conds) {
			return symval.Bound{}, false
		}
		b.Conds = expr.Tightest(b.Conds)
		return b, true
	}
}

// exitTest is a test that every iteration of a loop passes, and under which the loop goes on.
type exitTest struct {
	loop, block int
	stay        bool // the loop goes on where the branch is taken
	phis        map[ssa.ID]symval.InductionVar
	cmp         symval.Comparison // of two int or long values, under which the loop goes on
	compares    bool              // it is such a comparison
}

// onTest is a prover of tests that need not be comparisons of numbers.
func onTest(f func(m *symval.Func, l, b int, stay bool) (symval.Bound, bool)) func(*symval.Func, *exitTest) (symval.Bound, bool) {
	return func(m *symval.Func, t *exitTest) (symval.Bound, bool) { return f(m, t.loop, t.block, t.stay) }
}
