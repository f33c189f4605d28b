package randprog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
)

// Paths that meet again share what follows: its conditions and assumptions appear once, not once for every path.
func TestBranchesShareWhatFollows(t *testing.T) {
	const branches = 12
	var b strings.Builder
	b.WriteString("method m0 (II)I 3\n")
	for k := range branches {
		fmt.Fprintf(&b, "  iload 0\n  ifeq N%d\n  iinc 1 %d\nN%d:\n", k, k+1, k)
	}
	// while (v0 < 100) { if (v1 == v0) break; v0++; } has an exit that no test counts: its lower bound is no number.
	b.WriteString("H:\n  iload 0\n  bipush 100\n  if_icmpge X\n  iload 1\n  iload 0\n  if_icmpeq X\n  iinc 0 1\n  goto H\nX:\n  iconst_0\n  ireturn\n")
	classes, err := parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	c := classes[0]
	weights := make([]float64, pattern.Num)
	for i := range weights {
		weights[i] = -1
	}
	bound, err := spec.ParseCount("50")
	if err != nil {
		t.Fatal(err)
	}
	facts := func(*classfile.Method) absint.Facts {
		return absint.Facts{Loops: []absint.LoopFact{{Ordinal: 1, Expr: bound, Origin: "test"}}}
	}
	s := absint.NewAnalyzer(callgraph.New([]*classfile.Class{c}, nil, 1), nil, facts, 1).Summary(&c.Methods[0])
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	for _, upper := range []bool{false, true} {
		o := s.Own(absint.Energy(weights, upper))
		if len(o.Conditions) > 1 || len(o.Assumptions) > 1 {
			t.Errorf("upper %v: %d conditions and %d assumptions of one loop behind %d branches", upper, len(o.Conditions), len(o.Assumptions), branches)
		}
		if upper && len(o.Assumptions) == 0 || !upper && len(o.Conditions) == 0 {
			t.Errorf("upper %v: the loop bound is not assumed, or its fewest iterations are sure: the test shows nothing", upper)
		}
	}
}
