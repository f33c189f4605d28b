package randprog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// The conditions of a cost are bounded: with more of them, there is no bound, and a reason for it.
func TestConditionsOfCallsAreBounded(t *testing.T) {
	for _, tc := range []struct {
		calls   int // in a chain
		bounded bool
	}{{4, true}, {32, false}} {
		var b strings.Builder
		for i := range tc.calls {
			fmt.Fprintf(&b, "method m%d (II)V 2\n", i)
			fmt.Fprintf(&b, "  iload 0\n  iload 1\n  iadd\n  iload 1\n  invokestatic T.m%d (II)V\n", i+1)
			fmt.Fprintf(&b, "  iload 1\n  iload 0\n  isub\n  iload 1\n  invokestatic T.m%d (II)V\n  return\n", i+1)
		}
		fmt.Fprintf(&b, "method m%d (II)V 3\n  iconst_0\n  istore 2\nL:\n  iload 2\n  iload 0\n  if_icmpge E\n  iinc 2 1\n  goto L\nE:\n  return\n", tc.calls)
		classes, err := Assemble(b.String())
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(classes[0])
		if err != nil {
			t.Fatal(err)
		}
		a := absint.NewAnalyzer(callgraph.New([]*classfile.Class{c}, nil, 1), nil, nil, 1)
		p := a.Reach([]*classfile.Method{&c.Methods[0]})
		o := p.Evaluate(absint.TotalInstructions(true))[p.Index(&c.Methods[0])]
		if bounded := len(o.Reasons) == 0; bounded != tc.bounded || len(o.Conditions) > 64 {
			t.Errorf("%d calls: %d conditions, reasons %v", tc.calls, len(o.Conditions), o.Reasons)
		}
	}
}
