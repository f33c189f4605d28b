package loopbound

import (
	"github.com/energylint/energylint/absint/internal/bigshift"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// unrefuted returns t, or the reason for no bound if the conditions of t never hold.
func unrefuted(m *symval.Func, l int, t symval.Bound) symval.Bound {
	if c, never := m.Impossible(t.Conds); t.Why == "" && never {
		return symval.Bound{Why: m.TestWhy(l, c.Refuted())}
	}
	return t
}

// variableFirst mirrors a comparison if only its second operand is computed from variables of loop l. xs and ys are
// the variables of the first and the second operand.
func variableFirst(m *symval.Func, l int, c code.Comparison) (turned code.Comparison, xs, ys []ssa.ID) {
	xs, ys = variablesIn(m, l, c.A), variablesIn(m, l, c.B)
	if len(xs) == 0 && len(ys) > 0 {
		return code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}, ys, xs
	}
	return c, xs, ys
}

// variablesIn returns the int and long header phis of loop l that v is computed from, up to a fixed depth.
func variablesIn(m *symval.Func, l int, v ssa.ID) []ssa.ID {
	var out []ssa.ID
	seen := map[ssa.ID]bool{}
	var visit func(v ssa.ID, depth int)
	visit = func(v ssa.ID, depth int) {
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
				visit(a, depth+1)
			}
		}
	}
	visit(v, 0)
	return out
}

// variableTest is an exit test that compares a value computed from variables of the loop with another value.
type variableTest struct {
	*exitTest
	cmp    code.Comparison // exitTest.cmp, mirrored if only its second operand is computed from variables
	xs, ys []ssa.ID        // the header phis that its operands are computed from
}

// onComparison adapts a prover of comparisons that counters with constant steps do not explain.
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

// exitTest is a test that every iteration of a loop passes and under which the loop continues. This file holds the
// forms of a test that provers get, and the adapters from provers of one form to Prover.
// Sound because the adapters only restrict which tests a prover sees and drop bounds whose conditions never hold.
type exitTest struct {
	loop, block int
	stay        bool                           // the loop continues where the branch is taken
	phis        map[ssa.ID]symval.InductionVar // the counters of the loop
	cmp         code.Comparison                // the comparison of int or long values under which the loop continues
	compares    bool                           // cmp is set
}

// onTest adapts a prover of tests that need not be comparisons of numbers.
func onTest(f func(m *symval.Func, l, b int, stay bool) (symval.Bound, bool)) func(*symval.Func, *exitTest) (symval.Bound, bool) {
	return func(m *symval.Func, t *exitTest) (symval.Bound, bool) { return f(m, t.loop, t.block, t.stay) }
}

// bigShift bounds a loop that shifts a BigInteger to the right (package bigshift). Every iteration uses up bits of it.
func bigShift(m *symval.Func, t *exitTest) (symval.Bound, bool) {
	if !t.compares {
		return symval.Bound{}, false
	}
	return bigshift.Test(m, t.loop, t.cmp)
}
