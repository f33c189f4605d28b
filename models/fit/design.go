package fit

import (
	"fmt"
	"math"
	"sort"
	"strings"
)

// The categories of effects, in the order in which a Result lists them.
const (
	CategoryOperation = "Operation"
	CategoryType      = "Data type"
	CategorySize      = "Data size"
	CategoryDevice    = "Device"
	// CategoryPattern holds the effects that a pooled fit adds: one per measured pattern.
	CategoryPattern = "Pattern"
)

// categories begin with the operations: see arrow.
var categories = [...]string{CategoryOperation, CategoryType, CategorySize, CategoryDevice}

// effect is one additive parameter: a level of a category.
type effect struct {
	category int // index in categories
	name     string
}

// cell is what the likelihood needs to know of the replicates of one pattern on one device.
type cell struct {
	pattern int
	terms   []int // the effects that add up to the cell's mean
	device  string
	n       float64
	mean    float64 // of the replicates
	ss      float64 // sum of squared deviations from it
}

// contrast is a pattern's cells averaged over its devices: the row of the design that a pattern
// effect competes with.
type contrast struct {
	operation int   // always with weight 1
	index     []int // of the other effects
	weight    []float64
	n         float64
	mean      float64
}

// design is the data reduced to sufficient statistics, in the internal scale.
//
// With d_p ~ N(0, omega^2) the effect of pattern p integrated out, the likelihood of its cells
// splits into how they differ from their average (free of omega) and that average:
//
//	sum_c n_c (r_c - rbar)^2 / sigma^2  +  rbar^2 / (omega^2 + sigma^2/n_p)
//
// so its precision is within/sigma^2 + sum_p x_p x_p' / (omega^2 + sigma^2/n_p), without the
// cancellation that the Woodbury form suffers when sigma is much smaller than omega.
type design struct {
	effects  []effect
	levels   [len(categories)][]int // effects by category
	patterns []Pattern
	cells    []cell
	of       [][]int // cells by pattern
	average  []contrast
	within   *arrow
	withinH  []float64
	n        float64 // observations
	ss       float64 // within cells
}

// newDesign reduces observations, divided by scale, to sufficient statistics.
func newDesign(obs Observations, scale float64) *design {
	d := &design{}
	effectAt := make(map[effect]int)
	// Effects are ordered by category, then by first appearance.
	for c := range categories {
		for _, o := range obs.List {
			e := effect{c, level(o, c)}
			if _, ok := effectAt[e]; ok || e.name == "" {
				continue
			}
			effectAt[e] = len(d.effects)
			d.levels[c] = append(d.levels[c], len(d.effects))
			d.effects = append(d.effects, e)
		}
	}
	type key struct {
		pattern int
		device  string
	}
	patternAt := make(map[Pattern]int)
	cellAt := make(map[key]int)
	for _, o := range obs.List {
		p, ok := patternAt[o.Pattern]
		if !ok {
			p = len(d.patterns)
			patternAt[o.Pattern] = p
			d.patterns = append(d.patterns, o.Pattern)
			d.of = append(d.of, nil)
		}
		k := key{p, o.Device}
		i, ok := cellAt[k]
		if !ok {
			i = len(d.cells)
			cellAt[k] = i
			c := cell{pattern: p, device: o.Device}
			for cat := range categories {
				if e, ok := effectAt[effect{cat, level(o, cat)}]; ok {
					c.terms = append(c.terms, e)
				}
			}
			d.cells = append(d.cells, c)
			d.of[p] = append(d.of[p], i)
		}
		// Welford's update: stable for replicates that differ in the last digits only.
		c := &d.cells[i]
		y := o.Energy / scale
		c.n++
		delta := y - c.mean
		c.mean += delta / c.n
		c.ss += delta * (y - c.mean)
	}
	for _, c := range d.cells {
		d.n += c.n
		d.ss += c.ss
	}
	d.reduce()
	return d
}

// level is the observation's level in a category.
func level(o Observation, category int) string {
	switch categories[category] {
	case CategorySize:
		return o.Size
	case CategoryOperation:
		return o.Operation
	case CategoryType:
		return o.Type
	default:
		return o.Device
	}
}

