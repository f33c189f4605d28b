package stated

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/internal/ssa"
)

// Stated facts as sizes. Sound because a name that is ambiguous, or whose variable may have changed, has no meaning.

// ApplyRequires sets the ranges of symbols to the intervals of the preconditions.
func ApplyRequires(m *symval.Func) {
	if len(m.Facts.Requires) == 0 {
		return
	}
	fs := spec.FactsOf(m.Facts.Requires...)
	m.Env.Symbols = map[string]expr.Interval{}
	defer func() {
		slices.SortFunc(m.Required, func(a, b expr.Condition) int { return strings.Compare(a.Size.Key(), b.Size.Key()) })
	}()
	for name, iv := range fs.Intervals {
		if s, ok := NamedSymbol(m, name); ok {
			m.Env.Symbols[s.Path] = expr.Interval{Lo: iv.Lo, Hi: iv.Hi}
			m.Required = append(m.Required, expr.Condition{Size: expr.SymbolSize(s), Lo: iv.Lo, Hi: iv.Hi, Requires: progdb.MethodName(m.Fn.Method)})
		}
	}
}

// NamedSymbol returns the symbol with a name in a specification: a parameter, or the length of an array or string parameter.
func NamedSymbol(m *symval.Func, name string) (expr.Symbol, bool) {
	_, s, ok := namedParam(m, name)
	return s, ok
}

// namedParam is NamedSymbol with the parameter.
func namedParam(m *symval.Func, name string) (ssa.ID, expr.Symbol, bool) {
	for _, p := range m.Fn.Params {
		n := m.Fn.Name(p)
		if n == "" {
			continue
		}
		switch t := m.Fn.Values[p].Type; {
		case n == name && (t == 'i' || t == 'l'):
			return p, m.ParamSymbol(p), true
		case t == 'a' && (name == n+".length" || name == n+".length()"):
			return p, expr.Symbol{Path: "len(p" + fmt.Sprint(m.ParamIndex(p)) + ")", Name: name, Max: symval.MaxLength}, true
		}
	}
	return 0, expr.Symbol{}, false
}

// IsAt reports whether a fact is that of loop l. If several loops begin at its line, it is that of none.
func IsAt(m *symval.Func, l int, fact symval.LoopFact) bool {
	if fact.Line == 0 {
		return fact.Ordinal == l+1
	}
	for other := range m.Loops {
		if beginsAt(m, other, fact) != (other == l) {
			return false
		}
	}
	return true
}

// beginsAt reports whether a loop begins at the line of a fact.
func beginsAt(m *symval.Func, l int, fact symval.LoopFact) bool {
	// The line of a loop statement is that of its test or of its first instruction.
	lo, hi := math.MaxInt, 0
	for _, b := range m.CFG.Loops[l].Blocks {
		if int(m.CFG.Blocks[b].Loop) != l {
			continue
		}
		for pc := m.CFG.Blocks[b].Start; pc < m.CFG.Blocks[b].End; pc = m.CFG.Code.Next(pc) {
			if n := m.Line(pc); n > 0 {
				lo, hi = min(lo, n), max(hi, n)
			}
		}
	}
	if fact.Line < lo || fact.Line > hi {
		return false
	}
	return fact.Line == lo || m.LoopLine(l) == fact.Line
}

// SizeOfExpr converts a specification's expression, with names as on entry to loop l; bad if one has no meaning.
func SizeOfExpr(m *symval.Func, e spec.Expr, l int) expr.Size {
	return SizeOf(e, func(s spec.Symbol) expr.Size { return namedSize(m, s.Name, l) }, func(s expr.Size) bool { return m.NonNegative(s, code.NoBlock) })
}

// namedSize returns the value of a name on entry to loop l, or to the method if l is -1.
func namedSize(m *symval.Func, name string, l int) expr.Size {
	param, s, ok := namedParam(m, name)
	if l < 0 {
		if !ok {
			return expr.TopSize
		}
		return expr.SymbolSize(s)
	}
	value := func(v ssa.ID) expr.Size {
		if q := m.ValueOf(v); q.Ok() && len(q.Conds) == 0 && m.IndicesEnclose(q.Size, l) {
			return q.Size
		}
		return expr.TopSize
	}
	for _, v := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if m.Fn.Values[v].Kind != ssa.Phi || m.Fn.Name(v) != name {
			continue
		}
		entries := expr.TopSize
		for i, a := range m.Fn.Args(v) {
			if m.ViaBackEdge(l, i) {
				continue
			}
			n := value(a)
			if !entries.Top && !entries.Equal(n) {
				return expr.TopSize // the entries differ
			}
			if entries = n; n.Top {
				return n
			}
		}
		return entries
	}
	if ok && holdsOnEntry(m, param, l) {
		return expr.SymbolSize(s)
	}
	// Otherwise, any local variable with the name.
	found := expr.TopSize
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			if t := m.Fn.Values[v].Type; (t == 'i' || t == 'l') && m.Fn.Name(v) == name && holdsOnEntry(m, v, l) {
				if !found.Top {
					return expr.TopSize
				}
				found = value(v)
			}
		}
	}
	return found
}

// holdsOnEntry reports whether local variable v is in scope and not stored to on any path from v to loop l.
func holdsOnEntry(m *symval.Func, v ssa.ID, l int) bool {
	x, code, header := &m.Fn.Values[v], m.CFG.Code, m.CFG.Loops[l].Header
	slot, own := int(x.Aux), -1
	if x.Kind == ssa.Instr {
		if own = int(x.PC); x.Op != classfile.OpIinc {
			if own = code.Next(own); own >= len(code.Bytes) || !code.Op(own).IsStore() {
				return false
			}
		}
		slot, _ = code.Local(own)
		if m.Fn.Variable(slot, m.CFG.Blocks[header].Start) != m.Fn.Name(v) {
			return false
		}
	}
	if slot < 0 || x.Block == header && x.Kind != ssa.Param || !m.CFG.Dominators.Dominates(int(x.Block), int(header)) {
		return false
	}
	stop := x.Block // the value is computed again here
	if x.Kind == ssa.Param {
		stop = -1
	}
	between := m.Before([]int32{header}, func(e *cfg.Edge) bool { return e.To != stop })
	for b, in := range between {
		for pc := m.CFG.Blocks[b].Start; in && pc < m.CFG.Blocks[b].End; pc = code.Next(pc) {
			if op := code.Op(pc); pc != own && (op.IsStore() || op == classfile.OpIinc) {
				if to, _ := code.Local(pc); to == slot {
					return false
				}
			}
		}
	}
	return true
}
