package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/quantity"
)

// LineError is an error at a line of the observations.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

const (
	// negativeErrors is how many standard errors below zero the mean of a pattern is no longer noise.
	negativeErrors = 5
	// maxEffects bounds the effects, since their covariance has the square of it as size.
	maxEffects = 5000
	// maxStored bounds the numbers that the draws consist of, 8 bytes each.
	maxStored = 1 << 28
)

// affordable returns an error for observations and options that take too much memory.
func affordable(obs Observations, opts Options) error {
	effects := make(map[effect]bool)
	for _, o := range obs.List {
		for c := range categories {
			effects[effect{c, level(o, c)}] = true
		}
		if opts.Structure == Pooled {
			effects[effect{len(categories), o.Pattern.String()}] = true
		}
		if len(effects) > maxEffects {
			return fmt.Errorf("more than %d effects of operations, types, sizes, devices and patterns: are the columns the right ones?", maxEffects)
		}
	}
	parameters := len(effects) + 2*len(categories) + 2
	if n := float64(parameters) * float64(opts.Chains) * float64(opts.Draws); n > maxStored {
		return fmt.Errorf("%d draws of %d chains with %d parameters take %.0f GB: use fewer", opts.Draws, opts.Chains, parameters, n*8/1e9)
	}
	return nil
}

// plausible returns an error for observations that the model has no answer to.
func (d *design) plausible(obs Observations, scale float64) error {
	if err := d.negative(obs, scale); err != nil {
		return err
	}
	first := obs.List[0]
	same := !slices.ContainsFunc(obs.List, func(o Observation) bool { return o.Energy != first.Energy })
	switch {
	case same && first.Energy == 0:
		return errors.New("every observation is zero: the meter did not measure, or its resolution is too coarse")
	case same && len(d.patterns) > 1:
		return fmt.Errorf("all %d observations of %d patterns are %s: they do not tell the patterns apart", len(obs.List), len(d.patterns), describe(first.Energy, obs.Unit))
	}
	return nil
}

// negative returns an error for a pattern whose mean is below zero by more than noise explains. Effects are positive, so
// that nothing fits it, and the posterior moves into a corner. The noise is the median over the patterns, which a single
// wrong measurement does not move; without replicates, it is the typical observation.
func (d *design) negative(obs Observations, scale float64) error {
	var sds, sizes []float64
	for _, c := range d.cells {
		sizes = append(sizes, math.Abs(c.mean))
		if c.n > 1 {
			sds = append(sds, math.Sqrt(c.ss/(c.n-1)))
		}
	}
	noise := median(sizes) / negativeErrors
	if len(sds) > 0 {
		noise = median(sds)
	}
	worst, at := 0.0, -1
	for i, c := range d.cells {
		if z := c.mean + negativeErrors*noise/math.Sqrt(c.n); c.mean < 0 && z < worst {
			worst, at = z, i
		}
	}
	if at < 0 {
		return nil
	}
	c := d.cells[at]
	label := CellCheck{Pattern: d.patterns[c.pattern], Device: c.device}.label()
	i := slices.IndexFunc(obs.List, func(o Observation) bool {
		return o.Pattern == d.patterns[c.pattern] && o.Device == c.device && o.Energy < 0
	})
	return &LineError{obs.List[i].Line, fmt.Errorf("the mean of %s is %s (%d observations): executing a pattern cannot give energy back; look at what was subtracted from the meter's readings",
		label, describe(c.mean*scale, obs.Unit), int(c.n))}
}

// median of values, which are sorted by it; 0 for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// expected is the range of a typical observation in the units in which models are known: the published ones are 1 nJ to
// 1 uJ, and an interpreter executes a few to some thousand instructions.
var expected = map[string][2]float64{"J": {1e-9, 1e-6}, "instruction": {1, 1e5}}

// scaleWarning warns of observations whose unit is probably another one than they are read with.
func scaleWarning(obs Observations) string {
	var sizes []float64
	for _, o := range obs.List {
		if o.Energy != 0 {
			sizes = append(sizes, math.Abs(o.Energy))
		}
	}
	m := median(sizes)
	bounds, ok := expected[obs.Unit]
	if !ok || m == 0 || m >= bounds[0] && m <= bounds[1] {
		return ""
	}
	return fmt.Sprintf("the median of the observations is %s, and one execution of a bytecode pattern costs %s to %s: is their unit right (the column's name, or --unit)?",
		describe(m, obs.Unit), describe(bounds[0], obs.Unit), describe(bounds[1], obs.Unit))
}

// describe gives an observation with its unit.
func describe(v float64, unit string) string {
	u, err := quantity.UnitNamed(unit)
	if err != nil {
		return fmt.Sprintf("%.3g %s", v, unit)
	}
	return u.Format(v)
}
