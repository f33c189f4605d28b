package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// joint is the part of a count that only grows where all sizes grow: with the smallest of them, as in a comparison, or
// with their product, as in a search for every element.
type joint struct {
	factor  float64
	product bool
	symbols []string // of the sizes, "" for none
}

// joint returns what slopes of single sizes leave of the counts of runs in which all sizes are the same. It takes from the
// slopes what is in the product of two sizes.
func (l *listed) joint(slopes []float64, of func(*call) float64) joint {
	j := joint{symbols: l.symbols}
	var at [][2]float64
	for _, r := range l.runs {
		y, size, same := of(r), 0.0, true
		for i, s := range l.symbols {
			if s == "" {
				continue
			}
			same = same && (size == 0 || size == r.sizes[i])
			size = r.sizes[i]
			y -= slopes[i] * size
		}
		if same {
			at = append(at, [2]float64{size, y})
		}
	}
	if l.sized() < 2 || len(at) < 3 || at[1][1] <= at[0][1] || at[2][1] <= at[1][1] {
		return j
	}
	middle := (at[1][1] - at[0][1]) / (at[1][0] - at[0][0])
	end := (at[2][1] - at[1][1]) / (at[2][0] - at[1][0])
	j.product = end > 1.5*middle && l.sized() == 2
	for _, x := range at[1:] {
		growth := x[0] - at[0][0]
		if j.product {
			growth *= growth
		}
		j.factor = max(j.factor, (x[1]-at[0][1])/growth)
	}
	j.factor = math.Ceil(j.factor*1e4-1e-6) / 1e4
	if j.product { // whose share for the least value of one size is in the slope of the other
		for i := range slopes {
			slopes[i] = max(0, slopes[i]-j.factor*at[0][0])
		}
	}
	return j
}

// additions returns a formula for what adds each element of its first argument to a receiver in order, which grows: a look-up among
// all of them for each.
func (l *listed) additions(of func(*call) float64) string {
	c := 0.0
	for _, r := range l.runs {
		c = max(c, of(r)/(r.sizes[1]*math.Log2(r.sizes[0]+r.sizes[1]+1)+1))
	}
	return number(c) + "*(" + l.symbols[1] + "*log2(" + l.symbols[0] + " + " + l.symbols[1] + " + 1) + 1)"
}

// cube returns a formula for what grows with the cube of the method's size, as arithmetic of large numbers for each of their digits.
func (l *listed) cube(of func(*call) float64) string {
	i := slices.IndexFunc(l.symbols, func(s string) bool { return s != "" })
	at := func(r *call) float64 { return math.Pow(r.sizes[i], 3) }
	last, before := l.runs[len(l.runs)-1], l.runs[len(l.runs)-2]
	c := math.Ceil(max(0, (of(last)-of(before))/(at(last)-at(before)))*1e8) / 1e8
	constant := 0.0
	for _, r := range l.runs {
		constant = max(constant, of(r)-c*at(r))
	}
	if c == 0 {
		return number(constant)
	}
	f := strconv.FormatFloat(c, 'f', -1, 64) + "*" + strings.Join([]string{l.symbols[i], l.symbols[i], l.symbols[i]}, "*")
	if constant > 0 {
		f = number(constant) + " + " + f
	}
	return f
}

// sized counts the sizes of the method.
func (l *listed) sized() int {
	n := 0
	for _, s := range l.symbols {
		if s != "" {
			n++
		}
	}
	return n
}

// at returns the part at some sizes.
func (j joint) at(sizes []float64) float64 {
	if j.factor == 0 {
		return 0
	}
	least, product := math.Inf(1), 1.0
	for i, s := range j.symbols {
		if s != "" {
			least, product = min(least, sizes[i]), product*sizes[i]
		}
	}
	if j.product {
		return j.factor * product
	}
	return j.factor * least
}

// String returns the part as a formula.
func (j joint) String() string {
	symbols := slices.DeleteFunc(slices.Clone(j.symbols), func(s string) bool { return s == "" })
	if j.product {
		return number(j.factor) + "*" + strings.Join(symbols, "*")
	}
	return number(j.factor) + "*min(" + strings.Join(symbols, ", ") + ")"
}
