package energy

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

// maxVisited is in how many methods the place is looked for that lacks a bound.
const maxVisited = 200

// Lacking returns the place of the loop or call that lacks the bound or the price because of which a method's worst case has no
// number: in the method, or in an analysed method that it calls. ok is false where none is known. It looks at several methods, so
// it must not be called while another goroutine looks at one.
func (v *Evaluation) Lacking(m *classfile.Method, confidence float64) (place finding.Location, ok bool) {
	s := v.Summary(m)
	if s.Err() != nil {
		return place, false
	}
	for _, device := range v.devices {
		o := v.outcome(m, objectiveKey{device: device, confidence: confidence, upper: true})
		for _, r := range o.Reasons {
			if in := v.method(m, r.Method); in != nil && r.Line > 0 {
				return v.at(in, r.Line), true
			}
		}
		for _, sym := range s.Domain(o, v.Assume).Open {
			if in, line := v.openLoop(m, sym.Name); in != nil {
				return v.at(in, line), true
			}
		}
		called := map[classfile.Member]bool{}
		for _, c := range s.CallSymbols(o) {
			c.Member.Interface = false
			called[c.Member] = true
		}
		if in, line := v.callOf(m, called); in != nil {
			return v.at(in, line), true
		}
	}
	return place, false
}

// at is a line of a method.
func (v *Evaluation) at(m *classfile.Method, line int) finding.Location {
	l := v.Location(m)
	l.Line = line
	return l
}

// method returns the method of a name that a call of m can run, nil for one that is not analysed.
func (v *Evaluation) method(m *classfile.Method, name string) (found *classfile.Method) {
	v.visit(m, func(n *classfile.Method, _ []absint.CallTargets) bool {
		if absint.MethodName(n) == name {
			found = n
		}
		return found == nil
	})
	return found
}

// openLoop returns the first loop without a number of iterations whose bound has a size in it, else the first without one.
func (v *Evaluation) openLoop(m *classfile.Method, size string) (in *classfile.Method, line int) {
	var first *classfile.Method
	firstLine := 0
	key := sizeKey(size)
	v.visit(m, func(n *classfile.Method, _ []absint.CallTargets) bool {
		for _, l := range v.Summary(n).Loops(v.Assume) {
			switch {
			case !math.IsInf(l.Max, 1) || l.Line == 0:
			case strings.Contains(l.Bound, key):
				in, line = n, l.Line
				return false
			case first == nil:
				first, firstLine = n, l.Line
			}
		}
		return true
	})
	if in == nil {
		return first, firstLine
	}
	return in, line
}

// callOf returns the first line of the first method that calls one of some methods.
func (v *Evaluation) callOf(m *classfile.Method, called map[classfile.Member]bool) (in *classfile.Method, line int) {
	v.visit(m, func(n *classfile.Method, calls []absint.CallTargets) bool {
		for _, c := range calls {
			if c.Member.Interface = false; called[c.Member] && c.Line > 0 && (in == nil || c.Line < line) {
				in, line = n, c.Line
			}
		}
		return in == nil
	})
	return in, line
}

// visit calls f with a method and the analysed methods that its calls can run, breadth first, until f returns false.
func (v *Evaluation) visit(m *classfile.Method, f func(m *classfile.Method, calls []absint.CallTargets) bool) {
	seen := map[*classfile.Method]bool{m: true}
	for work := []*classfile.Method{m}; len(work) > 0; {
		n := work[0]
		work = work[1:]
		calls := v.CallsOf(v.Summary(n))
		if !f(n, calls) {
			return
		}
		for _, c := range calls {
			for _, t := range c.Targets {
				if !seen[t] && len(seen) < maxVisited && v.Program.Analysed(t.Class.Name) && t.HasCode() {
					seen[t] = true
					work = append(work, t)
				}
			}
		}
	}
}
