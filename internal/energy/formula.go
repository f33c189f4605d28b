package energy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/quantity"
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

// boundTerm is a summand of a bound: at most so much on each of the devices.
type boundTerm struct {
	raisedTerm         // without counts
	joules     float64 // what the counts are priced as
	signed     bool    // the factor may be below 0
}

// Formula writes the sound bound of a method at a confidence as energies and calls times sizes: "35.2 uJ + n * 118 nJ". Each
// pattern has the weight with which the bound counts it, so that where the bound is a number it is the formula's largest value.
// Amounts are rounded up: the formula as a budget is proved. It is empty where there is no bound.
func (v *Evaluation) Formula(m *classfile.Method, confidence float64) string {
	return v.formula(m, objectiveKey{confidence: confidence, upper: true}, v.termsOnce())
}

func (v *Evaluation) formula(m *classfile.Method, k objectiveKey, of func(absint.Outcome) []absint.Term) string {
	terms, ok := v.boundTerms(m, k, of)
	if !ok {
		return ""
	}
	return v.written(v.boundProducts(terms))
}

// termsOnce returns Terms, which writes the terms of a cost once: most methods cost the same on all devices.
func (e *Engine) termsOnce() func(absint.Outcome) []absint.Term {
	var of absint.Outcome
	var terms []absint.Term
	return func(o absint.Outcome) []absint.Term {
		if terms == nil || !of.Identical(o) {
			of, terms = o, e.Terms(o)
		}
		return terms
	}
}

// Rounded writes a bound in fewer and simpler terms than Formula does, that are at least as much; empty where there are no
// simpler ones.
func (v *Evaluation) Rounded(m *classfile.Method, confidence float64) string {
	return v.rounded(m, objectiveKey{confidence: confidence, upper: true})
}

// rounded is Rounded for the objective of any device.
func (v *Evaluation) rounded(m *classfile.Method, k objectiveKey) string {
	all, ok := v.boundTerms(m, k, v.Terms)
	if !ok || len(all) == 0 || len(all) == 1 && all[0].Factor == "" {
		return ""
	}
	least := func(least int64) func(absint.Outcome) []absint.Term {
		return func(o absint.Outcome) []absint.Term { return v.RoundedTerms(o, least) }
	}
	terms, ok := v.boundTerms(m, k, least(fineGrain))
	if len(terms) > manyTerms {
		terms, ok = v.boundTerms(m, k, least(1))
	}
	products := v.boundProducts(terms)
	if !ok || v.written(products) == v.written(v.boundProducts(all)) {
		return ""
	}
	return sum(factored(products))
}

// boundTerms adds up what of returns of the worst case on each device: of a factor that several devices have, the costliest. ok
// is false where there is no bound, where the model does not price a pattern, and where no sum is a bound on all devices. The
// device of k is not read.
func (v *Evaluation) boundTerms(m *classfile.Method, k objectiveKey, of func(absint.Outcome) []absint.Term) (out []boundTerm, ok bool) {
	devices := make([]int, 0, 8) // how many have the term
	s := v.Summary(m)
	all := &domains{s: s}
	for _, device := range v.devices {
		k.device = device
		o, weights := v.outcome(m, k), v.objective(k).AllWeights()
		if len(o.Reasons) > 0 || s.Err() != nil {
			return nil, false
		}
		d, old := all.of(o).Where(o.Conditions), len(out) // terms of other devices; an outcome has each product once
		for _, t := range raisedFactors(of(o), d.Ranges) {
			b := boundTerm{raisedTerm: t, signed: t.by == 0 && !d.Ranges.NotNegative(t.Mono)}
			for _, c := range t.Counts {
				b.joules += weights[c.ID] * c.N
			}
			if math.IsInf(b.joules, 0) || math.IsNaN(b.joules) || b.signed && len(v.devices) > 1 {
				return nil, false
			}
			b.Counts = nil
			// Not by the factor: two largest sizes of one name are two terms.
			i := slices.IndexFunc(out[:old], func(o boundTerm) bool { return o.by == t.by && absint.CompareMono(o.Mono, t.Mono) == 0 })
			if i < 0 {
				out, devices = append(out, b), append(devices, 1)
				continue
			}
			out[i].joules, out[i].Calls = math.Max(out[i].joules, b.joules), costliest(out[i].Calls, b.Calls)
			devices[i]++
		}
	}
	for i := range out {
		if devices[i] < len(v.devices) {
			out[i].joules = math.Max(out[i].joules, 0)
			out[i].Calls = costliest(nil, out[i].Calls)
		}
	}
	return out, true
}

