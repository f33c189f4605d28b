package fit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/models"
)

// shapeOf is the shape in which a pattern was measured: what stands after the number of the replicate, as calibrate writes
// it ("2 near statement"). Observations that name no shape are all of one.
func shapeOf(o Observation) string {
	_, shape, _ := strings.Cut(o.Replicate, " ")
	return shape
}

// typicalFreedom is how many degrees of freedom the typical variance has beside those of an operation.
const typicalFreedom = 2

// shapes estimates how much the cost of an operation's patterns varies between their shapes and, as devices only differ by a
// constant in the model, between devices: the variance of the observations around what the model says of their pattern,
// without that of the meter. The median operation's variance counts as two more degrees of freedom, so that an operation
// that was measured in few shapes is not taken to have no others. Nothing where the observations name no shapes.
func (r *Result) shapes() []models.Shape {
	p := newPredictor(r)
	type spread struct {
		ss, freedom float64
		patterns    map[Pattern]bool
	}
	by, order, names := map[string]*spread{}, []string{}, map[string]bool{}
	for _, o := range r.obs.List {
		names[shapeOf(o)] = true
		s := by[o.Operation]
		if s == nil {
			s = &spread{patterns: map[Pattern]bool{}}
			by[o.Operation], order = s, append(order, o.Operation)
		}
		d := o.Energy - p.mean(o)
		s.ss += d * d
		s.freedom++
		if !s.patterns[o.Pattern] {
			s.patterns[o.Pattern] = true
			s.freedom-- // its effect
		}
	}
	if len(names) < 2 {
		return nil
	}
	var variances []float64
	for _, s := range by {
		if s.freedom > 0 {
			variances = append(variances, s.ss/s.freedom)
		}
	}
	if len(variances) == 0 {
		return nil
	}
	slices.Sort(variances)
	typical, noise := variances[len(variances)/2], noiseVariance(r.obs)
	slices.Sort(order)
	var out []models.Shape
	for _, o := range order {
		s := by[o]
		v := (s.ss+typicalFreedom*typical)/(s.freedom+typicalFreedom) - noise
		if v <= 0 {
			continue
		}
		sd := roundUp(math.Sqrt(v))
		if i := slices.IndexFunc(out, func(x models.Shape) bool { return x.SD == sd }); i >= 0 {
			out[i].Operations = append(out[i].Operations, o)
		} else {
			out = append(out, models.Shape{Operations: []string{o}, SD: sd})
		}
	}
	return out
}

// roundUp rounds up to two significant digits: more are not known of a standard deviation.
func roundUp(x float64) float64 {
	text := strconv.FormatFloat(x, 'e', 1, 64)
	y, _ := strconv.ParseFloat(text, 64) // of what was just formatted
	if y < x {
		unit := math.Pow(10, math.Floor(math.Log10(x))-1)
		y, _ = strconv.ParseFloat(strconv.FormatFloat(y+unit, 'e', 1, 64), 64)
	}
	return y
}

// noiseVariance is the variance of observations of the same shape of a pattern on the same device: the meter's. Where
// nothing was measured twice there is taken to be none, as of a meter that counts.
func noiseVariance(obs Observations) float64 {
	type same struct {
		Pattern
		device, shape string
	}
	type moments struct{ n, mean, ss float64 }
	cells := make(map[same]moments)
	for _, o := range obs.List {
		k := same{o.Pattern, o.Device, shapeOf(o)}
		m := cells[k]
		m.n++
		delta := o.Energy - m.mean
		m.mean += delta / m.n
		m.ss += delta * (o.Energy - m.mean)
		cells[k] = m
	}
	ss, freedom := 0.0, 0.0
	for _, k := range obs.List { // in order, so that the sum is always the same
		c := same{k.Pattern, k.Device, shapeOf(k)}
		if m, ok := cells[c]; ok {
			ss, freedom = ss+m.ss, freedom+m.n-1
			delete(cells, c)
		}
	}
	if freedom == 0 {
		return 0
	}
	return ss / freedom
}
