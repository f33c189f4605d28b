package absint

// joined is the worst (or best) of what a call can run.
type joined struct {
	p     *Program
	v     int
	site  *callSite
	e     *evaluator
	out   Outcome
	n     int
	named bool // the call may become a symbol
	open  bool // it does
	known bool // no matter what, it does not
	// assumes says that something is assumed of calls that nothing prices: such a call costs as much as what else can
	// run, at least.
	assumes bool
}

// add takes in what the call can run. stop says that nothing else matters.
func (j *joined) add(o Outcome) (stop bool) {
	if j.named && !j.known && (len(o.Reasons) > 0 || j.n > 0 && (o.Poly.hasCalls() || j.out.Poly.hasCalls())) {
		j.open = true
		return !j.assumes
	}
	if j.n++; j.n == 1 {
		j.out = o
	} else {
		j.out = j.e.either(j.out, o)
	}
	return false
}

func (j *joined) outcome(obj Objective) Outcome {
	if !j.open && obj.namesCalls() && len(j.out.Reasons) == 0 && j.out.Poly.tooMany() {
		j.open = true
	}
	if !j.open {
		return j.out
	}
	o := j.p.symbol(j.v, j.p.sums[j.v].callSymbol(j.site))
	if j.assumes && j.n > 0 {
		o = j.e.either(o, j.out)
	}
	return o
}
