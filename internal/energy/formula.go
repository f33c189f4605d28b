package energy

import (
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
)

func wholeNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// formula writes a cost as a sum of energies times sizes, the constant part first. Amounts are means.
func (e *Engine) formula(o absint.Outcome, device string) string {
	unit := e.Model.Unit()
	var b strings.Builder
	for _, t := range o.Terms() {
		mean := e.Model.Price(t.Counts, device).Mean
		negative := mean < 0
		if negative {
			mean = -mean
		}
		switch {
		case b.Len() == 0 && negative:
			b.WriteString("-")
		case b.Len() > 0 && negative:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if t.Factor != "" {
			b.WriteString(t.Factor + " * ")
		}
		b.WriteString(unit.Format(mean))
	}
	if b.Len() == 0 {
		return unit.Format(0)
	}
	return b.String()
}
