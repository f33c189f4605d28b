package absint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// instantiate puts the caller's sizes in the place of the callee's symbols.
// In an upper objective, what the cost only grows with may be replaced by a bound. name is the callee's, required what
// its precondition asks for.
func (s *Summary) instantiate(o Outcome, arg func(param int) (ssa.ID, bool), site *callSite, name string, required []Condition, upper bool) Outcome {
	out := Outcome{Reasons: o.Reasons, Assumptions: o.Assumptions, Joined: o.Joined}
	if len(out.Reasons) > 0 {
		out.Reasons = slices.Clone(out.Reasons)
	}
	var conds []Condition
	why := ""
	sub := func(a *atom) (Size, bool) {
		if a.kind != symbolAtom {
			return Size{}, false
		}
		q := s.argumentSize(a.symbol, name, arg)
		if (!q.ok() || !s.indicesReach(q.size, site.value)) && upper && o.increasesIn(a.key) {
			q = s.argumentBound(a.symbol, q, arg)
		}
		if !q.ok() {
			if why == "" {
				why = q.why
			}
			return badSize, true
		}
		if !s.indicesReach(q.size, site.value) {
			if why == "" {
				why = "an argument is a value that an earlier loop leaves"
			}
			return badSize, true
		}
		conds = union(conds, q.conds)
		return q.size, true
	}
	poly, bad := o.Poly.mapVectors(calleeVector).substitute(sub)
	if bad {
		out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its cost depends on a size that is not known here: "+why)})
		return out
	}
	// The callee could not know that an argument is never negative: the index of a loop around the call, say. Sums over
	// the index are exact then.
	out.Poly = s.m.ranges.decidePoly(poly)
	for _, c := range append(required, o.Conditions...) {
		size := c.Size.substitute(sub)
		if size.bad {
			out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its bound holds under a condition on a size that is not known here: "+why)})
			return out
		}
		out.Conditions = s.m.require(out.Conditions, Condition{Size: size, Lo: c.Lo, Hi: c.Hi, Requires: c.Requires})
	}
	out.Conditions = union(out.Conditions, conds)
	return out
}

// required is what the method's precondition asks of its callers.
func (s *Summary) required() []Condition {
	if s.m == nil {
		return nil
	}
	return s.m.required[:len(s.m.required):len(s.m.required)]
}

// calleeVector drops what counts in the callee's own frame only.
func calleeVector(v Vector) Vector {
	i := slices.IndexFunc(v, func(c pattern.Count) bool { return c.ID >= ownInstructions })
	if i < 0 {
		return v
	}
	out := slices.Clone(v[:i])
	for _, c := range v[i:] {
		if c.ID == totalInstructions || c.ID >= firstChoice {
			out = append(out, c)
		}
	}
	return out
}

// indicesReach says whether all loop indices in a size belong to loops around the value that it is used by.
func (s *Summary) indicesReach(size Size, at ssa.ID) bool {
	b := int(s.m.f.Values[at].Block)
	ok := true
	size.eachAtom(func(a *atom) {
		if a.kind == indexAtom {
			ok = ok && s.m.g.InLoop(b, a.loop)
		}
	})
	return ok
}

// argumentSize is a callee's symbol at a call site: its path starts from a parameter, which is an argument here.
func (s *Summary) argumentSize(sym Symbol, name string, arg func(int) (ssa.ID, bool)) quantity {
	if sym.isLargest() { // its largest value in any call: the caller has no other name for it
		if !strings.Contains(sym.Name, ": ") {
			sym.Name = name + ": " + sym.Name
		}
		return quantity{size: SymbolSize(sym)}
	}
	path, isLength := strings.CutPrefix(sym.Path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, rest, deeper := strings.Cut(path, ".")
	if len(root) < 2 || root[0] != 'p' {
		return quantity{size: SymbolSize(sym)} // a static field is the same everywhere
	}
	i, err := strconv.Atoi(root[1:])
	if err != nil {
		return quantity{size: SymbolSize(sym)}
	}
	v, ok := arg(i)
	if !ok {
		return unknownQuantity("%s is not known", sym.Name)
	}
	if !deeper {
		if !isLength {
			return s.m.valueOf(v)
		}
		if strings.HasSuffix(sym.Name, "()") {
			return s.m.stringLength(v)
		}
		return s.m.length(v, 0)
	}
	p, name := s.m.path(v, 0)
	if p == "" {
		return unknownQuantity("%s of the argument %s is not known", rest, s.m.describe(v))
	}
	_, tail, _ := strings.Cut(sym.Name, ".")
	out := sym
	out.Path, out.Name = p+"."+rest, name+"."+tail
	if isLength {
		out.Path = "len(" + out.Path + ")"
	}
	return quantity{size: SymbolSize(out)}
}

// stringLength is the number of chars of a string.
func (m *method) stringLength(v ssa.ID) quantity {
	if str, ok := m.f.StringConstant(v); ok {
		return quantity{size: Const(utf16Length(str))}
	}
	if path, name := m.path(v, 0); path != "" {
		return quantity{size: SymbolSize(Symbol{Path: "len(" + path + ")", Name: name + ".length()", Max: maxLength})}
	}
	return unknownQuantity("the length of %s is not known", m.describe(v))
}
