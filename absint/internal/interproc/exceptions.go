package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// What the JVM does to raise an exception costs nothing where the exception ends the path: what a call costs that ends in
// this way is no more than what it costs before. Where a handler of the method, or of one that calls it, catches the exception
// and goes on, the path through the handler costs the exception, too. So methods say which exceptions they let escape,
// and how many frames these leave at most.

// escaping is what exceptions a call of a method may end by.
type escaping struct {
	kinds  exceptions.Exceptions
	frames int64 // that they leave at most, the method's own included
}

// maxFrames is how many frames a stack has that an exception is priced for: those that it notes when it is made, and
// those that it leaves.
const maxFrames = 32

func (x escaping) union(y escaping) escaping {
	return escaping{x.kinds | y.kinds, max(x.frames, y.frames)}
}

// FindEscaping computes what the methods of a program let escape, callees first.
func (p *Program) FindEscaping() {
	for _, c := range p.Comps {
		cyclic := p.Cycles[p.Comp[c[0]]] != ""
		for changed := true; changed; {
			changed = false
			for _, v := range c {
				x := p.A.escapes(p.Sums[v])
				if cyclic && x.kinds != 0 {
					x.frames = maxFrames
				}
				old, known := p.A.escaping.Load(p.Members[v])
				if !known || old.(escaping) != x {
					p.A.escaping.Store(p.Members[v], x)
					changed = cyclic
				}
			}
		}
	}
}

// escapes is what a method lets escape, where that of the methods that it calls is known.
func (a *Pricer) escapes(s *cost.Summary) escaping {
	var out escaping
	if s.Failure != nil {
		return escaping{exceptions.Foreign, maxFrames}
	}
	var raised exceptions.Exceptions // anywhere in the method
	again := false
	for _, b := range s.M.CFG.RPO {
		var x escaping
		for _, v := range s.M.Fn.Body[b] {
			i := &s.M.Fn.Values[v]
			if i.Kind != ssa.Instr {
				continue
			}
			if k := exceptions.Raisable(i.Op); k != 0 && (k != exceptions.NullPointer || !exceptions.AlwaysObject(s.M, s.M.Fn.Args(v)[0], 0)) {
				x = x.union(escaping{k, 1})
			}
			if i.Op == classfile.OpAthrow {
				x = x.union(escaping{exceptions.Thrown, 1})
			}
		}
		for i := range s.Calls[b] {
			if y := a.escapingCall(&s.Calls[b][i]); y.kinds != 0 {
				y.frames = min(y.frames+1, maxFrames)
				x = x.union(y)
			}
		}
		raised |= x.kinds
		if x.kinds &^= a.surelyCaught(s, b); x.kinds == 0 {
			continue
		}
		out = out.union(x)
		again = again || rethrows(s, b)
	}
	if again {
		out.kinds |= raised
	}
	return out
}

// surelyCaught are the kinds of exceptions that no instruction of a block lets out of the method.
func (a *Pricer) surelyCaught(s *cost.Summary, b int32) exceptions.Exceptions {
	var out exceptions.Exceptions
	for i := range s.M.CFG.Blocks[b].Succs {
		if e := &s.M.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception {
			_, surely := exceptions.CaughtBy(s.M.CFG.Catch(e), a.Hierarchy.Analysed)
			out |= surely
		}
	}
	return out
}

// rethrows reports whether a block ends by throwing what the method has not made: an exception that it has caught, say.
func rethrows(s *cost.Summary, b int32) bool {
	v := s.M.Fn.At(s.M.CFG.Blocks[b].Last)
	if v == 0 || s.M.Fn.Values[v].Op != classfile.OpAthrow {
		return false
	}
	x := &s.M.Fn.Values[s.M.Fn.Args(v)[0]]
	return x.Kind != ssa.Instr || x.Op != classfile.OpNew
}

// escapingCall is what a call may end by, in the frame that it runs in.
func (a *Pricer) escapingCall(site *callees.CallSite) escaping {
	var out escaping
	if a.MayThrow(site) {
		out = escaping{exceptions.Foreign, 1}
	}
	site.EachCallee(a.Resolver, nil, func(m *classfile.Method) {
		x := escaping{exceptions.Foreign, 1}
		if known, ok := a.escaping.Load(m); ok {
			x = known.(escaping)
		} else if !a.OpenWorld { // a method of the same recursion, which is looked at again
			x = escaping{}
		}
		out = out.union(x)
	})
	return out
}