// costliest returns the calls of both, as often as one of them has each, and not less often than never.
func costliest(a, b []absint.CallCount) []absint.CallCount {
	out := added(a)
	for _, c := range added(b) {
		if i := slices.IndexFunc(out, func(x absint.CallCount) bool { return x.Name == c.Name }); i >= 0 {
			out[i].N = math.Max(out[i].N, c.N)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// added adds up calls of one name. It leaves out what is taken away.
func added(calls []absint.CallCount) []absint.CallCount {
	var out []absint.CallCount
	for _, c := range calls {
		if i := slices.IndexFunc(out, func(x absint.CallCount) bool { return x.Name == c.Name }); i >= 0 {
			out[i].N += math.Max(c.N, 0)
		} else if c.N > 0 {
			out = append(out, c)
		}
	}
	return out
}

// MeanFormula writes the mean of a worst case as Formula writes its bound, rounded to the nearest. It is empty where there is none.
func (v *Evaluation) MeanFormula(c Case) string {
	if len(c.Outcome.Reasons) > 0 {
		return ""
	}
	return v.written(v.meanProducts(v.Terms(c.Outcome), c.Device))
}

// written writes a sum of products, the constant part first.
func (e *Engine) written(ps []product) string {
	var all []summand
	for _, p := range ps {
		all = append(all, p.summands()...)
	}
	if len(all) == 0 {
		return e.Model.Unit().Format(0)
	}
	return sum(all)
}

// product is what is added up in parts, times atoms; factor is the product of these.
type product struct {
	factor string
	atoms  []string
	parts  []summand
}

func (e *Engine) meanProducts(terms []absint.Term, device string) []product {
	unit := e.Model.Unit()
	var out []product
	for _, t := range terms {
		p := product{factor: t.Factor, atoms: t.Atoms}
		if len(t.Counts) > 0 {
			mean := e.Model.Price(t.Counts, device).Mean
			p.parts = append(p.parts, summand{mean < 0, unit.Format(math.Abs(mean))})
		}
		for _, c := range t.Calls {
			p.parts = append(p.parts, summand{c.N < 0, e.callText(c, strconv.FormatFloat(math.Abs(c.N), 'g', callDigits, 64))})
		}
		out = append(out, p)
	}
	return out
}

// boundProducts writes amounts that are added rounded up, and those that are taken away rounded down. Sound because what they
// are multiplied by is not below 0; elsewhere they are written as they are.
func (e *Engine) boundProducts(terms []boundTerm) []product {
	unit := e.Model.Unit()
	var out []product
	for _, t := range terms {
		p := product{factor: t.Factor, atoms: t.Atoms}
		if t.joules != 0 || len(t.Calls) == 0 {
			var text string
			switch {
			case t.signed:
				text = unit.FormatExact(math.Abs(t.joules))
			case t.joules < 0:
				text = unit.FormatNotAbove(-t.joules)
			default:
				text = unit.FormatNotBelow(t.joules)
			}
			p.parts = append(p.parts, summand{t.joules < 0, text})
		}
		for _, c := range t.Calls {
			n := strconv.FormatFloat(math.Abs(c.N), 'g', -1, 64)
			if !t.signed {
				n = quantity.Digits(math.Abs(c.N), callDigits, c.N > 0)
			}
			p.parts = append(p.parts, summand{c.N < 0, e.callText(c, n)})
		}
		out = append(out, p)
	}
	return out
}

// callDigits are the digits of how often a call is made.
const callDigits = 6

// callText writes a call that is made n times.
func (e *Engine) callText(c absint.CallCount, n string) string {
	text := e.QuoteName(c.Name)
	if math.Abs(c.N) != 1 {
		text = n + " * " + text
	}
	return text
}

func (p product) summands() []summand {
	switch {
	case p.factor == "":
		return p.parts
	case len(p.parts) == 1:
		return []summand{{p.parts[0].negative, p.factor + " * " + p.parts[0].text}}
	}
	negative := !slices.ContainsFunc(p.parts, func(s summand) bool { return !s.negative })
	parts := slices.Clone(p.parts)
	if negative {
		for i := range parts {
			parts[i].negative = false
		}
	}
	return []summand{{negative, p.factor + " * (" + sum(parts) + ")"}}
}

// powers writes a product, of which equal atoms stand together.
func powers(atoms []string) string {
	var out []string
	for i := 0; i < len(atoms); {
		n := 1
		for i+n < len(atoms) && atoms[i+n] == atoms[i] {
			n++
		}
		text := atoms[i]
		if n > 1 {
			text += "^" + strconv.Itoa(n)
		}
		out = append(out, text)
		i += n
	}
	return strings.Join(out, " * ")
}

// leastSaving is how many letters shorter a sum must get for a factor to be taken out of it.
const leastSaving = 12

// factored takes out of a sum what many of its products share, first what makes it shortest.
func factored(ps []product) []summand {
	for {
		shared, saving := "", leastSaving
		seen := map[string]int{}
		for _, p := range ps {
			for i, a := range p.atoms {
				if !slices.Contains(p.atoms[:i], a) {
					seen[a]++
				}
				if s := (seen[a] - 1) * len(a); s > saving {
					shared, saving = a, s
				}
			}
		}
		if shared == "" {
			break
		}
		var group, rest []product
		at := -1
		for _, p := range ps {
			i := slices.Index(p.atoms, shared)
			if i < 0 {
				rest = append(rest, p)
				continue
			}
			if at < 0 {
				at = len(rest)
			}
			p.atoms = slices.Delete(slices.Clone(p.atoms), i, i+1)
			p.factor = powers(p.atoms)
			group = append(group, p)
		}
		text := shared + " * (" + sum(factored(group)) + ")"
		ps = slices.Insert(rest, at, product{parts: []summand{{text: text}}})
	}
	var out []summand
	for _, p := range ps {
		out = append(out, p.summands()...)
	}
	return out
}
