package symval

import "github.com/energylint/energylint/absint/internal/expr"

// String returns the bound for people, with the conditions under which it holds, or why there is none.
func (b Bound) String() string {
	if b.Why != "" {
		return "no bound: " + b.Why
	}
	return "at most " + b.Upper.String() + " iterations" + expr.Provided(b.Conds)
}

func (a ProverAnswer) String() string {
	return a.Prover + ": " + Bound{Upper: a.Bound, Why: a.Why}.String()
}

// String returns what is known of the loop's iterations for people.
func (l *Loop) String() string {
	if l.Exact && len(l.Conds) == 0 && !l.Upper.Top {
		return "exactly " + l.Upper.String() + " iterations"
	}
	return Bound{Upper: l.Upper, Conds: l.Conds, Why: l.Why}.String()
}
