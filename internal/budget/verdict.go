// Package budget decides what holding an energy budget against a method's worst and best case means: the six
// verdicts of the energy semantics, section 6, as pure functions over numbers.
package budget

import (
	"math"

	"github.com/energylint/energylint/internal/finding"
)

// Gaussian is an amount of energy in joules. A standard deviation of 0 is a point mass.
type Gaussian struct{ Mean, SD float64 }

// Exceeds returns P(E > x). It keeps its precision far out in the upper tail.
func (g Gaussian) Exceeds(x float64) float64 {
	if g.SD == 0 {
		if g.Mean > x {
			return 1
		}
		return 0
	}
	return 0.5 * math.Erfc((x-g.Mean)/(g.SD*math.Sqrt2))
}

func (g Gaussian) finite() bool {
	return !math.IsNaN(g.Mean) && !math.IsInf(g.Mean, 0) && !math.IsNaN(g.SD) && !math.IsInf(g.SD, 0) && g.SD >= 0
}

// Case is one budget and what the analysis found out about the method.
type Case struct {
	Budget     float64 // joules
	Confidence float64 // of the budget, between 0 and 1
	// Upper is the sound upper bound L of the worst case at that confidence, +Inf where there is none.
	Upper float64
	// Worst is the critical path. Where something is Missing, it is that path without what is missing, and so a lower
	// bound of it; or not finite where not even that is known.
	Worst Gaussian
	// Best is the best case, what is missing counted as nothing. The zero value is below it.
	Best Gaussian
	// Joined says that Worst is above several paths, none of which need cost that much.
	Joined bool
	// Lower is the sound lower bound of every path at that confidence, what is missing counted as nothing.
	Lower       float64
	Assumptions []string // that Upper rests on
	Missing     []string // why there is no upper bound
}

// Outcome is the verdict with its probability.
type Outcome struct {
	Verdict finding.Verdict
	// Probability that the critical path exceeds the budget, -1 where it is not known. Where there is no critical path and the
	// verdict is Violated, it is that of the best case.
	Probability float64
	// Missing is why the verdict is unknown; empty for any other.
	Missing []string
}

// noBound is what is missing where the analysis gave no bound and no reason.
const noBound = "the worst case has no upper bound"

// Decide gives the verdict. What is certain in spite of something missing is not unknown: costs only add up, so a
// lower bound or a critical path that is above the budget without what is missing is above it with it too. The lower
// bound says nothing where the critical path, with all of it, keeps the budget more often.
func Decide(c Case) Outcome {
	known := len(c.Missing) == 0 && c.Upper <= math.MaxFloat64
	probability := -1.0
	if c.Worst.finite() {
		probability = c.Worst.Exceeds(c.Budget)
	}
	switch {
	case known && c.Upper <= c.Budget:
		if len(c.Assumptions) > 0 {
			return Outcome{Verdict: finding.ProvedAssuming, Probability: max(probability, 0)}
		}
		return Outcome{Verdict: finding.Proved, Probability: max(probability, 0)}
	case c.Lower > c.Budget && !(known && !c.Joined && probability >= 0 && probability < c.Confidence):
		if probability < 0 && c.Best.finite() {
			probability = c.Best.Exceeds(c.Budget)
		}
		return Outcome{Verdict: finding.Violated, Probability: max(probability, c.Confidence)}
	case probability > 1-c.Confidence && !c.Joined:
		return Outcome{Verdict: finding.Exceeded, Probability: probability}
	case known && probability >= 0:
		return Outcome{Verdict: finding.Inconclusive, Probability: probability}
	}
	missing := c.Missing
	if len(missing) == 0 {
		missing = []string{noBound}
	}
	return Outcome{Verdict: finding.Unknown, Probability: -1, Missing: missing}
}

// Combine gives the verdict of a budget that depends on symbols from the verdicts on the parts of their admitted
// values: proved only if it is on every part, violated only if every call that returns breaks it on every part. It returns
// Unknown for no parts at all.
func Combine(parts []Outcome) Outcome {
	if len(parts) == 0 {
		return Outcome{Verdict: finding.Unknown, Probability: -1, Missing: []string{"no value of the symbols is admitted"}}
	}
	rank := func(v finding.Verdict) int {
		for i, w := range [...]finding.Verdict{finding.Proved, finding.ProvedAssuming, finding.Inconclusive, finding.Unknown, finding.Violated, finding.Exceeded} {
			if v == w {
				return i
			}
		}
		return 0
	}
	out := parts[0]
	violated := out.Verdict == finding.Violated
	for _, p := range parts[1:] {
		violated = violated && p.Verdict == finding.Violated
		if rank(p.Verdict) > rank(out.Verdict) {
			p.Probability = max(p.Probability, out.Probability)
			out = p
		} else {
			out.Probability = max(out.Probability, p.Probability)
		}
	}
	if out.Verdict == finding.Violated && !violated {
		out.Verdict = finding.Exceeded // some calls break it, not every one
	}
	if out.Verdict == finding.Unknown {
		out.Probability = -1
	}
	return out
}

// Quantile returns z with P(Z <= z) = confidence for a standard normal Z.
func Quantile(confidence float64) float64 { return math.Sqrt2 * math.Erfinv(2*confidence-1) }
