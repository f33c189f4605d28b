package energy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
)

func wholeNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// summand is a part of a sum: an amount with its sign.
type summand struct {
	negative bool
	text     string
}

// sum writes a sum. An amount below zero is taken away.
func sum(parts []summand) string {
	var b strings.Builder
	for i, s := range parts {
		switch {
		case i == 0 && s.negative:
			b.WriteString("-")
		case i > 0 && s.negative:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(s.text)
	}
	return b.String()
}

// From fineGrain on, a division in a formula is how an array or a library model is charged, not how often a loop runs: it
// is rounded where people read. Where more than manyTerms are left after that, every division is.
const (
	fineGrain = 8
	manyTerms = 6
)

// rounded writes a cost as formula does, in fewer and simpler terms that are at least as much.
func (e *Engine) rounded(o absint.Outcome, device string) string {
	terms := e.RoundedTerms(o, fineGrain)
	if len(terms) > manyTerms {
		terms = e.RoundedTerms(o, 1)
	}
	return e.formula(terms, device)
}

// formula writes a cost as a sum of energies and calls times sizes, the constant part first. Amounts are means.
func (e *Engine) formula(terms []absint.Term, device string) string {
	unit := e.Model.Unit()
	var all []summand
	for _, t := range terms {
		var parts []summand
		if len(t.Counts) > 0 {
			mean := e.Model.Price(t.Counts, device).Mean
			parts = append(parts, summand{mean < 0, unit.Format(math.Abs(mean))})
		}
		for _, c := range t.Calls {
			text := c.Name
			if n := math.Abs(c.N); n != 1 {
				text = strconv.FormatFloat(n, 'g', 6, 64) + " * " + text
			}
			parts = append(parts, summand{c.N < 0, text})
		}
		switch {
		case t.Factor == "":
			all = append(all, parts...)
		case len(parts) == 1:
			all = append(all, summand{parts[0].negative, t.Factor + " * " + parts[0].text})
		default:
			negative := !slices.ContainsFunc(parts, func(s summand) bool { return !s.negative })
			if negative {
				for i := range parts {
					parts[i].negative = false
				}
			}
			all = append(all, summand{negative, t.Factor + " * (" + sum(parts) + ")"})
		}
	}
	if len(all) == 0 {
		return unit.Format(0)
	}
	return sum(all)
}
