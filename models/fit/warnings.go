package fit

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// predictiveAlpha is the error rate of the posterior predictive warnings, each over all cells.
	predictiveAlpha = 0.01
	// confounded is the correlation below which two effects are only known as a sum.
	confounded = -0.9
	// listed is how many patterns a warning names.
	listed = 5
)

// Warnings say in words what is off: chains that did not converge, effects that the data cannot
// tell apart, data that the model does not fit. Nil means that nothing is.
func (r *Result) Warnings() []string {
	var out []string
	for _, f := range []func() []string{
		r.scaleWarnings, r.convergenceWarnings, r.noiseWarnings, r.fitWarnings, r.scatterWarnings, r.outlierWarnings, r.confoundingWarnings,
	} {
		out = append(out, f()...)
	}
	return out
}

// Notes are what a reader of the result should know that is not a warning, such as the scale of the
// priors.
func (r *Result) Notes() []string { return r.notes }

func (r *Result) scaleWarnings() []string {
	if text := scaleWarning(r.obs); text != "" {
		return []string{text}
	}
	return nil
}

func (r *Result) convergenceWarnings() []string {
	var out []string
	d := r.Diagnostics()
	if !(d.RHat < RHatLimit) {
		out = append(out, fmt.Sprintf("the chains disagree: R-hat of %s is %.3f (limit %g); run more draws, and do not use this model", d.RHatOf, d.RHat, RHatLimit))
	}
	if !(math.Min(d.BulkESS, d.TailESS) > ESSLimit) {
		of, ess := d.BulkESSOf, d.BulkESS
		if d.TailESS < ess {
			of, ess = d.TailESSOf, d.TailESS
		}
		out = append(out, fmt.Sprintf("too few effective draws: %.0f of %s (limit %d); run more draws", ess, of, ESSLimit))
	}
	if len(d.Undefined) > 0 {
		out = append(out, fmt.Sprintf("the draws of %s are constant; their diagnostics are undefined", limited(d.Undefined)))
	}
	return out
}

func (r *Result) noiseWarnings() []string {
	sigma := r.Parameters[len(r.Parameters)-1]
	replicated := false
	for _, c := range r.design.cells {
		replicated = replicated || c.n > 1
	}
	switch {
	case sigma.Mean/r.scale < 3*noiseFloor:
		return []string{fmt.Sprintf("the observations have no noise that can be estimated (replicates are equal, or every pattern is fitted exactly); its sd is taken to be about %s", r.format(sigma.Mean))}
	case !replicated && r.Structure == Pooled:
		return []string{"no pattern was measured twice on one device: noise and lack of fit are told apart by the priors alone; measure replicates"}
	}
	return nil
}

// fitWarnings report patterns whose mean the model misses.
func (r *Result) fitWarnings() []string {
	pc := r.Predictive
	limit := distuv.UnitNormal.Quantile(1 - predictiveAlpha/2/float64(len(pc.Cells)))
	var off []CellCheck
	for _, c := range pc.Cells {
		if math.Abs(c.Z) > limit {
			off = append(off, c)
		}
	}
	if pc.Means.P >= predictiveAlpha && len(off) == 0 {
		return nil
	}
	sort.SliceStable(off, func(i, j int) bool { return math.Abs(off[i].Z) > math.Abs(off[j].Z) })
	names := make([]string, len(off))
	for i, c := range off {
		names[i] = fmt.Sprintf("%s measured %s, fitted %s (%+.1f standard errors)", c.label(), r.format(c.Measured), r.format(c.Fitted), c.Z)
	}
	text := fmt.Sprintf("the %s structure does not fit the patterns' means (discrepancy %.0f where %.0f is expected, P = %.2g)",
		r.Structure, pc.Means.Statistic, pc.Means.Expected, pc.Means.P)
	if len(names) > 0 {
		text += ": " + limited(names)
	}
	if r.Structure == Additive {
		text += "; operation, type, size and device do not simply add up there: the pooled structure estimates by how much"
	} else {
		text += "; a pattern costs more on one device and less on another than the devices differ: fit the devices separately"
	}
	return []string{text}
}

