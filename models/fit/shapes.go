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

// cellOf is what observations of the same shape of a pattern on the same device share.
type cellOf struct {
	Pattern
	device, shape string
}

// moments are those of the observations of a cell.
type moments struct{ n, mean, ss float64 }

// shapeCells gathers the observations by cell, and lists the cells in the order of their first observations.
func shapeCells(obs Observations) (cells map[cellOf]*moments, order []cellOf) {
	cells = make(map[cellOf]*moments)
	for _, o := range obs.List {
		k := cellOf{o.Pattern, o.Device, shapeOf(o)}
		m := cells[k]
		if m == nil {
			m = &moments{}
			cells[k], order = m, append(order, k)
		}
		m.n++
		delta := o.Energy - m.mean
		m.mean += delta / m.n
		m.ss += delta * (o.Energy - m.mean)
	}
	return cells, order
}

// shapes estimates how much the cost of an operation's patterns varies between their shapes and, as devices only differ by a
// constant in the model, between devices: the variance of the shapes' means around what the model says of their pattern,
// without what the noise of the meter has in it. That is the variance within the cells; where nothing was measured twice
// there is taken to be none, as of a meter that counts. The median operation's variance counts as two more degrees of
// freedom, so that an operation that was measured in few shapes is not taken to have no others. Nothing where the
// observations name no shapes.
func (r *Result) shapes() []models.Shape {
	cells, order := shapeCells(r.obs)
	names := map[string]bool{}
	within, freedom := 0.0, 0.0
	for _, k := range order {
		names[k.shape] = true
		within, freedom = within+cells[k].ss, freedom+cells[k].n-1
	}
	if len(names) < 2 {
		return nil
	}
	noise := 0.0
	if freedom > 0 {
		noise = within / freedom
	}
	type spread struct {
		ss, freedom float64
		patterns    map[Pattern]bool
	}
	p := newPredictor(r)
	by, operations := map[string]*spread{}, []string{}
	for _, k := range order {
		s := by[k.Operation]
		if s == nil {
			s = &spread{patterns: map[Pattern]bool{}}
			by[k.Operation], operations = s, append(operations, k.Operation)
		}
		m := cells[k]
		d := m.mean - p.of(Observation{Pattern: k.Pattern, Device: k.device}).mean
		s.ss += d*d - noise/m.n
		s.freedom++
		if !s.patterns[k.Pattern] {
			s.patterns[k.Pattern] = true
			s.freedom-- // its effect
		}
	}
	var variances []float64
	for _, s := range by {
		if s.freedom > 0 {
			variances = append(variances, max(0, s.ss)/s.freedom)
		}
	}
	if len(variances) == 0 {
		return nil
	}
	slices.Sort(variances)
	typical := variances[len(variances)/2]
	slices.Sort(operations)
	var out []models.Shape
	for _, o := range operations {
		s := by[o]
		v := (s.ss + typicalFreedom*typical) / (s.freedom + typicalFreedom)
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
