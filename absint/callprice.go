package absint

// CallPrice says how the cost of one call of a method came about.
type CallPrice uint8

// What is known of a call's cost, the best first.
const (
	AnalysedCall   CallPrice = iota // all that it can run is analysed code with a cost
	ModelledCall                    // a library model prices it, or a part of what it can run
	IncompleteCall                  // it runs analysed code that makes calls without a price
	UnboundedCall                   // it runs a loop or a recursion without a bound
	UnpricedCall                    // what it runs is not known, or has no model
	NumCallPrices
)

// CallPrices returns how the calls of the method at index were priced, in block and code order. done are the outcomes
// of Evaluate with the objective, an upper one.
func (p *Program) CallPrices(index int, obj Objective, done []Outcome) []CallPrice {
	s := p.sums[index]
	if s.err != nil {
		return nil
	}
	obj = obj.prepared()
	var out []CallPrice
	for _, b := range s.m.g.RPO {
		for i := range s.calls[b] {
			site := &s.calls[b][i]
			out = append(out, s.priceOf(site, p.callOutcome(index, site, obj, done)))
		}
	}
	return out
}

func (s *Summary) priceOf(site *callSite, o Outcome) CallPrice {
	price := AnalysedCall
	if site.library || len(site.stated) > 0 {
		price = ModelledCall
	}
	for _, r := range o.Reasons {
		switch {
		case r.Unpriced == "":
			price = max(price, UnboundedCall)
		case r.Method == s.name() && r.Line == site.line && r.Unpriced == site.member.String():
			price = max(price, UnpricedCall)
		default:
			price = max(price, IncompleteCall)
		}
	}
	return price
}
