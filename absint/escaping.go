package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
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
	kinds  exceptions
	frames int64 // that they leave at most, the method's own included
}

// maxFrames is how many frames a stack has that an exception is priced for: those that it notes when it is made, and
// those that it leaves.
const maxFrames = 32

func (x escaping) union(y escaping) escaping {
	return escaping{x.kinds | y.kinds, max(x.frames, y.frames)}
}

// findEscaping computes what the methods of a program let escape, callees first.
func (p *program) findEscaping() {
	for _, c := range p.comps {
		cyclic := p.cycles[p.comp[c[0]]] != ""
		for changed := true; changed; {
			changed = false
			for _, v := range c {
				x := p.a.escapes(p.sums[v])
				if cyclic && x.kinds != 0 {
					x.frames = maxFrames
				}
				old, known := p.a.escaping.Load(p.methods[v])
				if !known || old.(escaping) != x {
					p.a.escaping.Store(p.methods[v], x)
					changed = cyclic
				}
			}
		}
	}
}

// escapes is what a method lets escape, where that of the methods that it calls is known.
func (a *Pricer) escapes(s *costSummary) escaping {
	var out escaping
	if s.err != nil {
		return escaping{foreign, maxFrames}
	}
	var raised exceptions // anywhere in the method
	again := false
	for _, b := range s.m.g.RPO {
		var x escaping
		for _, v := range s.m.f.Body[b] {
			i := &s.m.f.Values[v]
			if i.Kind != ssa.Instr {
				continue
			}
			if k := raisable(i.Op); k != 0 && (k != nullPointer || !s.m.alwaysObject(s.m.f.Args(v)[0], 0)) {
				x = x.union(escaping{k, 1})
			}
			if i.Op == classfile.OpAthrow {
				x = x.union(escaping{thrown, 1})
			}
		}
		for i := range s.calls[b] {
			if y := a.escapingCall(&s.calls[b][i]); y.kinds != 0 {
				y.frames = min(y.frames+1, maxFrames)
				x = x.union(y)
			}
		}
		raised |= x.kinds
		if x.kinds &^= a.surelyCaught(s, b); x.kinds == 0 {
			continue
		}
		out = out.union(x)
		again = again || s.rethrows(b)
	}
	if again {
		out.kinds |= raised
	}
	return out
}

// surelyCaught are the kinds of exceptions that no instruction of a block lets out of the method.
func (a *Pricer) surelyCaught(s *costSummary, b int32) exceptions {
	var out exceptions
	for i := range s.m.g.Blocks[b].Succs {
		if e := &s.m.g.Blocks[b].Succs[i]; e.Kind == cfg.Exception {
			_, surely := caughtBy(s.m.g.Catch(e), a.Hierarchy.Analysed)
			out |= surely
		}
	}
	return out
}

// rethrows reports whether a block ends by throwing what the method has not made: an exception that it has caught, say.
func (s *costSummary) rethrows(b int32) bool {
	v := s.m.f.At(s.m.g.Blocks[b].Last)
	if v == 0 || s.m.f.Values[v].Op != classfile.OpAthrow {
		return false
	}
	x := &s.m.f.Values[s.m.f.Args(v)[0]]
	return x.Kind != ssa.Instr || x.Op != classfile.OpNew
}

// escapingCall is what a call may end by, in the frame that it runs in.
func (a *Pricer) escapingCall(site *callSite) escaping {
	var out escaping
	if a.mayThrow(site) {
		out = escaping{foreign, 1}
	}
	site.eachCallee(a.Resolver, nil, func(m *classfile.Method) {
		x := escaping{foreign, 1}
		if known, ok := a.escaping.Load(m); ok {
			x = known.(escaping)
		} else if !a.OpenWorld { // a method of the same recursion, which is looked at again
			x = escaping{}
		}
		out = out.union(x)
	})
	return out
}

// raiseCost prices an exception that is raised in a block and caught in the method: the costliest that it can be.
func (a *Pricer) raiseCost(e *evaluator, r *raise) Outcome {
	if !e.obj.Upper || len(e.obj.Weights) == 0 || a.Library == nil {
		return Outcome{} // instructions are those of analysed code
	}
	var out Outcome
	for k := range a.raisable(e.s, r) {
		out = e.worse(out, a.raisePrice(e.s, k))
	}
	return out
}

// worse is above both of two costs of constants.
func (e *evaluator) worse(a, b Outcome) Outcome {
	if e.obj.choices == nil {
		return e.either(a, b)
	}
	out := a.rests(b)
	out.Poly = join(a.Poly, b.Poly)
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
func (a *Pricer) raisable(s *costSummary, r *raise) func(yield func(raisedException) bool) {
	return func(yield func(raisedException) bool) {
		var in [16]int64 // frames by kind
		for i := range platform.Exceptions {
			in[i] = -1
		}
		var calls []raisedException
		unwound := int64(0)
		for i := range s.calls[r.block] {
			site := &s.calls[r.block][i]
			x := a.escapingCall(site)
			x.kinds &= r.may
			for k := range platform.Exceptions {
				if x.kinds&(1<<k) != 0 {
					in[k] = max(in[k], x.frames)
				}
			}
			if x.kinds&thrown != 0 {
				unwound = max(unwound, x.frames)
			}
			if x.kinds&foreign != 0 {
				c := raisedException{member: raiseMember(platform.Throwable), frames: x.frames}
				if a.mayThrow(site) {
					c.from = site.member
				}
				calls = append(calls, c)
			}
		}
		for k := range platform.Exceptions {
			if r.own&(1<<k) != 0 {
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
func (a *Pricer) raisePrice(s *costSummary, x raisedException) Outcome {
	if x.member.Class == "" { // an analysed throw, which is priced where it stands: the frames that it leaves
		return Outcome{Poly: constPoly(pattern.Single(pattern.Of(pattern.Unwind, pattern.NoType, pattern.SizeReference), float64(x.frames)))}
	}
	c, ok := a.Library.Cost(x.member, func(i int, what Measure, _ bool) Size {
		if i != 0 || what != Value {
			return badSize
		}
		return Const(x.frames)
	})
	if !ok || slices.ContainsFunc(c.Terms, func(t LibraryTerm) bool { return t.Count.bad }) {
		text := "no model has the cost of an exception that is raised and caught here: " + classfile.External(x.member.Class) + "." + raisedName
		return Outcome{Reasons: []Reason{{Unpriced: x.member.String(), Text: text, Method: s.name()}}}
	}
	out := Outcome{expected: a.methods.single(x.member)} // the stack may be deeper
	for _, t := range c.Terms {
		out.Poly = out.Poly.add(constPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).mulSize(t.Count))
	}
	if x.from.Name != "" {
		out.expected = out.expected.unite(a.methods.single(x.from))
	}
	return out
}
