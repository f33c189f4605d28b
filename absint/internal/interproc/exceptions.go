package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// The cost of exceptions. Raising an exception that ends the path is not priced in addition: the call costs no more
// than what precedes it. If a handler of the method or of a caller catches the exception, the path through the handler
// includes the cost of raising it. Therefore summaries contain which exceptions escape, and how many frames they leave
// at most.
//
// Sound because the escaping exceptions are the least fixed point over the call graph; code that is not analysed may
// throw unless the platform's tables exclude it.

// escaping is the exceptions that a call of a method may end by.
type escaping struct {
	types  exceptions.Exceptions
	frames int64 // that they leave at most, the method's own included
}

// maxFrames caps the frames of a stack that an exception is priced for: the frames recorded when it is created, and
// those that it leaves.
const maxFrames = 32

// union returns the exceptions of both.
func (x escaping) union(y escaping) escaping {
	return escaping{x.types | y.types, max(x.frames, y.frames)}
}

// FindEscaping computes the escaping exceptions of all methods, callees first, in up to jobs goroutines.
func (p *Program) FindEscaping(jobs int) {
	for _, level := range p.Levels {
		p.FindEscapingOf(level, jobs)
	}
}

// FindEscapingOf computes the escaping exceptions of the methods of components that do not call each other.
func (p *Program) FindEscapingOf(components []int32, jobs int) {
	memo.Parallel(len(components), jobs, func(i int) { p.findEscaping(p.Comps[components[i]], jobs) })
}

// findEscaping computes the escaping exceptions of the methods of one component.
func (p *Program) findEscaping(members []int32, jobs int) {
	x := p.EscapingOf(members)
	memo.Parallel(len(members), jobs, func(i int) { x.Add(i, p.Sums[members[i]]) })
	x.Find()
}

// Escaping computes the escaping exceptions of the methods of one component.
type Escaping struct {
	p       *Program
	members []int32
	within  map[*classfile.Method]int32 // of a recursion: the methods, by their index in members
	blocks  [][]raisingBlock
	found   []foundEscaping
	failed  []bool
}

// EscapingOf returns the computation of the escaping exceptions of the methods of one component, each of which is to be added.
func (p *Program) EscapingOf(members []int32) *Escaping {
	x := &Escaping{p: p, members: members, blocks: make([][]raisingBlock, len(members)), found: make([]foundEscaping, len(members)), failed: make([]bool, len(members))}
	if p.cyclic(members) {
		x.within = make(map[*classfile.Method]int32, len(members))
		for i, v := range members {
			x.within[p.Members[v]] = int32(i)
		}
	}
	return x
}

// cyclic reports whether the methods of a component are a recursion.
func (p *Program) cyclic(members []int32) bool { return p.Cycles[p.Comp[members[0]]] != "" }

// Add adds the calls and blocks of the method with an index in the component. It is safe for concurrent use with different indices.
func (x *Escaping) Add(i int, s *cost.Summary) {
	x.blocks[i], x.failed[i] = x.p.A.raisingBlocks(s, x.within), s.Failure != nil
	if known, ok := x.p.A.escaping.Load(s.Method); ok {
		x.found[i] = foundEscaping{known.(escaping), true}
	}
}

// Find computes what escapes from the methods, which were all added.
func (x *Escaping) Find() {
	cyclic := x.p.cyclic(x.members)
	for changed := true; changed; {
		changed = false
		for i := range x.members {
			e := escaping{exceptions.Foreign, maxFrames}
			if !x.failed[i] {
				e = x.p.A.escapes(x.blocks[i], x.found)
			}
			if cyclic && e.types != 0 {
				e.frames = maxFrames
			}
			if now := (foundEscaping{e, true}); x.found[i] != now {
				x.found[i], changed = now, cyclic
			}
		}
	}
	for i, v := range x.members {
		x.p.A.escaping.Store(x.p.Members[v], x.found[i].escaping)
	}
}

// foundEscaping is what is known of a method of a recursion so far.
type foundEscaping struct {
	escaping
	known bool
}

// raisingBlock is a block in which exceptions may be raised, with what does not depend on callees.
type raisingBlock struct {
	own      escaping              // raised by its instructions, and by calls of methods outside of the recursion
	within   []int32               // methods of the recursion that it calls, by their index in it
	caught   exceptions.Exceptions // that do not escape from the method
	rethrows bool                  // what was raised anywhere in the method
}

