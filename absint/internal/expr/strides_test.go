package expr_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/expr"
)

func TestQuotientString(t *testing.T) {
	n, k := expr.SymbolSize(expr.Symbol{Path: "n", Name: "n"}), expr.SymbolSize(expr.Symbol{Path: "k", Name: "k"})
	for want, s := range map[string]expr.Size{
		"floor(n / k)":             expr.Quotient(n, k),
		"ceil(n / k)":              expr.Quotient(n.Add(k).AddInt(-1), k),
		"floor((n + 2) / (k + 1))": expr.Quotient(n.AddInt(2), k.AddInt(1)),
		"floor(n / 3)":             expr.Quotient(n, expr.Const(3)),
		"n":                        expr.Quotient(n, expr.Const(-1)), // as max(0, n)
		"0":                        expr.Quotient(expr.Const(-4), k),
	} {
		if got := s.String(); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}
