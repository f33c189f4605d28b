package inline

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Program is what inlining asks of the program.
type Program interface {
	// OnlyTarget returns the method of the program that a call runs, nil where others may run.
	OnlyTarget(f *ssa.Func, call ssa.ID) *classfile.Method
	// Body returns the body of a method.
	Body(m *classfile.Method) *progdb.Body
	// Look returns the analysis of a body.
	Look(b *progdb.Body) *symval.Func
	// State lets an analysis know what is stated about its method.
	State(m *symval.Func)
}

// maxRounds bounds how many calls deep methods are inlined.
const maxRounds = 3

// BoundLoops gives loops of m without a bound the one that they have where the methods that they call are inlined.
func BoundLoops(m *symval.Func, p Program) {
	open := slices.ContainsFunc(m.Loops, func(l symval.Loop) bool { return l.Upper.Top })
	if !open || strings.HasPrefix(m.Fn.Method.Name, "<") || len(m.CFG.Irreducible) > 0 || m.CFG.HasSubroutines {
		return
	}
	x := inlined{of: m, body: m.Body(), headers: map[int]int{}}
	for l := range m.Loops {
		x.headers[m.CFG.Blocks[m.CFG.Loops[l].Header].Start] = l
	}
	for range maxRounds {
		if !x.inline(p) {
			break
		}
	}
	if x.expanded {
		n := p.Look(x.body)
		if n.Within(func() { p.State(n); loopbound.BoundLoops(n) }) {
			x.takeBounds(n)
		}
	}
}

// inlined is a body of a method in which calls have been inlined.
type inlined struct {
	of       *symval.Func
	body     *progdb.Body
	headers  map[int]int // loops of the method by where their header begins in the body
	expanded bool
}

// inline replaces the calls in loops without a bound once; it reports whether there is one.
func (x *inlined) inline(p Program) bool {
	g, f := x.body.G, x.body.F
	callees := map[int]*classfile.Code{}
	for _, b := range g.RPO {
		if !x.within(g, b) {
			continue
		}
		for _, v := range f.Body[b] {
			if k := &f.Values[v]; k.Kind == ssa.Instr && f.IsCall(v) && g.Code.Next(int(k.PC)) < len(g.Code.Bytes) {
				if c := calleeOf(f, v, p); c != nil {
					callees[int(k.PC)] = c
				}
			}
		}
	}
	if len(callees) == 0 {
		return false
	}
	code, moved, err := expand(g.Code, callees)
	if err != nil {
		return false
	}
	body := progdb.BodyOf(code)
	if body.Err != nil || len(body.G.Irreducible) > 0 {
		return false
	}
	headers := make(map[int]int, len(x.headers))
	for pc, l := range x.headers {
		headers[moved[pc]] = l
	}
	x.body, x.headers, x.expanded = body, headers, true
	return true
}

// within reports whether a block is in a loop of the method that has no bound.
func (x *inlined) within(g *cfg.Graph, b int32) bool {
	for l := g.Blocks[b].Loop; l >= 0; l = g.Loops[l].Parent {
		if k, ok := x.headers[g.Blocks[g.Loops[l].Header].Start]; ok && x.of.Loops[k].Upper.Top {
			return true
		}
	}
	return false
}

// takeBounds gives loops of the method without a bound those of n, the analysis of the body.
func (x *inlined) takeBounds(n *symval.Func) {
	same := map[int]int{} // loops of the method by those of n
	for l := range n.Loops {
		if k, ok := x.headers[n.CFG.Blocks[n.CFG.Loops[l].Header].Start]; ok {
			same[l] = k
		}
	}
	for l, k := range same {
		from, to := &n.Loops[l], &x.of.Loops[k]
		if !to.Upper.Top || from.Upper.Top || len(from.Assumptions) > 0 {
			continue
		}
		upper, ok := inTerms(from.Upper, same)
		conds := make([]expr.Condition, len(from.Conds))
		for i, c := range from.Conds {
			var known bool
			conds[i] = c
			conds[i].Size, known = inTerms(c.Size, same)
			ok = ok && known
		}
		if ok {
			to.Upper, to.Conds, to.Why = upper, conds, ""
		}
	}
}

// inTerms writes a size over the loops of n with those of m. ok is false where it depends on what m does not have.
func inTerms(s expr.Size, same map[int]int) (out expr.Size, ok bool) {
	ok = !s.Contains(func(a *expr.Atom) bool {
		_, known := same[a.Loop]
		return a.Kind == expr.SymbolAtom && ofPlace(a.Symbol) || a.Kind == expr.IndexAtom && !known
	})
	if !ok {
		return s, false
	}
	return s.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.IndexAtom {
			return expr.Size{}, false
		}
		return expr.IndexSize(same[a.Loop]), true
	}), true
}

// ofPlace reports whether a symbol stands for a value at a place in the code, by its number: symval.Func.Largest.
func ofPlace(s expr.Symbol) bool {
	return strings.HasPrefix(s.Path, "~") && strings.Contains(strings.ReplaceAll(s.Path, expr.EntrySuffix, ""), "@")
}
