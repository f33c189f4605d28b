package recursion

// Exhaust takes all the work that the proofs over cases may do.
func (r *Recursion) Exhaust() { r.work = maxCaseWork + 1 }
