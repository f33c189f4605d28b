package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// LeaveOut says what a fold of a cross-validation leaves out.
type LeaveOut int

const (
	// LeaveObservations leaves out observations, as Li and Gallagher (2016, section 5) do: the model
	// usually has seen other replicates of the same pattern.
	LeaveObservations LeaveOut = iota
	// LeavePatterns leaves out all observations of a pattern: it asks how well the model prices what
	// was not measured.
	LeavePatterns
)

// DefaultFolds is the number of rounds of Li and Gallagher.
const DefaultFolds = 4

// crossValidationDraws are enough for means and standard deviations.
const crossValidationDraws = 500

// Score compares predictions with observations.
type Score struct {
	N int // observations compared
	// NMAE is the mean of |predicted - measured| / |measured| (Li and Gallagher 2016, equation 6);
	// observations that are exactly zero are left out of it.
	NMAE float64
	// R is the correlation of predicted and measured; NaN if either is constant.
	R float64
	// Coverage50 and Coverage95 are the shares of observations inside the central intervals of the
	// posterior predictive distribution.
	Coverage50, Coverage95 float64
}

// Fold is one round of a cross-validation.
type Fold struct {
	Training, Validation Score
	// Unpredictable counts the observations left out that have an effect which no observation of
	// the training set has.
	Unpredictable int
}

// CrossValidation is how well the model predicts observations that it was not fitted to.
type CrossValidation struct {
	LeaveOut LeaveOut
	Folds    []Fold
	// Validation takes the validation sets of all folds together.
	Validation    Score
	Unpredictable int
}

// prediction is the posterior predictive distribution of one observation, as a Gaussian.
type prediction struct {
	measured, mean, sd float64
}

// CrossValidate fits the observations folds times (0: DefaultFolds), each time leaving out another
// part, drawn at random with the options' seed, and predicts it. Options.Draws defaults to fewer than
// in Run.
func CrossValidate(ctx context.Context, obs Observations, opts Options, folds int, what LeaveOut) (*CrossValidation, error) {
	if folds == 0 {
		folds = DefaultFolds
	}
	if opts.Draws == 0 {
		opts.Draws = crossValidationDraws
	}
	units, count := foldUnits(obs, what)
	if folds < 2 || folds > count {
		return nil, fmt.Errorf("cross-validation: %d folds: expected 2 to %d", folds, count)
	}
	rng := rand.New(rand.NewPCG(opts.Seed, math.MaxUint64))
	order := rng.Perm(count)
	cv := &CrossValidation{LeaveOut: what}
	var all []prediction
	for f := range folds {
		training := Observations{Unit: obs.Unit}
		var left []Observation
		for i, o := range obs.List {
			if order[units[i]]%folds == f {
				left = append(left, o)
			} else {
				training.List = append(training.List, o)
			}
		}
		r, err := Run(ctx, training, opts)
		if err != nil {
			return nil, fmt.Errorf("cross-validation, fold %d: %w", f+1, err)
		}
		p := newPredictor(r)
		seen, _ := p.predict(training.List)
		unseen, missing := p.predict(left)
		cv.Folds = append(cv.Folds, Fold{Training: score(seen), Validation: score(unseen), Unpredictable: missing})
		cv.Unpredictable += missing
		all = append(all, unseen...)
	}
	cv.Validation = score(all)
	return cv, nil
}

// foldUnits numbers what is left out together: every observation, or every pattern.
func foldUnits(obs Observations, what LeaveOut) (unit []int, count int) {
	unit = make([]int, len(obs.List))
	number := make(map[Pattern]int)
	for i, o := range obs.List {
		if what == LeaveObservations {
			unit[i] = i
			continue
		}
		n, ok := number[o.Pattern]
		if !ok {
			n = len(number)
			number[o.Pattern] = n
		}
		unit[i] = n
	}
	if what == LeaveObservations {
		return unit, len(obs.List)
	}
	return unit, len(number)
}