// scatterWarnings report replicates that scatter more than the noise that all patterns share.
func (r *Result) scatterWarnings() []string {
	pc := r.Predictive
	tested := 0
	for _, c := range pc.Cells {
		if c.N > 1 {
			tested++
		}
	}
	var off []CellCheck
	for _, c := range pc.Cells {
		if c.NoiseP < predictiveAlpha/float64(tested) {
			off = append(off, c)
		}
	}
	var out []string
	sigma := r.Parameters[len(r.Parameters)-1].Mean
	if len(off) > 0 {
		sort.SliceStable(off, func(i, j int) bool { return off[i].SD > off[j].SD })
		names := make([]string, len(off))
		for i, c := range off {
			names[i] = fmt.Sprintf("%s (sd %s)", c.label(), r.format(c.SD))
		}
		out = append(out, fmt.Sprintf("the replicates of some patterns scatter more than the common noise of %s: %s; something else may have run during these measurements", r.format(sigma), limited(names)))
	}
	if tested > 0 && len(off) == 0 && (pc.Replicates.P < predictiveAlpha/2 || pc.Replicates.P > 1-predictiveAlpha/2) {
		scatter := math.Sqrt(r.design.ss/math.Max(pc.Replicates.Expected, 1)) * r.scale
		out = append(out, fmt.Sprintf("replicates scatter with sd %s, but the model's noise is %s: the noise takes up what the structure cannot fit", r.format(scatter), r.format(sigma)))
	}
	return out
}

func (r *Result) outlierWarnings() []string {
	pc := r.Predictive
	if pc.Largest.P >= predictiveAlpha {
		return nil
	}
	o := r.obs.List[pc.LargestAt]
	where := ""
	if o.Line > 0 {
		where = fmt.Sprintf("line %d: ", o.Line)
	}
	return []string{fmt.Sprintf("%s%s for %s is %.1f standard deviations from the fit (the largest of %d should be about %.1f): an outlier, or noise that is not Gaussian",
		where, r.format(o.Energy), CellCheck{Pattern: o.Pattern, Device: o.Device}.label(), pc.Largest.Statistic, len(r.obs.List), pc.Largest.Expected)}
}

// confoundingWarnings report effects that are known as sums only.
func (r *Result) confoundingWarnings() []string {
	cor := r.Correlation()
	var out []string
	effects := r.Effects()[:len(r.design.effects)]
	for i, p := range effects {
		var with []string
		for j, q := range effects {
			if cor.At(i, j) < confounded && isHub(cor.At, i, j, len(effects)) {
				with = append(with, parameterName(q.Category, q.Name))
			}
		}
		if len(with) > 0 {
			out = append(out, fmt.Sprintf("%s is not known apart from %s: they were only measured together, so their sum is known and how it is divided comes from the priors (correlation below %g); programs that execute them together are priced well, others are not",
				parameterName(p.Category, p.Name), limited(with), confounded))
		}
	}
	return out
}

// isHub reports whether i, not j, is to be reported of a confounded pair: the one with more partners,
// the first of equals.
func isHub(cor func(i, j int) float64, i, j, n int) bool {
	partners := func(k int) (count int) {
		for l := range n {
			if cor(k, l) < confounded {
				count++
			}
		}
		return count
	}
	a, b := partners(i), partners(j)
	return a > b || a == b && i < j
}

// label names a cell in a message.
func (c CellCheck) label() string {
	if c.Device == "" {
		return fmt.Sprintf("%q", c.Pattern.String())
	}
	return fmt.Sprintf("%q on %s", c.Pattern.String(), c.Device)
}

// limited joins the first few names.
func limited(names []string) string {
	if len(names) <= listed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:listed], ", "), len(names)-listed)
}

// format writes an energy as people read it, or a number in another unit.
func (r *Result) format(x float64) string {
	return describe(x, r.Unit)
}
