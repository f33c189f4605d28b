package evidence

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Terms are the functions of n that a cost is a linear combination of: the powers of n.
type Terms []int

var termsLinear = Terms{0, 1}

var termNames = []string{"1", "n", "n*n"}

func parseTerms(text string) (Terms, error) {
	var out Terms
	for _, f := range strings.Fields(text) {
		power := -1
		for i, name := range termNames {
			if f == name {
				power = i
			}
		}
		if power < 0 || len(out) > 0 && power <= out[len(out)-1] {
			return nil, fmt.Errorf("expected some of %s, in this order", strings.Join(termNames, " "))
		}
		out = append(out, power)
	}
	if len(out) == 0 {
		return nil, errors.New("no term")
	}
	return out, nil
}

func (t Terms) String() string {
	names := make([]string, len(t))
	for i, p := range t {
		names[i] = termNames[p]
	}
	return strings.Join(names, " ")
}

// at returns the values of the terms.
func (t Terms) at(n float64) []float64 {
	out := make([]float64, len(t))
	for i, p := range t {
		out[i] = math.Pow(n, float64(p))
	}
	return out
}

// Estimate is a linear combination of terms, with the covariance of its coefficients as rows of the upper triangle.
type Estimate struct {
	Coefficients []float64
	Covariance   []float64
}

// at returns the mean and the standard deviation for n.
func (e Estimate) at(t Terms, n float64) (mean, sd float64) {
	x := t.at(n)
	variance, k := 0.0, 0
	for i := range x {
		mean += x[i] * e.Coefficients[i]
		for j := i; j < len(x); j++ {
			c := x[i] * x[j] * e.Covariance[k]
			if j > i {
				c *= 2
			}
			variance += c
			k++
		}
	}
	return mean, math.Sqrt(max(variance, 0))
}

// lackOfFit is the error of the linear model itself, as a share of the cost as written: costs are not quite linear, because of
// caches and because compilers treat short loops otherwise.
const lackOfFit = 0.02

// fit estimates the coefficients by weighted least squares. scale is the cost as written, which the lack of fit is a share
// of. The covariance is widened where the points scatter more than their errors allow (Birge ratio).
func fit(t Terms, n []int, y, sd, scale []float64) (Estimate, error) {
	k := len(t)
	if len(n) < k {
		return Estimate{}, fmt.Errorf("%d sizes do not determine %d coefficients", len(n), k)
	}
	// Columns are scaled to the largest size, so that the normal equations are well conditioned.
	unit := t.at(float64(n[len(n)-1]))
	normal, right := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
	weight := make([]float64, len(n))
	for i := range n {
		weight[i] = 1 / (sd[i]*sd[i] + math.Pow(lackOfFit*scale[i], 2))
		if math.IsInf(weight[i], 0) || math.IsNaN(weight[i]) {
			return Estimate{}, fmt.Errorf("the cost for n = %d is not known", n[i])
		}
		x := t.at(float64(n[i]))
		for a := range k {
			right.SetVec(a, right.AtVec(a)+weight[i]*y[i]*x[a]/unit[a])
			for b := a; b < k; b++ {
				normal.SetSym(a, b, normal.At(a, b)+weight[i]*x[a]/unit[a]*x[b]/unit[b])
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(normal) {
		return Estimate{}, errors.New("the sizes do not determine the coefficients")
	}
	var solution mat.VecDense
	var inverse mat.SymDense
	if err := errors.Join(chol.SolveVecTo(&solution, right), chol.InverseTo(&inverse)); err != nil {
		return Estimate{}, err
	}
	e := Estimate{Coefficients: make([]float64, k)}
	for a := range k {
		e.Coefficients[a] = solution.AtVec(a) / unit[a]
	}
	chi2 := 0.0
	for i := range n {
		x := t.at(float64(n[i]))
		r := y[i]
		for a := range k {
			r -= x[a] * e.Coefficients[a]
		}
		chi2 += weight[i] * r * r
	}
	birge := 1.0
	if free := len(n) - k; free > 0 {
		birge = max(1, chi2/float64(free))
	}
	for a := range k {
		for b := a; b < k; b++ {
			e.Covariance = append(e.Covariance, birge*inverse.At(a, b)/unit[a]/unit[b])
		}
	}
	return e, nil
}
