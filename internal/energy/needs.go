package energy

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

// Fact is a size or the cost of a call without a value. With a value for it, a cost that depends on it may have a number.
type Fact struct {
	Name string // in the method: this.items.size(), it.next(), find: rows(rows)
	Key  string // what facts of several methods have in common: rows(rows); of a call, its class: Iterator.*
	Any  string // the call on any object: Iterator.next()
	Call bool
}

// Needs is what a method's worst case lacks for a number: facts, which an assumption can give, or reasons, which it cannot.
type Needs struct {
	Facts   []Fact
	Reasons []string
	Unmet   []string // conditions of the worst case that do not hold where all facts have values: "the bound holds only if k >= 1"
}

// Settleable reports whether assumptions of the facts give the method a number.
func (n Needs) Settleable() bool { return len(n.Facts) > 0 && len(n.Reasons)+len(n.Unmet) == 0 }

// Keys returns the keys of the facts, sorted and each once; nil where they do not suffice.
func (n Needs) Keys() []string {
	if !n.Settleable() {
		return nil
	}
	var keys []string
	for _, f := range n.Facts {
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Needs returns what the worst case of a method at a confidence lacks, on any of the devices, in calls that satisfy the predicates.
func (v *Evaluation) Needs(m *classfile.Method, confidence float64, when ...spec.Predicate) Needs {
	var n Needs
	add := func(f Fact) {
		if !slices.Contains(n.Facts, f) {
			n.Facts = append(n.Facts, f)
		}
	}
	s := v.Summary(m)
	for _, device := range v.devices {
		o := v.outcome(m, objectiveKey{device: device, confidence: confidence, upper: true})
		if len(o.Reasons) > 0 || s.Err() != nil {
			lost := o.Reasons
			if s.Err() != nil {
				lost = v.on(m, device, confidence, true).Numbers.Missing
			}
			for _, r := range reasons(lost, m) {
				if !slices.Contains(n.Reasons, r) {
					n.Reasons = append(n.Reasons, r)
				}
			}
			continue
		}
		open, unmet := v.openSizes(s, o, when)
		for _, sym := range open {
			add(Fact{Name: sym.Name, Key: sizeKey(sym.Name)})
		}
		for _, r := range reasons(unmet, m) {
			if !slices.Contains(n.Unmet, r) {
				n.Unmet = append(n.Unmet, r)
			}
		}
		for _, c := range s.CallSymbols(o) {
			any := absint.AnyObject(c).Name
			add(Fact{Name: c.Name, Key: callKey(any), Any: any, Call: true})
		}
	}
	slices.SortFunc(n.Facts, func(a, b Fact) int { return strings.Compare(a.Name, b.Name) })
	return n
}

// Missing returns what the worst case of a method at a confidence lacks for a number.
func (v *Evaluation) Missing(m *classfile.Method, confidence float64) []string {
	return reasons(v.Worst(m, confidence).Numbers.Missing, m)
}

// triedSizes are the values of sizes for which the conditions of a cost are tried.
var triedSizes = []float64{100, 10, 1}

// openSizes returns the sizes that take an upper bound for an outcome to have a number: those that its cost grows in, and those that its
// conditions take where these hold with them. unmet are the conditions that hold with none of the tried values.
func (v *Evaluation) openSizes(s *absint.Summary, o absint.Outcome, when []spec.Predicate) (open []absint.Symbol, unmet []absint.Reason) {
	open = s.Domain(o, v.Assume, when...).Open
	if len(o.Conditions) == 0 {
		return open, nil
	}
	all := s.Symbols(o)
	for _, size := range triedSizes {
		tried := func(of []absint.Symbol) []absint.Reason { return v.unmet(s, o, when, of, size) }
		unmet = tried(open)
		if len(unmet) == 0 {
			return open, nil
		}
		if len(tried(all)) > 0 {
			continue
		}
		for i := 0; i < len(all) && len(all) <= mostVariables; { // as few as suffice
			if less := slices.Delete(slices.Clone(all), i, i+1); !slices.Contains(open, all[i]) && len(tried(less)) == 0 {
				all = less
			} else {
				i++
			}
		}
		return all, nil
	}
	return open, unmet
}

// unmet returns the conditions of an outcome that do not hold everywhere where some sizes are at most size.
func (v *Evaluation) unmet(s *absint.Summary, o absint.Outcome, when []spec.Predicate, sizes []absint.Symbol, size float64) []absint.Reason {
	d := s.Domain(o, func(m *classfile.Method, name string) (float64, string, bool) {
		if slices.ContainsFunc(sizes, func(sym absint.Symbol) bool { return sym.Name == name }) {
			return size, "", true
		}
		if v.Assume == nil {
			return 0, "", false
		}
		return v.Assume(m, name)
	}, when...)
	return d.Unmet(o)
}

// ProvedWith reports whether the budget of a claim is proved with other assumptions of sizes than the engine's.
func (v *Evaluation) ProvedWith(c Claim, assume absint.Assume) bool {
	s, names := v.Summary(c.Method), v.names(c).WithMembers()
	terms, why := newBudgetReader(names, c.Budget).read()
	if why != "" || s.Err() != nil {
		return false
	}
	var when []spec.Predicate
	if c.Budget.When != nil {
		when = append(when, c.Budget.When)
	}
	for _, device := range v.devices {
		e := v.excessOn(s, names, c.Method, device, terms, v.confidence(c), assume, when)
		if len(e.worst.Reasons)+len(e.over)+len(e.open) > 0 || !(e.excess.Hi <= 0) {
			return false
		}
	}
	return true
}

// sizeKey leaves out the calls that a size comes from: rows(rows) of "find: rows(rows)".
func sizeKey(name string) string {
	if i := strings.LastIndex(name, ": "); i >= 0 {
		return name[i+len(": "):]
	}
	return name
}

// callKey returns the calls of the same class: Iterator.* of Iterator.next(). A constructor is alone.
func callKey(name string) string {
	if i := strings.IndexByte(name, '.'); i >= 0 && i < strings.IndexByte(name, '(') {
		return name[:i] + ".*"
	}
	return name
}

// BudgetFormula writes a budget that a method keeps for all sizes: each term of its worst case at the engine's confidence, the
// costliest of the devices, with a margin on top, rounded up to two digits. It is empty where the worst case has no formula, or
// one with calls in it. conditions are those under which the formula holds.
func (v *Evaluation) BudgetFormula(m *classfile.Method, margin float64) (text string, conditions []string) {
	terms, ok := v.boundTerms(m, objectiveKey{confidence: v.Confidence, upper: true}, v.Terms)
	if !ok {
		return "", nil
	}
	var parts []summand
	for _, t := range terms {
		if len(t.Calls) > 0 {
			return "", nil
		}
		if t.joules > 0 {
			t.joules *= 1 + margin
		}
		s := summand{t.joules < 0, v.Model.Unit().Format(math.Abs(RoundedUp(t.joules)))}
		if t.Factor != "" {
			s.text += " * " + t.Factor
		}
		parts = append(parts, s)
	}
	return sum(parts), v.formulaConditions(m, v.Confidence)
}

// formulaConditions are those under which the bound of a method holds, on any of the devices.
func (v *Evaluation) formulaConditions(m *classfile.Method, confidence float64) []string {
	var out []string
	for _, device := range v.devices {
		o := v.outcome(m, objectiveKey{device: device, confidence: confidence, upper: true})
		for _, c := range absint.ConditionTexts(o.Conditions) {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// RoundedUp returns the least number with two significant digits that is not below x.
func RoundedUp(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1)
	n := math.Ceil(x/unit - 1e-9)
	if y := n * unit; y >= x {
		return y
	}
	return (n + 1) * unit
}