// predictor predicts observations from a result.
type predictor struct {
	r       *Result
	effects map[effect]int
	pattern map[Pattern]int
	cache   map[Observation]prediction // by pattern and device
}

func newPredictor(r *Result) *predictor {
	p := &predictor{r: r, effects: map[effect]int{}, pattern: map[Pattern]int{}, cache: map[Observation]prediction{}}
	for i, e := range r.design.effects {
		p.effects[e] = i
	}
	for i, q := range r.design.patterns {
		p.pattern[q] = i
	}
	return p
}

// predict predicts each observation that the model has all effects of, and counts the others.
func (p *predictor) predict(list []Observation) (out []prediction, missing int) {
	for _, o := range list {
		q := p.of(o)
		if math.IsNaN(q.mean) {
			missing++
			continue
		}
		q.measured = o.Energy
		out = append(out, q)
	}
	return out, missing
}

// of is cell, computed once for each pattern and device.
func (p *predictor) of(o Observation) prediction {
	key := Observation{Pattern: o.Pattern, Device: o.Device}
	q, ok := p.cache[key]
	if !ok {
		q = p.cell(o)
		p.cache[key] = q
	}
	return q
}

// cell is the posterior predictive distribution of an observation of a pattern on a device; its mean
// is NaN where the model lacks an effect.
func (p *predictor) cell(o Observation) prediction {
	r := p.r
	var terms []int
	for c := range categories {
		name := level(o, c)
		if name == "" {
			continue
		}
		i, ok := p.effects[effect{c, name}]
		if !ok {
			return prediction{mean: math.NaN()}
		}
		terms = append(terms, i)
	}
	sigma := len(r.draws) - 1
	omega := -1
	if r.Structure == Pooled {
		if i, ok := p.pattern[o.Pattern]; ok {
			terms = append(terms, len(r.design.effects)+i)
		} else {
			omega = sigma - 1
		}
	}
	means := make([]float64, 0, r.opts.Chains*r.opts.Draws)
	noise := 0.0
	for chain := range r.opts.Chains {
		for draw := range r.opts.Draws {
			sum := 0.0
			for _, t := range terms {
				sum += r.draws[t][chain][draw]
			}
			means = append(means, sum)
			s := r.draws[sigma][chain][draw]
			noise += s * s
			if omega >= 0 {
				w := r.draws[omega][chain][draw]
				noise += w * w
			}
		}
	}
	mean, variance := stat.MeanVariance(means, nil)
	return prediction{mean: mean, sd: math.Sqrt(variance + noise/float64(len(means)))}
}

// score compares predictions with what was measured.
func score(ps []prediction) Score {
	s := Score{N: len(ps), NMAE: math.NaN(), R: math.NaN(), Coverage50: math.NaN(), Coverage95: math.NaN()}
	if len(ps) == 0 {
		return s
	}
	var measured, predicted, relative []float64
	half, most := 0, 0
	z50, z95 := distuv.UnitNormal.Quantile(0.75), distuv.UnitNormal.Quantile(0.975)
	for _, p := range ps {
		measured, predicted = append(measured, p.measured), append(predicted, p.mean)
		off := math.Abs(p.mean - p.measured)
		if p.measured != 0 {
			relative = append(relative, off/math.Abs(p.measured))
		}
		if off <= z50*p.sd {
			half++
		}
		if off <= z95*p.sd {
			most++
		}
	}
	if len(relative) > 0 {
		s.NMAE = stat.Mean(relative, nil)
	}
	if len(ps) > 1 && slices.Min(measured) < slices.Max(measured) && slices.Min(predicted) < slices.Max(predicted) {
		s.R = stat.Correlation(measured, predicted, nil)
	}
	s.Coverage50, s.Coverage95 = float64(half)/float64(len(ps)), float64(most)/float64(len(ps))
	return s
}
