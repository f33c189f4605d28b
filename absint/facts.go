package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/ssa"
)

// Facts are what is written about a method besides its code: preconditions, loop bounds, a recursion measure.
type Facts struct {
	Requires   []spec.Predicate
	Loops      []LoopFact
	MeasuredBy MeasureFact
	Origin     string // where they are written, for people
}

// MeasureFact is a measured_by: a quantity at the start of a call that gets smaller with every call by which the method
// recurs, and is never negative.
type MeasureFact struct {
	Expr   spec.Expr // nil for none
	Origin string
}

// LoopFact is a loop_bound (at most so many iterations) or a variant (decreases: a quantity that gets smaller in
// every iteration and cannot be negative), written at a loop.
type LoopFact struct {
	Line    int  // of the loop, as in the line table; 0 where Ordinal counts instead
	Ordinal int  // from 1: the method's loops in code order
	Variant bool // Expr decreases, else it bounds the iterations
	Expr    spec.Expr
	Origin  string
	Written spec.Origin
}

// Contradiction is a bound written at a loop that the loop provably exceeds whenever it runs to its end.
type Contradiction struct {
	Line    int  // of the loop
	Written Size // iterations at most, as written
	Runs    Size // iterations, as proved
	Origin  spec.Origin
}

// Contradictions are the written bounds that are wrong. They bound nothing.
func (s *Summary) Contradictions() []Contradiction {
	if s.m == nil {
		return nil
	}
	return slices.Clone(s.m.contradictions)
}

// applyRequires takes the intervals of preconditions over as ranges of symbols.
func (m *method) applyRequires() {
	if len(m.facts.Requires) == 0 {
		return
	}
	fs := spec.FactsOf(m.facts.Requires...)
	m.ranges.symbols = map[string]Range{}
	defer func() {
		slices.SortFunc(m.required, func(a, b Condition) int { return strings.Compare(a.Size.key(), b.Size.key()) })
	}()
	for name, iv := range fs.Intervals {
		if s, ok := m.namedSymbol(name); ok {
			m.ranges.symbols[s.Path] = Range{iv.Lo, iv.Hi}
			m.required = append(m.required, Condition{Size: SymbolSize(s), Lo: iv.Lo, Hi: iv.Hi, Requires: MethodName(m.f.Method)})
		}
	}
}

// namedSymbol finds the symbol that a specification calls name: a parameter, the length of an array parameter, or
// of a string parameter.
func (m *method) namedSymbol(name string) (Symbol, bool) {
	_, s, ok := m.namedParam(name)
	return s, ok
}

// namedParam is the parameter as well.
func (m *method) namedParam(name string) (ssa.ID, Symbol, bool) {
	for _, p := range m.f.Params {
		n := m.f.Name(p)
		if n == "" {
			continue
		}
		switch t := m.f.Values[p].Type; {
		case n == name && (t == 'i' || t == 'l'):
			return p, m.paramSymbol(p), true
		case t == 'a' && (name == n+".length" || name == n+".length()"):
			return p, Symbol{Path: "len(p" + fmt.Sprint(m.paramIndex(p)) + ")", Name: name, Max: maxLength}, true
		}
	}
	return 0, Symbol{}, false
}

// applyLoopFacts uses what is written at the loop: a bound or a variant, where it is better than what was found.
func (m *method) applyLoopFacts(l int) {
	info := &m.loops[l]
	for _, fact := range m.facts.Loops {
		if !m.isAt(l, fact) {
			continue
		}
		n := m.sizeOfExpr(fact.Expr, l)
		if n.bad {
			continue
		}
		if fact.Variant { // from its value on entry down to zero, and once more for the last iteration
			n = n.AddInt(1)
		}
		n = m.clamp(n, m.g.Loops[l].Header)
		bound := math.Inf(1)
		if v, ok := n.Int(); ok {
			bound = float64(v)
		}
		if !info.upper.bad && len(info.conds) == 0 {
			if info.exact && m.ranges.size(n.Sub(info.lower)).Hi < 0 {
				m.contradictions = append(m.contradictions, Contradiction{m.loopLine(l), n, info.lower, fact.Written})
				continue
			}
			if n = Min(n, info.upper); n.Equal(info.upper) {
				continue // what is proved is at least as good
			}
			info.exact = false
		} else {
			info.conds, info.exact, info.lower = nil, false, Size{}
		}
		info.upper, info.why, info.tests = n, "", nil
		info.assumptions = append(info.assumptions, Assumption{Symbol: fmt.Sprintf("iterations of the loop at %s of %s", m.place(l), m.f.Method.Name), Max: bound, Origin: fact.Origin})
	}
}

// isAt says whether a fact is one of loop l: of loops that begin at one line, it may be of any, and is of none.
func (m *method) isAt(l int, fact LoopFact) bool {
	if fact.Line == 0 {
		return fact.Ordinal == l+1
	}
	for other := range m.loops {
		if m.beginsAt(other, fact) != (other == l) {
			return false
		}
	}
	return true
}

