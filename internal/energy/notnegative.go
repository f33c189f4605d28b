package energy

import (
	"cmp"
	"math"
	"slices"

	"github.com/energylint/energylint/absint"
)

// maxRaise is how far below 0 a factor may be to be raised: beyond, amounts that are rounded up are too far from the bound.
const maxRaise = 1000

// raisedTerm is a summand of which one factor has been raised by a number, so that it is not below 0.
type raisedTerm struct {
	absint.Term
	by float64
}

// raisedFactors writes a product with one factor f >= -k that may be below 0 as one of f + k: w f g = w (f + k) g - w k g. Amounts of
// what may be below 0 cannot be rounded up, and those of the costliest device bound no other device's. Sound because calls that
// would be taken away are left out, and cost nothing less than 0.
func raisedFactors(terms []absint.Term, ranges absint.Env) []raisedTerm {
	out := make([]raisedTerm, 0, len(terms))
	for _, t := range terms {
		out = append(out, raisedTerm{Term: t})
	}
	for i := len(out) - 1; i >= 0; i-- { // the rest of a product is of lower degree, and stands before it
		at, k, ok := toRaise(out[i].Mono, ranges)
		if !ok {
			continue
		}
		t := &out[i]
		rest := raisedTerm{Term: absint.Term{Mono: slices.Concat(t.Mono[:at], t.Mono[at+1:]), Atoms: slices.Concat(t.Atoms[:at], t.Atoms[at+1:])}}
		rest.Factor = powers(rest.Atoms)
		rest.Counts = t.Counts.Scale(-k)
		for _, c := range t.Calls {
			if c.N < 0 {
				rest.Calls = append(rest.Calls, absint.CallCount{Name: c.Name, N: -k * c.N})
			}
		}
		t.by, t.Atoms = k, slices.Clone(t.Atoms)
		t.Atoms[at] = "(" + t.Atoms[at] + " + " + wholeNumber(k) + ")"
		t.Factor = powers(t.Atoms)
		j := slices.IndexFunc(out, func(o raisedTerm) bool { return o.by == 0 && absint.CompareMono(o.Mono, rest.Mono) == 0 })
		if j >= 0 {
			out[j].Counts = out[j].Counts.Add(rest.Counts)
			out[j].Calls = slices.Concat(out[j].Calls, rest.Calls)
			continue
		}
		j, _ = slices.BinarySearchFunc(out, len(rest.Mono), func(o raisedTerm, degree int) int { return cmp.Compare(len(o.Mono), degree) })
		out = slices.Insert(out, j, rest)
		i++
	}
	return out
}

// toRaise returns the only factor of a product that may be below 0, and by how much at most.
func toRaise(m absint.Mono, ranges absint.Env) (at int, by float64, ok bool) {
	for i := 0; i < len(m); {
		j := i + 1
		for j < len(m) && m[j].Key == m[i].Key {
			j++
		}
		if lowest := ranges.Atom(m[i]).Lo; (j-i)%2 == 1 && lowest < 0 {
			if ok || j-i > 1 || lowest < -maxRaise {
				return 0, 0, false
			}
			at, by, ok = i, math.Ceil(-lowest), true
		}
		i = j
	}
	return at, by, ok
}
