package cost

import (
	"maps"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/stated"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
)

// Names gives the names in budgets of one method their meaning: sizes and calls of its cost, its parameters, and sizes that its
// specification declares but its cost does not depend on. A name that several symbols of the cost have is their maximum.
type Names struct {
	s       *Summary
	symbols map[string][]expr.Symbol
	calls   map[string][]pattern.ID
	members map[string][]expr.Symbol // by their second names: sizes that are the same at the beginning of the method
	places  map[string][]expr.Symbol // by their second names: sizes at one place
	used    map[string]bool          // second names that were asked for
	// precondition is set for names that mean what the method's caller knows by them: items.size() is that of the field, though
	// a variable of the method may have the same name.
	precondition bool
}

// Precondition returns the names as those of a precondition.
func (n *Names) Precondition() *Names {
	out := *n
	out.precondition = true
	return &out
}

// Names returns the names that the outcomes give a meaning, such as those of one method on several devices.
func (s *Summary) Names(outcomes ...Outcome) *Names {
	n := &Names{s: s, symbols: map[string][]expr.Symbol{}, calls: map[string][]pattern.ID{}, members: map[string][]expr.Symbol{}, places: map[string][]expr.Symbol{}, used: map[string]bool{}}
	if s.Failure != nil {
		return n
	}
	for _, o := range outcomes {
		for _, sym := range s.Symbols(o) {
			name := plainName(sym.Name)
			n.symbols[name] = expr.SortSymbols(append(n.symbols[name], sym))
		}
		for _, id := range o.Poly.Calls() {
			name := plainName(s.CallTable.Call(id).Name)
			if !slices.Contains(n.calls[name], id) {
				n.calls[name] = append(n.calls[name], id)
			}
		}
	}
	for _, ids := range n.calls {
		s.CallTable.Sorted(ids)
	}
	n.addMembers()
	return n
}

// Err returns the error for which the method could not be analysed, nil if it could.
func (n *Names) Err() error { return n.s.Failure }

// plainName writes a name as an expression of a specification has it after parsing.
func plainName(name string) string {
	if e, err := spec.ParseExpr(name); err == nil {
		if s, ok := e.(spec.Symbol); ok {
			return s.Name
		}
	}
	return name
}

// All returns the names of the sizes and calls of the cost, sorted.
func (n *Names) All() []string {
	var out []string
	for name := range n.symbols {
		out = append(out, name)
	}
	for name := range n.calls {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Has reports whether the cost depends on a size or call of that name.
func (n *Names) Has(name string) bool {
	return len(n.symbols[name])+len(n.calls[name])+len(n.second(name)) > 0
}

// namedPath is the path of the maximum of the symbols with one name, or of a size that the cost does not depend on.
func namedPath(name string) string { return "~named:" + name }

// Symbol returns the symbol that a name means. declared reports whether the specification declares the name.
func (n *Names) Symbol(sym spec.Symbol, declared bool) (expr.Symbol, bool) {
	spellings := []string{sym.Written, sym.Name}
	if n.precondition {
		spellings = spellings[1:]
	}
	for _, name := range spellings {
		if syms := n.symbols[name]; len(syms) > 0 {
			return maximum(name, syms), true
		}
	}
	if n.s.Failure != nil {
		return expr.Symbol{}, false
	}
	if s, ok := stated.NamedSymbol(n.s.M, sym.Name); ok {
		return s, true
	}
	for _, name := range spellings {
		if syms := n.second(name); len(syms) > 0 {
			n.used[name] = true
			return maximum(name, syms), true
		}
	}
	if !declared {
		return expr.Symbol{}, false
	}
	out := expr.Symbol{Path: namedPath(sym.Name), Name: sym.Name, Min: math.MinInt64, Max: math.MaxInt64}
	if spec.IsSizeName(sym.Name) {
		out.Min, out.Max = 0, symval.MaxLength
	}
	return out, true
}

// maximum returns the symbol of the maximum of the symbols with one name.
func maximum(name string, syms []expr.Symbol) expr.Symbol {
	out := syms[0]
	for _, s := range syms[1:] {
		out.Path, out.Min, out.Max = namedPath(name), math.Max(out.Min, s.Min), math.Max(out.Max, s.Max)
	}
	return out
}

// Size returns the size that an expression without a dimension means; ok is false where a part of it has no meaning as a size.
func (n *Names) Size(e spec.Expr, declared func(name string) bool) (size expr.Size, ok bool) {
	if n.s.Failure != nil {
		return expr.TopSize, false
	}
	size = stated.SizeOf(e, func(sym spec.Symbol) expr.Size {
		if s, ok := n.Symbol(sym, declared(sym.Name)); ok {
			return expr.SymbolSize(s)
		}
		return expr.TopSize
	}, func(s expr.Size) bool { return n.s.M.NonNegative(s, code.NoBlock) })
	return size, !size.Top
}

// Call returns the calls whose costliest a name means.
func (n *Names) Call(name string) []pattern.ID { return n.calls[name] }

// Unify replaces the symbols of each name that several symbols have by their maximum, in a cost under weights and in its domain.
// A name whose symbols the cost does not grow with keeps them. Sound because a cost that grows with symbols is at most that of
// their maximum.
func (n *Names) Unify(o Outcome, d Domain, weights []float64) (Outcome, Domain) {
	to := map[string]expr.Size{}
	for name, syms := range n.several() {
		if slices.ContainsFunc(syms, func(s expr.Symbol) bool {
			return o.Poly.Direction(expr.SymbolKey(s.Path), weights) != expr.Growing
		}) {
			continue
		}
		one := maximum(name, syms)
		x := d.Ranges.Symbol(syms[0])
		for _, s := range syms[1:] {
			y := d.Ranges.Symbol(s)
			x = expr.Interval{Lo: math.Max(x.Lo, y.Lo), Hi: math.Max(x.Hi, y.Hi)}
		}
		for _, s := range syms {
			to[s.Path] = expr.SymbolSize(one)
		}
		d.Ranges.Symbols[one.Path] = x
	}
	if len(to) == 0 {
		return o, d
	}
	poly, bad := o.Poly.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		s, ok := to[a.Symbol.Path]
		return s, ok && a.Kind == expr.SymbolAtom
	})
	if !bad {
		o.Poly = poly
	}
	return o, d
}

// several returns the names that several sizes have, with these.
func (n *Names) several() map[string][]expr.Symbol {
	out := maps.Clone(n.symbols)
	for name := range n.used {
		out[name] = n.second(name)
	}
	maps.DeleteFunc(out, func(_ string, syms []expr.Symbol) bool { return len(syms) < 2 })
	return out
}

// Agree reports whether the sizes that have one name have one value at a point: who reads a name knows of one value.
func (n *Names) Agree(at Domain) bool {
	for name, syms := range n.several() {
		named := at.Ranges.Symbol(maximum(name, syms))
		if slices.ContainsFunc(syms, func(s expr.Symbol) bool {
			x := at.Ranges.Symbol(s)
			return named.Lo == named.Hi && x.Lo == x.Hi && x != named
		}) {
			return false
		}
	}
	return true
}