// RaiseCost prices an exception that is raised in a block and caught in the method: the costliest that it can be.
func (a *Pricer) RaiseCost(e *cost.Evaluator, r *exceptions.Raise) cost.Outcome {
	if !e.Obj.Upper || len(e.Obj.Weights) == 0 || a.Library == nil {
		return cost.Outcome{} // instructions are those of analysed code
	}
	var out cost.Outcome
	for k := range a.raisable(e.S, r) {
		out = e.Worse(out, a.raisePrice(e.S, k))
	}
	return out
}

// raisedException is one of the exceptions that a raise can be.
type raisedException struct {
	member classfile.Member // whose cost is that of raising it: see raiseMember
	from   classfile.Member // the call of code that is not analysed that throws it; empty for another one
	frames int64
}

const raisedName = "<raised>"

// raiseMember is the method by whose name models price an exception that the JVM raises, or that code throws that is not
// analysed: its argument is the number of frames that it leaves.
func raiseMember(class string) classfile.Member {
	return classfile.Member{Class: class, Name: raisedName, Desc: "(I)V"}
}

// raisable are the exceptions that a raise can be, each with the most frames that it leaves.
func (a *Pricer) raisable(s *cost.Summary, r *exceptions.Raise) func(yield func(raisedException) bool) {
	return func(yield func(raisedException) bool) {
		var in [16]int64 // frames by kind
		for i := range platform.Exceptions {
			in[i] = -1
		}
		var calls []raisedException
		unwound := int64(0)
		for i := range s.Calls[r.Block] {
			site := &s.Calls[r.Block][i]
			x := a.escapingCall(site)
			x.kinds &= r.May
			for k := range platform.Exceptions {
				if x.kinds&(1<<k) != 0 {
					in[k] = max(in[k], x.frames)
				}
			}
			if x.kinds&exceptions.Thrown != 0 {
				unwound = max(unwound, x.frames)
			}
			if x.kinds&exceptions.Foreign != 0 {
				c := raisedException{member: raiseMember(platform.Throwable), frames: x.frames}
				if a.MayThrow(site) {
					c.from = site.Member
				}
				calls = append(calls, c)
			}
		}
		for k := range platform.Exceptions {
			if r.Own&(1<<k) != 0 {
				in[k] = max(in[k], 0)
			}
			if in[k] >= 0 && !yield(raisedException{raiseMember(platform.Exceptions[k].Class), classfile.Member{}, in[k]}) {
				return
			}
		}
		if unwound > 0 && !yield(raisedException{frames: unwound}) {
			return
		}
		for _, c := range calls {
			if !yield(c) {
				return
			}
		}
	}
}

// raisePrice is what one exception costs, from where it is raised to its handler.
func (a *Pricer) raisePrice(s *cost.Summary, x raisedException) cost.Outcome {
	if x.member.Class == "" { // an analysed throw, which is priced where it stands: the frames that it leaves
		return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(pattern.Of(pattern.Unwind, pattern.NoType, pattern.SizeReference), float64(x.frames)))}
	}
	c, ok := a.Library.Cost(x.member, func(i int, what progdb.Measure, _ bool) expr.Size {
		if i != 0 || what != progdb.Value {
			return expr.TopSize
		}
		return expr.Const(x.frames)
	})
	if !ok || slices.ContainsFunc(c.Terms, func(t progdb.LibraryTerm) bool { return t.Count.Top }) {
		text := "no model has the cost of an exception that is raised and caught here: " + classfile.External(x.member.Class) + "." + raisedName
		return cost.Outcome{Reasons: []expr.Reason{{Unpriced: x.member.String(), Text: text, Method: s.Name()}}}
	}
	out := cost.Outcome{Expected: a.Methods.Single(x.member)} // the stack may be deeper
	for _, t := range c.Terms {
		out.Poly = out.Poly.Add(expr.ConstPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).MulSize(t.Count))
	}
	if x.from.Name != "" {
		out.Expected = out.Expected.Unite(a.Methods.Single(x.from))
	}
	return out
}

// Costliest is the exception that costs the most of those that a raise can be: its name, and what it costs.
func (a *Pricer) Costliest(e *cost.Evaluator, r *exceptions.Raise) (member string, cost cost.Outcome) {
	most := -1.0
	for x := range a.raisable(e.S, r) {
		o := a.raisePrice(e.S, x)
		if c := e.Ranges.Scalar(o.Poly.Dot(e.Weights)).Hi; c > most {
			if most, cost, member = c, o, x.member.String(); x.member.Class == "" {
				member = "frames left by an exception"
			}
		}
	}
	return member, cost
}
