package fit

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// errNotPositive reports a precision matrix that is not numerically positive definite.
var errNotPositive = errors.New("the precision matrix of the effects is not positive definite")

// arrow is a symmetric positive definite matrix whose first block is diagonal:
//
//	D  B
//	B' C
//
// Precision matrices of the effects have this form with the operations first: a pattern has one
// operation, so no two operations ever meet. Operations are by far the most numerous effects, so
// that factorising costs m k^2 instead of (m+k)^3/3.
type arrow struct {
	m, k int
	d    []float64         // m
	b    blas64.General    // m by k
	c    blas64.Symmetric  // k by k, upper triangle
	w    blas64.General    // after factor: D^-1 B
	s    blas64.Triangular // Cholesky factor of the Schur complement C - B' D^-1 B
	inv  blas64.Symmetric  // its inverse
}

func newArrow(m, k int) *arrow {
	// blas wants strides of at least one.
	stride := max(k, 1)
	return &arrow{
		m: m, k: k, d: make([]float64, m),
		b:   blas64.General{Rows: m, Cols: k, Stride: stride, Data: make([]float64, m*stride)},
		w:   blas64.General{Rows: m, Cols: k, Stride: stride, Data: make([]float64, m*stride)},
		c:   blas64.Symmetric{N: k, Stride: stride, Uplo: blas.Upper, Data: make([]float64, k*stride)},
		s:   blas64.Triangular{N: k, Stride: stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: make([]float64, k*stride)},
		inv: blas64.Symmetric{N: k, Stride: stride, Uplo: blas.Upper, Data: make([]float64, k*stride)},
	}
}

// diagonal points at the i-th diagonal element.
func (a *arrow) diagonal(i int) *float64 {
	if i < a.m {
		return &a.d[i]
	}
	return &a.c.Data[(i-a.m)*(a.c.Stride+1)]
}

// factor prepares solve, normal and column.
func (a *arrow) factor() error {
	copy(a.s.Data, a.c.Data)
	for i, d := range a.d {
		if !(d > 0) || math.IsInf(d, 0) {
			return errNotPositive
		}
		row := a.b.Data[i*a.b.Stride : i*a.b.Stride+a.k]
		out := a.w.Data[i*a.w.Stride : i*a.w.Stride+a.k]
		for j, x := range row {
			out[j] = x / d
			if x == 0 {
				continue // most operations meet few of the other effects
			}
			for l := j; l < a.k; l++ {
				a.s.Data[j*a.s.Stride+l] -= out[j] * row[l]
			}
		}
	}
	if a.k == 0 {
		return nil
	}
	if _, ok := lapack64.Potrf(blas64.Symmetric{N: a.k, Stride: a.s.Stride, Uplo: blas.Upper, Data: a.s.Data}); !ok {
		return errNotPositive
	}
	copy(a.inv.Data, a.s.Data)
	if _, ok := lapack64.Potri(blas64.Triangular{N: a.k, Stride: a.s.Stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: a.inv.Data}); !ok {
		return errNotPositive
	}
	return nil
}

// solve replaces h by the solution of (matrix) x = h.
func (a *arrow) solve(h []float64) {
	h1, h2 := h[:a.m], h[a.m:]
	if a.k > 0 {
		// x2 = S^-1 (h2 - W' h1)
		blas64.Gemv(blas.Trans, -1, a.w, vector(h1), 1, vector(h2))
		blas64.Trsv(blas.Trans, a.s, vector(h2))
		blas64.Trsv(blas.NoTrans, a.s, vector(h2))
	}
	for i, d := range a.d {
		h1[i] /= d
	}
	if a.k > 0 {
		blas64.Gemv(blas.NoTrans, -1, a.w, vector(h2), 1, vector(h1))
	}
}

// normal draws v from the centred normal distribution with this matrix as its precision.
func (a *arrow) normal(rng *rand.Rand, v []float64) {
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	for i, d := range a.d {
		v[i] /= math.Sqrt(d)
	}
	if a.k > 0 {
		blas64.Trsv(blas.NoTrans, a.s, vector(v[a.m:]))
		blas64.Gemv(blas.NoTrans, -1, a.w, vector(v[a.m:]), 1, vector(v[:a.m]))
	}
}

// column sets x to column j of the inverse.
func (a *arrow) column(j int, x []float64) {
	x1, x2 := x[:a.m], x[a.m:]
	clear(x1)
	switch {
	case a.k == 0:
	case j < a.m:
		row := blas64.Vector{N: a.k, Inc: 1, Data: a.w.Data[j*a.w.Stride : j*a.w.Stride+a.k]}
		blas64.Symv(-1, a.inv, row, 0, vector(x2))
	default:
		for l := range x2 {
			lo, hi := min(j-a.m, l), max(j-a.m, l)
			x2[l] = a.inv.Data[lo*a.inv.Stride+hi]
		}
	}
	if a.k > 0 {
		blas64.Gemv(blas.NoTrans, -1, a.w, vector(x2), 0, vector(x1))
	}
	if j < a.m {
		x1[j] += 1 / a.d[j]
	}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
