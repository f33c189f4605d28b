package absint_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/internal/plain"
)

// TestDump checks parts of the dumps of methods of testdata/fixtures.
func TestDump(t *testing.T) {
	for _, test := range []struct {
		topic, method string
		kind          absint.DumpKind
		want          []string
	}{
		{"calls", "Calls.triangle", absint.DumpCFG, []string{"calls.Calls.triangle(int)\nblock 0, lines 28 to 29, entry\n", "11  invokestatic calls.Calls.leaf(int)\n", "loop 0 (line 29): header 1"}},
		{"calls", "Calls.triangle", absint.DumpDot, []string{"digraph \"calls.Calls.triangle(int)\" {\n", "b2 -> b1 [label=\"jump\", style=bold];"}},
		{"calls", "Calls.triangle", absint.DumpSSA, []string{"v1 int n = parameter", "phi(0 from block 0, v9 from block 2)", "in [0, ..]  is #0\n", "is #0 + 1\n"}},
		{"loops", "Loops.paramInclusive", absint.DumpBounds, []string{
			"loop 0 at line 66 (header is block 1)\n  test of block 1 at line 66, affine: at most n + 1 iterations\n  taken: at most n + 1 iterations, if n + 1 <= 2147483647\n"}},
		{"loops", "Loops.notEqualMisses", absint.DumpBounds, []string{"whole loop, linear ranking: no bound: ", "taken: no bound: the loop at line 48: i steps over the value that ends the loop\n"}},
		{"calls", "Calls.ten", absint.DumpBounds, []string{"calls.Calls.ten()\nno loops\n"}},
		{"behind", "Hashes.removed", absint.DumpEffects, []string{"  runs equals, comparisons, hashCode and toString of what it holds\n", "  calls java.util.Deque.add(java.lang.Object)\n"}},
		{"calls", "Calls.ten", absint.DumpEffects, []string{"line 12, block 0: invokestatic calls.Calls.leaf(int)\n  runs calls.Calls.leaf(int)\n  calls nothing and writes no field\n"}},
	} {
		t.Run(test.method+" "+string(test.kind), func(t *testing.T) {
			a, methods := absinttest.Analyzer(t, test.topic)
			m := methods[test.method]
			if m == nil {
				t.Fatal("no such method")
			}
			got := a.Summary(m).Dump(test.kind)
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}

// TestDumpCost: the terms name what they come from, and what several branches lead to stands once.
func TestDumpCost(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "calls")
	p := a.Reach(absinttest.Roots(methods["Calls.triangle"], methods["Cycles.collatz"]))
	obj := cost.Objective{Upper: true, Total: true, Header: -1}
	pass := p.NewPass([]cost.Objective{obj}, false)
	p.EvaluateInTurn([]*absint.Pass{pass}, nil)
	done := pass.Outcomes[0]
	text := func(o cost.Outcome) string { return exprtest.Formula(o.Poly, expr.TotalInstructions) }
	got := p.DumpCost(p.Index(methods["Calls.triangle"]), obj, done, text)
	for _, want := range []string{
		"\ntree\n  block 0 at line 28: 4\n  loop 0 at line 29, exactly n iterations: ",
		"    call of calls.Calls.leaf(int) at line 29\n",
		"    line 29: call of calls.Calls.leaf(int): ", "(analysed code)\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	got = p.DumpCost(p.Index(methods["Cycles.collatz"]), obj, done, text)
	for _, want := range []string{"worst case: no bound, calls.Cycles.collatz(int) calls itself", "          then part 1\n", "\n  part 1: no bound\n    block 5"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestDumpExpression shows the cost expression by itself.
func TestDumpExpression(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "calls")
	const want = `block 0
loop 0
  block 1
  block 2
last, partial iteration of loop 0 and what follows
  block 1
  block 3
`
	if got := a.Summary(methods["Calls.triangle"]).Expr.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDumpAll dumps all methods of some topics: twice the same, and never more than is read.
func TestDumpAll(t *testing.T) {
	for _, topic := range []string{"calls", "loops", "behind", "streams", "raised"} {
		a, methods := absinttest.Analyzer(t, topic)
		again, _ := absinttest.Analyzer(t, topic)
		for name, m := range methods {
			if !m.HasCode() {
				continue
			}
			for _, kind := range absint.DumpKinds {
				got := a.Summary(m).Dump(kind)
				if kind != absint.DumpCost && (got == "" || strings.Count(got, "\n") > plain.MaxListing+2) {
					t.Errorf("%s: %s is %d lines", name, kind, strings.Count(got, "\n"))
				}
				if other := again.Summary(m).Dump(kind); got != other {
					t.Errorf("%s: %s is\n%s\nand then\n%s", name, kind, got, other)
				}
			}
		}
	}
}
