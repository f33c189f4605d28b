package energy

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
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
}

// Settleable reports whether assumptions of the facts give the method a number.
func (n Needs) Settleable() bool { return len(n.Facts) > 0 && len(n.Reasons) == 0 }

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

// Needs returns what the worst case of a method at a confidence lacks, on any of the devices.
func (v *Evaluation) Needs(m *classfile.Method, confidence float64) Needs {
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
		d := s.Domain(o, v.Assume)
		for _, sym := range d.Open {
			add(Fact{Name: sym.Name, Key: sizeKey(sym.Name)})
		}
		for _, c := range s.CallSymbols(o) {
			any := absint.AnyObject(c).Name
			add(Fact{Name: c.Name, Key: callKey(any), Any: any, Call: true})
		}
	}
	slices.SortFunc(n.Facts, func(a, b Fact) int { return strings.Compare(a.Name, b.Name) })
	return n
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
