package absint

import "fmt"

// maxCostTerms bounds the terms of a method's cost. Nobody reads a longer formula, and all callers would carry it on.
const maxCostTerms = 256

// maxConditions bounds the conditions of a method's cost: a call passes on all that do not hold at once, and a method that calls
// another twice would have twice as many.
const maxConditions = 64

// maxConditionAtoms bounds the sizes that all conditions of a cost mention together.
const maxConditionAtoms = 1024

// tooManyConditions reports whether conditions are too many, or too large, to be passed on to callers.
func tooManyConditions(conds []Condition) bool {
	atoms := 0
	for _, c := range conds {
		atoms += c.Size.weight()
	}
	return len(conds) > maxConditions || atoms > maxConditionAtoms
}

// withinTerms gives up on a cost that is too large an expression, or that holds under conditions that are too many or that no
// arguments satisfy: nothing is known of it then.
func (p *program) withinTerms(v int32, o Outcome, obj Objective) Outcome {
	o = o.exact(obj, p.sums[v]).unrefuted(obj, p.sums[v], nil)
	if n := len(o.Poly.terms); obj.Upper && n > maxCostTerms {
		why := Reason{Text: fmt.Sprintf("its cost "+tooLarge+", with %d terms", n), Method: p.sums[v].name()}
		return Outcome{Reasons: unionReasons(o.Reasons, []Reason{why}), open: true, recurs: o.recurs}
	}
	if tooManyConditions(o.Conditions) {
		if !obj.Upper {
			return obj.leftOut()
		}
		why := Reason{Text: fmt.Sprintf("its cost "+tooLarge+", with %d conditions", len(o.Conditions)), Method: p.sums[v].name()}
		return Outcome{Reasons: unionReasons(o.Reasons, []Reason{why}), open: true, recurs: o.recurs}
	}
	return o
}
