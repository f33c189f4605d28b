package energy

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

// UnusedRequires returns the preconditions on sizes of the claims' methods that nothing depends on: as for an assumption, what one
// was for is gone, or it never named anything. Preconditions on numbers are left alone: they say something to others, too.
func (v *Evaluation) UnusedRequires(claims []Claim) []Problem {
	if v.Specs == nil {
		return nil
	}
	var out []Problem
	seen := map[*classfile.Method]bool{}
	for _, c := range claims {
		if seen[c.Method] {
			continue
		}
		seen[c.Method] = true
		r := newBudgetReader(v.names(c).Precondition(), c.Budget)
		if r.names.Err() != nil {
			continue
		}
		requires := v.Specs.Of(c.Method).Requires
		relations := spec.FactsOf(spec.Predicates(requires)...).Relations
		for _, f := range requires {
			if f.Pred == nil {
				continue
			}
			for _, s := range spec.PredicateSymbols(f.Pred) {
				if why := r.unused(s); why != "" && !r.bounds(s.Name, relations) {
					p := Problem{c.Method, spec.Problem{Origin: f.Origin.At(s.Offset()), Message: fmt.Sprintf("requires %s has no effect: %s", f.Pred, why)}}
					if !slices.Contains(out, p) {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// bounds reports whether a size limits another by a precondition, which a cost may depend on: k <= names.size().
func (r *budgetReader) bounds(size string, relations []spec.Linear) bool {
	return slices.ContainsFunc(relations, func(l spec.Linear) bool {
		if l.Coef[size] == 0 {
			return false
		}
		for other := range l.Coef {
			if other != size && r.unused(spec.Symbol{Name: other}) == "" {
				return true
			}
		}
		return false
	})
}

// unused returns why a size in a precondition is none of the formula's, empty where it is one or is no size of a structure.
func (r *budgetReader) unused(s spec.Symbol) string {
	if !spec.IsSizeName(s.Name) {
		return ""
	}
	if _, ok := r.names.Symbol(s, false); ok {
		return ""
	}
	for _, word := range []string{"largest ", "smallest "} {
		for _, name := range []string{s.Written, s.Name} {
			if name != "" && r.names.Has(word+name) {
				return fmt.Sprintf("%s changes while the method runs; write an [[assume]] of %s%s, as its formula does", s.Name, word, name)
			}
		}
	}
	return fmt.Sprintf("no cost of the method depends on %s%s", s, r.suggest(s.Name))
}
