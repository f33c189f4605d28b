package absint

import "slices"

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
	notPriced = NumCallPrices // its block was not evaluated
)

// EvaluateCalls is Evaluate with an upper objective, and with how the calls of each method were priced, in block and code
// order.
func (p *Program) EvaluateCalls(obj Objective) (done []Outcome, prices [][]CallPrice) {
	prices = make([][]CallPrice, len(p.methods))
	for i, s := range p.sums {
		prices[i] = slices.Repeat([]CallPrice{notPriced}, s.sites)
	}
	obj.shared = &sharedCosts{prices: prices}
	done = p.Evaluate(obj)
	parallel(len(p.methods), p.a.Jobs, func(v int) {
		if s := p.sums[v]; slices.Contains(prices[v], notPriced) { // on no path, or in a recursion, which is evaluated otherwise
			for site := range s.allCalls() {
				if prices[v][site.number] == notPriced {
					prices[v][site.number] = p.priceOf(v, site, p.callOutcome(v, site, obj, done))
				}
			}
		}
	})
	return done, prices
}

func (p *program) priceOf(v int, site *callSite, o Outcome) CallPrice {
	s := p.sums[v]
	if ids := o.Poly.calls(); len(ids) == 1 && p.a.calls.call(ids[0]) == s.callSymbol(site) {
		return SymbolCall
	}
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
