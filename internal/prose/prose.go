// Package prose puts the energy of a finding into words, the same in every output.
package prose

import (
	"math"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// Spread is a mean with its standard deviation: "412 nJ ± 21 nJ".
func Spread(d finding.Distribution) string {
	u := quantity.In(d.Unit)
	s := u.Format(d.Mean)
	if s == quantity.Unbounded || math.IsNaN(d.SD) || math.IsInf(d.SD, 0) || d.SD == 0 {
		return s
	}
	return s + " ± " + u.Format(d.SD)
}

// Interval is "160 nJ to 192 nJ", "at least 12 uJ" without an upper end, empty where there is none.
func Interval(e *finding.Energy) string {
	u := quantity.In(e.Saving.Unit)
	low, high := u.Format(e.SavingLow), u.Format(e.SavingHigh)
	switch {
	case low == quantity.Unbounded || e.SavingLow == 0 && e.SavingHigh == 0:
		return ""
	case high == quantity.Unbounded:
		return "at least " + low
	}
	return low + " to " + high
}

// Energy says in prose what a finding costs: for outputs that have no table.
func Energy(e *finding.Energy) string {
	if e == nil {
		return ""
	}
	s := "Costs " + Spread(e.Cost)
	if math.IsInf(e.Cost.Mean, 0) || math.IsNaN(e.Cost.Mean) {
		s = "Costs more than any bound"
	}
	if e.Per != "" {
		s += " per " + e.Per
	}
	s += ", repaired " + Spread(e.Repaired) + ": saves "
	saving, between := quantity.In(e.Saving.Unit).Format(e.Saving.Mean), Interval(e)
	switch {
	case between == "":
		s += saving
	case saving == quantity.Unbounded:
		s += between
	default:
		s += saving + " (" + between + ")"
	}
	s += "."
	if e.Multiplier != "" {
		s += " Multiplied by " + e.Multiplier + "."
	}
	return s
}
