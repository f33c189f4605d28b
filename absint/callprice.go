package absint

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// What is known of a call's cost, the best first.
const (
	AnalysedCall   cost.CallPrice = iota // all that it can run is analysed code with a cost
	ModelledCall                         // a library model prices it, or a part of what it can run
	SymbolCall                           // it depends on an object that is not known: it is a symbol of the cost
	IncompleteCall                       // it runs analysed code that makes calls without a price
	UnboundedCall                        // it runs a loop or a recursion without a bound
	UnpricedCall                         // what it runs is not known, or has no model
	NumCallPrices
	notPriced = NumCallPrices // its block was not evaluated
)

// CallPriceNames are the names of the prices of calls, by CallPrice.
var CallPriceNames = [NumCallPrices]string{"analysed", "modelled", "symbolic", "incomplete", "unbounded", "unpriced"}

// CallTargets is a call of a method and what it can run.
type CallTargets struct {
	Line    int
	Depth   int                 // how many loops of the method it is in
	Member  classfile.Member    // as the call names it
	Targets []*classfile.Method // analysed methods, callbacks included; one may occur twice
	Throws  bool                // the method can only throw after it, though other calls of the method return
}

// CallsOf returns the calls of a method, in the order of Pass.Prices.
func (a *Analyzer) CallsOf(s *Summary) []CallTargets {
	if s.Err() != nil {
		return nil
	}
	out := make([]CallTargets, 0, s.Sites)
	for _, b := range s.M.CFG.RPO {
		for i := range s.Calls[b] {
			site := &s.Calls[b][i]
			c := CallTargets{Line: site.Line, Depth: s.depth(int(b)), Member: site.Member, Throws: s.M.Live[0] && !s.M.Live[b]}
			site.EachCallee(a.Resolver, nil, func(m *classfile.Method) { c.Targets = append(c.Targets, m) })
			out = append(out, c)
		}
	}
	return out
}

// depth returns how many loops a block is in.
func (s *Summary) depth(block int) int {
	if l := s.M.CFG.Blocks[block].Loop; l >= 0 {
		return int(s.M.CFG.Loops[l].Depth)
	}
	return 0
}

// DepthBetween returns how many loops the innermost code of a range of bytecode offsets is in.
func (s *Summary) DepthBetween(from, to int) int {
	deepest := 0
	if s.Err() != nil {
		return 0
	}
	blocks := s.M.CFG.Blocks
	first, _ := slices.BinarySearchFunc(blocks, from, func(b cfg.Block, pc int) int { return cmp.Compare(b.End, pc+1) })
	for b := first; b < len(blocks) && blocks[b].Start < to; b++ {
		deepest = max(deepest, s.depth(b))
	}
	return deepest
}

// PriceOf returns how a call by method v is priced, of which o is the cost.
func PriceOf(p *interproc.Program, v int, site *callees.CallSite, o cost.Outcome) cost.CallPrice {
	s := p.Sums[v]
	if ids := o.Poly.Calls(); len(ids) == 1 && p.A.Calls.Call(ids[0]) == interproc.CallSymbol(s, site) {
		return SymbolCall
	}
	price := AnalysedCall
	if site.Library || len(site.Stated) > 0 {
		price = ModelledCall
	}
	for _, r := range o.Reasons {
		switch {
		case r.Unpriced == "":
			price = max(price, UnboundedCall)
		case r.Method == s.Name() && r.Line == site.Line && r.Unpriced == site.Member.String():
			price = max(price, UnpricedCall)
		default:
			price = max(price, IncompleteCall)
		}
	}
	return price
}
