package energy

import "github.com/energylint/energylint/absint"

// domains returns the domains of a method's outcomes. Most methods cost the same on all devices: what does not depend on the
// device is computed once where one outcome is asked for several times in a row. One goroutine uses it.
type domains struct {
	s       *absint.Summary
	assume  absint.Assume
	outcome absint.Outcome // the last one
	domain  *absint.Domain // of it; nil before the first
	numbers *absint.Numbers
	settled *absint.Poly // the cost
}

// of returns the domain of an outcome.
func (d *domains) of(o absint.Outcome) *absint.Domain {
	if d.domain == nil || !d.outcome.Identical(o) {
		domain := d.s.Domain(o, d.assume)
		d.outcome, d.domain, d.numbers, d.settled = o, &domain, nil, nil
	}
	return d.domain
}

// numbersOf returns the numbers of an outcome under an objective, which is an upper one always or never.
func (d *domains) numbersOf(o absint.Outcome, obj absint.Objective) absint.Numbers {
	if domain := d.of(o); d.numbers == nil {
		n := domain.Numbers(o, obj)
		d.numbers = &n
	}
	return *d.numbers
}

// weighted returns the range of the weighted cost of an outcome.
func (d *domains) weighted(o absint.Outcome, obj absint.Objective) absint.Interval {
	domain := d.of(o)
	if d.settled == nil {
		p := domain.Settled(o)
		d.settled = &p
	}
	return domain.Weighted(*d.settled, obj)
}