// beginsAt says whether a loop begins at the line of a fact.
func (m *method) beginsAt(l int, fact LoopFact) bool {
	// The line of the loop statement is that of its test or of its first instruction.
	lo, hi := math.MaxInt, 0
	for _, b := range m.g.Loops[l].Blocks {
		if int(m.g.Blocks[b].Loop) != l {
			continue
		}
		for pc := m.g.Blocks[b].Start; pc < m.g.Blocks[b].End; pc = m.g.Code.Next(pc) {
			if n := m.line(pc); n > 0 {
				lo, hi = min(lo, n), max(hi, n)
			}
		}
	}
	if fact.Line < lo || fact.Line > hi {
		return false
	}
	return fact.Line == lo || m.loopLine(l) == fact.Line
}

// sizeOfExpr converts a specification's expression; names are variables on entry to loop l. It is bad where a
// name means nothing.
func (m *method) sizeOfExpr(e spec.Expr, l int) Size {
	switch e := e.(type) {
	case spec.Number:
		if e.Value != math.Trunc(e.Value) || math.Abs(e.Value) > 1<<53 {
			return badSize
		}
		return Const(int64(e.Value))
	case spec.Symbol:
		return m.namedSize(e.Name, l)
	case spec.Neg:
		return m.sizeOfExpr(e.X, l).Scale(-1)
	case spec.Binary:
		x, y := m.sizeOfExpr(e.X, l), m.sizeOfExpr(e.Y, l)
		switch e.Op {
		case '+':
			return x.Add(y)
		case '-':
			return x.Sub(y)
		case '*':
			return x.Mul(y)
		case '/':
			if k, ok := y.Int(); ok && k > 0 && m.nonNegative(x, anywhere) {
				return x.FloorDiv(k)
			}
		}
	case spec.Call:
		args := make([]Size, len(e.Args))
		for i, a := range e.Args {
			args[i] = m.sizeOfExpr(a, l)
		}
		switch {
		case e.Func == "min":
			return Min(args...)
		case e.Func == "max":
			return Max(args...)
		case e.Func == "log2" && len(args) == 1:
			return args[0].Log2()
		}
	}
	return badSize
}

// namedSize is what a name means: on entry to the method where l is -1, else on entry to loop l.
func (m *method) namedSize(name string, l int) Size {
	param, s, ok := m.namedParam(name)
	if l < 0 {
		if !ok {
			return badSize
		}
		return SymbolSize(s)
	}
	value := func(v ssa.ID) Size {
		if q := m.valueOf(v); q.ok() && len(q.conds) == 0 && m.indicesEnclose(q.size, l) {
			return q.size
		}
		return badSize
	}
	for _, v := range m.f.Body[m.g.Loops[l].Header] {
		if m.f.Values[v].Kind != ssa.Phi || m.f.Name(v) != name {
			continue
		}
		entries := badSize
		for i, a := range m.f.Args(v) {
			if m.comesRound(l, i) {
				continue
			}
			n := value(a)
			if !entries.bad && !entries.Equal(n) {
				return badSize // it is one of several
			}
			if entries = n; n.bad {
				return n
			}
		}
		return entries
	}
	if ok && m.holdsOnEntry(param, l) {
		return SymbolSize(s)
	}
	// Any other local variable.
	found := badSize
	for _, b := range m.g.RPO {
		for _, v := range m.f.Body[b] {
			if t := m.f.Values[v].Type; (t == 'i' || t == 'l') && m.f.Name(v) == name && m.holdsOnEntry(v, l) {
				if !found.bad {
					return badSize
				}
				found = value(v)
			}
		}
	}
	return found
}

// holdsOnEntry says whether a local variable surely still holds, on entry to loop l, the value that it got its name from:
// it is in scope there, and nothing is stored to it on any way from there.
func (m *method) holdsOnEntry(v ssa.ID, l int) bool {
	x, code, header := &m.f.Values[v], m.g.Code, m.g.Loops[l].Header
	slot, own := int(x.Aux), -1
	if x.Kind == ssa.Instr {
		if own = int(x.PC); x.Op != classfile.OpIinc {
			if own = code.Next(own); own >= len(code.Bytes) || !code.Op(own).IsStore() {
				return false
			}
		}
		slot, _ = code.Local(own)
		if m.f.Variable(slot, m.g.Blocks[header].Start) != m.f.Name(v) {
			return false
		}
	}
	if slot < 0 || x.Block == header && x.Kind != ssa.Param || !m.g.Dominators.Dominates(int(x.Block), int(header)) {
		return false
	}
	stop := x.Block // where the value comes anew
	if x.Kind == ssa.Param {
		stop = -1
	}
	between := m.before([]int32{header}, func(e *cfg.Edge) bool { return e.To != stop })
	for b, in := range between {
		for pc := m.g.Blocks[b].Start; in && pc < m.g.Blocks[b].End; pc = code.Next(pc) {
			if op := code.Op(pc); pc != own && (op.IsStore() || op == classfile.OpIinc) {
				if to, _ := code.Local(pc); to == slot {
					return false
				}
			}
		}
	}
	return true
}