// reduce splits every pattern's cells into their average and the deviations from it.
func (d *design) reduce() {
	m, k := len(d.levels[0]), len(d.effects)
	d.within = newArrow(m, k-m)
	d.withinH = make([]float64, k)
	d.average = make([]contrast, len(d.patterns))
	for p, cells := range d.of {
		sum := make(map[int]float64)
		a := &d.average[p]
		for _, i := range cells {
			c := d.cells[i]
			a.n += c.n
			a.mean += c.n * c.mean
			a.operation = c.terms[0]
			for _, t := range c.terms[1:] {
				sum[t] += c.n
			}
		}
		a.mean /= a.n
		for t := range sum {
			a.index = append(a.index, t)
		}
		sort.Ints(a.index)
		for _, t := range a.index {
			a.weight = append(a.weight, sum[t]/a.n)
		}
		for _, i := range cells {
			c := d.cells[i]
			x := make([]float64, len(a.index))
			for j, t := range a.index {
				x[j] = -a.weight[j]
				for _, u := range c.terms {
					if u == t {
						x[j]++
					}
				}
			}
			for j, t := range a.index {
				d.withinH[t] += c.n * x[j] * (c.mean - a.mean)
				row := d.within.c.Data[(t-m)*d.within.c.Stride:]
				for l := j; l < len(a.index); l++ {
					row[a.index[l]-m] += c.n * x[j] * x[l]
				}
			}
		}
	}
}

// mean of a cell under the additive part.
func (d *design) mean(c *cell, beta []float64) float64 {
	eta := 0.0
	for _, t := range c.terms {
		eta += beta[t]
	}
	return eta
}

// precision sets q and h to the likelihood's precision matrix and its product with the maximiser,
// pattern effects integrated out.
func (d *design) precision(q *arrow, h []float64, sigma, omega float64) {
	s := 1 / (sigma * sigma)
	for i, x := range d.withinH {
		h[i] = x * s
	}
	for i, x := range d.within.c.Data {
		q.c.Data[i] = x * s
	}
	clear(q.d)
	clear(q.b.Data)
	for p := range d.average {
		a := &d.average[p]
		g := 1 / (omega*omega + sigma*sigma/a.n)
		q.d[a.operation] += g
		h[a.operation] += g * a.mean
		cross := q.b.Data[a.operation*q.b.Stride:]
		for j, t := range a.index {
			w := g * a.weight[j]
			h[t] += w * a.mean
			cross[t-q.m] += w
			row := q.c.Data[(t-q.m)*q.c.Stride:]
			for l := j; l < len(a.index); l++ {
				row[a.index[l]-q.m] += w * a.weight[l]
			}
		}
	}
}

// residuals are what the likelihood of (sigma, omega) needs to know of the effects.
type residuals struct {
	within  float64   // sum of squares within patterns, replicates included
	average []float64 // by pattern: the mean that is left
}

// residual computes the residuals of the additive part.
func (d *design) residual(r *residuals, beta []float64) {
	r.within = d.ss
	r.average = r.average[:0]
	for p, cells := range d.of {
		sum := 0.0
		for _, i := range cells {
			c := &d.cells[i]
			sum += c.n * (c.mean - d.mean(c, beta))
		}
		avg := sum / d.average[p].n
		r.average = append(r.average, avg)
		for _, i := range cells {
			c := &d.cells[i]
			dev := c.mean - d.mean(c, beta) - avg
			r.within += c.n * dev * dev
		}
	}
}

// logLikelihood of (sigma, omega) given the residuals, up to a constant.
func (d *design) logLikelihood(r *residuals, sigma, omega float64) float64 {
	s2, o2 := sigma*sigma, omega*omega
	sum := -(d.n-float64(len(d.patterns)))*math.Log(sigma) - r.within/(2*s2)
	// One logarithm per pattern is most of the cost; the product of a few variances stays in range.
	product := 1.0
	for p, avg := range r.average {
		v := o2 + s2/d.average[p].n
		sum -= avg * avg / (2 * v)
		product *= v
		if product < 1e-150 || product > 1e150 {
			sum -= math.Log(product) / 2
			product = 1
		}
	}
	return sum - math.Log(product)/2
}

// internalScale chooses the unit in which the priors of the package are weakly informative, in the
// unit of the observations: nanojoules for joules, unless the data are far from that; otherwise the
// power of ten that brings the typical cell to between 10 and 100. The note says so when it is not
// nanojoules.
func internalScale(obs Observations) (scale float64, note string) {
	magnitude := make([]float64, 0, len(obs.List))
	for _, o := range obs.List {
		if o.Energy != 0 {
			magnitude = append(magnitude, math.Abs(o.Energy))
		}
	}
	if len(magnitude) == 0 {
		return 1, "every observation is zero"
	}
	sort.Float64s(magnitude)
	median := magnitude[len(magnitude)/2]
	if obs.Unit == "J" && median >= 1e-9 && median <= 1e-6 {
		return 1e-9, ""
	}
	scale = math.Pow(10, math.Floor(math.Log10(median))-1)
	return scale, fmt.Sprintf("the priors are in units of %g %s, chosen from the size of the observations (median %.3g %s)",
		scale, obs.Unit, median, obs.Unit)
}

// parameterName is how messages call an effect.
func parameterName(category, name string) string {
	return strings.ToLower(category) + " " + name
}
