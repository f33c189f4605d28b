package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Effects of the platform's own code: of what a call of one of its methods surely runs, where no other class can change where it
// goes. What else it runs is not known, as in every library that is analysed by itself, and does not count here: the platform's
// code calls back almost everywhere.

// directMethod are the effects of the instructions of a method, and the methods that its calls surely run.
type directMethod struct {
	MethodEffects
	runs []*classfile.Method
}

// OfDirect returns the effects of the code that a call surely runs, without what that code may run in turn.
func (a *Effects) OfDirect(f *ssa.Func, call ssa.ID) *CallEffects {
	t := a.directTarget(f, call)
	if t == nil {
		return &CallEffects{}
	}
	return memo.Memoize(&a.directly, t, func() *CallEffects {
		all := &CallEffects{}
		all.Any = memo.Search(MaxRelinking, []*classfile.Method{t}, func(t *classfile.Method, reach func(*classfile.Method)) bool {
			in := a.direct(t)
			all.add(&in.MethodEffects)
			for _, next := range in.runs {
				reach(next)
			}
			return false
		})
		all.Methods = slices.Clone(all.Methods) // without room for more
		return all
	})
}

// directTarget returns the analysed method that a call surely runs, nil if there is none.
func (a *Effects) directTarget(f *ssa.Func, call ssa.ID) *classfile.Method {
	if !f.IsCall(call) {
		return nil
	}
	mem, _ := f.Member(call)
	d := a.Hierarchy.Dispatch(f.Method.Class, f.Values[call].Op, mem.Class, mem.Name, mem.Desc)
	if !d.Direct || len(d.Targets) != 1 || !a.Hierarchy.Analysed(d.Targets[0].Class.Name) {
		return nil
	}
	return d.Targets[0]
}

func (a *Effects) direct(t *classfile.Method) *directMethod {
	return memo.Memoize(&a.directs, t, func() *directMethod {
		in, does := &directMethod{}, effectList{}
		b := a.BodyOnce(t)
		if b.Err != nil {
			return in
		}
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
				if b.F.Values[v].Kind != ssa.Instr {
					continue
				}
				if next := a.directTarget(b.F, v); next != nil && !slices.Contains(in.runs, next) {
					in.runs = append(in.runs, next)
				}
				if e, ok := EffectOf(b.F, v); ok {
					does.add(e)
				}
			}
		}
		in.Effects, in.runs = slices.Clone(does.all), slices.Clone(in.runs) // without room for more
		return in
	})
}
