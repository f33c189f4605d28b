package absint

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/spec"
)

// SizeOf converts an expression without a dimension over the method's parameters to a size on entry to the method. ok is
// false where a part of it is neither a parameter nor a size that keeps its value in the method.
func (s *Summary) SizeOf(e spec.Expr) (size expr.Size, ok bool) {
	if s.Failure != nil {
		return expr.TopSize, false
	}
	size = s.M.SizeOfExpr(e, -1)
	return size, !size.Top
}