// raisingBlocks returns the blocks of a method in which exceptions may be raised. within are the methods of the recursion that it is of.
func (a *Pricer) raisingBlocks(s *cost.Summary, within map[*classfile.Method]int32) []raisingBlock {
	if s.Failure != nil {
		return nil
	}
	var out []raisingBlock
	for _, b := range s.M.CFG.RPO {
		var x raisingBlock
		for _, v := range s.M.Fn.Body[b] {
			i := &s.M.Fn.Values[v]
			if i.Kind != ssa.Instr {
				continue
			}
			if k := exceptions.Raisable(i.Op); k != 0 && (k != exceptions.NullPointer || !exceptions.AlwaysObject(s.M, s.M.Fn.Args(v)[0], 0)) {
				x.own = x.own.union(escaping{k, 1})
			}
			if i.Op == classfile.OpAthrow {
				x.own = x.own.union(escaping{exceptions.Thrown, 1})
			}
		}
		for i := range s.Calls[b] {
			x.own = x.own.raisedBy(a.escapingCall(&s.Calls[b][i], func(m *classfile.Method) bool {
				k, recurs := within[m]
				if recurs && !slices.Contains(x.within, k) {
					x.within = append(x.within, k)
				}
				return recurs
			}))
		}
		if x.own.types != 0 || len(x.within) > 0 {
			x.caught, x.rethrows = a.surelyCaught(s, b), rethrows(s, b)
			out = append(out, x)
		}
	}
	return out
}

// raisedBy returns the exceptions of a block and of a call in it.
func (x escaping) raisedBy(call escaping) escaping {
	if call.types == 0 {
		return x
	}
	call.frames = min(call.frames+1, maxFrames)
	return x.union(call)
}

// escapes returns the exceptions that escape a method, given those of the methods of its recursion.
func (a *Pricer) escapes(blocks []raisingBlock, found []foundEscaping) escaping {
	var out escaping
	var raised exceptions.Exceptions // anywhere in the method
	again := false
	for _, b := range blocks {
		x := b.own
		for _, k := range b.within {
			y := found[k]
			if !y.known && a.OpenWorld {
				y.escaping = escaping{exceptions.Foreign, 1}
			}
			x = x.raisedBy(y.escaping)
		}
		raised |= x.types
		if x.types &^= b.caught; x.types == 0 {
			continue
		}
		out = out.union(x)
		again = again || b.rethrows
	}
	if again {
		out.types |= raised
	}
	return out
}

// surelyCaught returns the exception types that no instruction of a block lets escape from the method.
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

// rethrows reports whether a block ends by a throw of an object that the method has not created, for example a caught
// exception.
func rethrows(s *cost.Summary, b int32) bool {
	v := s.M.Fn.At(s.M.CFG.Blocks[b].Last)
	if v == 0 || s.M.Fn.Values[v].Op != classfile.OpAthrow {
		return false
	}
	x := &s.M.Fn.Values[s.M.Fn.Args(v)[0]]
	return x.Kind != ssa.Instr || x.Op != classfile.OpNew
}

// escapingCall returns the exceptions that a call may end by, in the frame of the callee, without those of methods for which without, if
// there is one, is true.
func (a *Pricer) escapingCall(site *callees.CallSite, without func(*classfile.Method) bool) escaping {
	var out escaping
	if a.MayThrow(site) {
		out = escaping{exceptions.Foreign, 1}
	}
	site.EachCallee(a.Resolver, nil, func(m *classfile.Method) {
		if without != nil && without(m) {
			return
		}
		x := escaping{exceptions.Foreign, 1}
		if known, ok := a.escaping.Load(m); ok {
			x = known.(escaping)
		} else if !a.OpenWorld { // a method of the same recursion, evaluated again
			x = escaping{}
		}
		out = out.union(x)
	})
	return out
}

// RaiseCost returns the cost of the costliest exception that can be raised in a block and caught in the method.
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
	member  classfile.Member // whose cost is that of raising it: see raiseMember
	thrower classfile.Member // the call of code that is not analysed that throws it; empty for another one
	frames  int64
}

const raisedName = "<raised>"

// raiseMember returns the pseudo method by which models price an exception raised by the JVM or by code that is not
// analysed. Its argument is the number of frames that the exception leaves.
func raiseMember(class string) classfile.Member {
	return classfile.Member{Class: class, Name: raisedName, Desc: "(I)V"}
}

// raisable returns the exceptions that a raise can be, each with the largest number of frames that it leaves.
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
			x := a.escapingCall(site, nil)
			x.types &= r.May
			for k := range platform.Exceptions {
				if x.types&(1<<k) != 0 {
					in[k] = max(in[k], x.frames)
				}
			}
			if x.types&exceptions.Thrown != 0 {
				unwound = max(unwound, x.frames)
			}
			if x.types&exceptions.Foreign != 0 {
				c := raisedException{member: raiseMember(platform.Throwable), frames: x.frames}
				if a.MayThrow(site) {
					c.thrower = site.Member
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

// raisePrice returns the cost of one exception, from its creation to its handler.
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
	if x.thrower.Name != "" {
		out.Expected = out.Expected.Unite(a.Methods.Single(x.thrower))
	}
	return out
}

// Costliest returns the costliest exception of a raise and its cost.
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
