package exprtest

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
)

func Contains(x expr.Interval, v float64) bool {
	slack := 1e-9 * (1 + math.Abs(v))
	return x.Lo <= v+slack && v-slack <= x.Hi
}
