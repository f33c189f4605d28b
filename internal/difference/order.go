package difference

import (
	"cmp"
	"math"
	"strconv"
)

// order is how fast a function f(t) grows: f(t) is in O(2^(Rate * t^Exp) * t^Degree * log(t)^Log). The zero order is
// constant. Orders are compared by their fields from first to last.
type order struct {
	exp    float64 // degree of the exponent, 0 where the function is no exponential
	rate   float64 // factor in the exponent: 1 is 2^t, 2 is 4^t
	degree float64
	log    float64
}

// symbolicDegree is the degree of a power with an exponent that is fixed but not known, or that is a logarithm of more
// than one variable: above every polynomial of numbers, below every exponential.
const symbolicDegree = 1e3

func (a order) compare(b order) int {
	for _, x := range [][2]float64{{a.exp, b.exp}, {a.rate, b.rate}, {a.degree, b.degree}, {a.log, b.log}} {
		if math.Abs(x[0]-x[1]) > 1e-9 {
			return cmp.Compare(x[0], x[1])
		}
	}
	return 0
}

func (a order) constant() bool { return a.compare(order{}) <= 0 }

// larger returns the order of a sum, or of a maximum.
func (a order) larger(b order) order {
	if a.compare(b) < 0 {
		return b
	}
	return a
}

// lesser returns the order of a minimum.
func (a order) lesser(b order) order {
	if a.compare(b) > 0 {
		return b
	}
	return a
}

// times returns the order of a product.
func (a order) times(b order) order {
	switch cmp.Compare(a.exp, b.exp) {
	case 0:
		a.rate += b.rate
	case -1:
		a.exp, a.rate = b.exp, b.rate
	}
	a.degree += b.degree
	a.log += b.log
	return a
}

// root returns the order of the square root.
func (a order) root() order {
	return order{a.exp, a.rate / 2, a.degree / 2, a.log / 2}
}

// logarithm returns the order of the logarithm. That of a logarithm counts as a logarithm, which is never too low.
func (a order) logarithm() order {
	switch {
	case a.exp > 0:
		return order{degree: a.exp}
	case a.degree > 0 || a.log > 0:
		return order{log: 1}
	}
	return order{}
}

// raised returns the order of the k-th power.
func (a order) raised(k float64) order {
	return order{a.exp, a.rate * k, a.degree * k, a.log * k}
}

// String names the order.
func (a order) String() string {
	switch {
	case a.exp > 0:
		if a.exp == 1 && a.rate > 0 && a.degree == 0 && a.log == 0 {
			return "exponential (" + number(math.Pow(2, a.rate)) + "^x)"
		}
		return "exponential"
	case a.degree >= symbolicDegree:
		return "more than polynomial"
	case a.degree == 0:
		return logName(a.log)
	}
	name := "degree " + number(a.degree)
	switch a.degree {
	case 0.5:
		name = "square root"
	case 1:
		name = "linear"
	case 2:
		name = "quadratic"
	case 3:
		name = "cubic"
	}
	switch {
	case a.log <= 0:
		return name
	case a.degree == 1 && a.log == 1:
		return "n log n"
	}
	return name + " times " + logName(a.log)
}

func logName(log float64) string {
	switch {
	case log <= 0:
		return "constant"
	case log == 1:
		return "logarithmic"
	}
	return "log^" + number(log)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
