package energy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/spec"
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

// rounded writes a cost in fewer and simpler terms than formula does, that are at least as much; empty where there are no
// simpler ones.
func (e *Engine) rounded(o absint.Outcome, device string) string {
	terms := e.RoundedTerms(o, fineGrain)
	if len(terms) > manyTerms {
		terms = e.RoundedTerms(o, 1)
	}
	if e.formula(terms, device) == e.formula(e.Terms(o), device) {
		return ""
	}
	return sum(factored(e.products(terms, device)))
}

// formula writes a cost as a sum of energies and calls times sizes, the constant part first. Amounts are means.
func (e *Engine) formula(terms []absint.Term, device string) string {
	var all []summand
	for _, p := range e.products(terms, device) {
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

func (e *Engine) products(terms []absint.Term, device string) []product {
	unit := e.Model.Unit()
	var out []product
	for _, t := range terms {
		p := product{factor: t.Factor, atoms: t.Atoms}
		if len(t.Counts) > 0 {
			mean := e.Model.Price(t.Counts, device).Mean
			p.parts = append(p.parts, summand{mean < 0, unit.Format(math.Abs(mean))})
		}
		for _, c := range t.Calls {
			text := spec.QuoteName(c.Name)
			if n := math.Abs(c.N); n != 1 {
				text = strconv.FormatFloat(n, 'g', 6, 64) + " * " + text
			}
			p.parts = append(p.parts, summand{c.N < 0, text})
		}
		out = append(out, p)
	}
	return out
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
