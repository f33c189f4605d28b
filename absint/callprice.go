package absint

// CallPrice says how the cost of one call of a method came about.
type CallPrice uint8

// What is known of a call's cost, the best first.
const (
	AnalysedCall   CallPrice = iota // all that it can run is analysed code with a cost
	ModelledCall                    // a library model prices it, or a part of what it can run
	SymbolCall                      // it depends on an object that is not known: it is a symbol of the cost
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
			o := p.callOutcome(index, site, obj, done)
			if ids := o.Poly.calls(); len(ids) == 1 && p.a.calls.call(ids[0]) == s.callSymbol(site) {
				out = append(out, SymbolCall)
				continue
			}
			out = append(out, s.priceOf(site, o))
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
