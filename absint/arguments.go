package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
)

const maxCallers = 24

type argumentKey struct {
	method *classfile.Method
	hops   int
	passes bool // what it passes, else what is passed to it
}

// arguments are what all calls of a method pass, by parameter; none where they are not known.
func (a *Analyzer) arguments(m *classfile.Method, hops int) []symval.Actual {
	u, ok := a.PrivateUses(m, maxCallers)
	if !ok || len(u.Lambdas) > 0 || len(u.Calls) == 0 {
		return nil
	}
	return memo.Memoize(&a.argued, argumentKey{m, hops, false}, func() (out []symval.Actual) {
		for _, c := range u.Calls {
			passed := a.passes(c.Method, hops)
			if passed == nil {
				return nil
			}
			one, reached := passed[c.Pc]
			switch {
			case !reached:
			case out == nil:
				out = slices.Clone(one)
			case len(one) != len(out): // a call of another method of that name, with another receiver
				return nil
			default:
				for i := range out {
					out[i].Value = out[i].Value.Join(one[i].Value)
					out[i].Length = out[i].Length.Join(one[i].Length)
				}
			}
		}
		return out
	})
}

// passes are the arguments of the calls of private methods that a method makes, by pc; nil where it cannot be read.
func (a *Analyzer) passes(m *classfile.Method, hops int) map[int][]symval.Actual {
	return memo.Memoize(&a.argued, argumentKey{m, hops, true}, func() map[int][]symval.Actual {
		b := a.Body(m)
		if b.Err != nil {
			return nil
		}
		w := a.look(b, hops)
		var out map[int][]symval.Actual
		if !w.Within(func() { out = a.passedBy(w, hops) }) {
			return nil
		}
		return out
	})
}

// passedBy is passes of a method whose code is known. Loops are bounded only where an argument can narrow a parameter.
func (a *Analyzer) passedBy(w *symval.Func, hops int) map[int][]symval.Actual {
	out := map[int][]symval.Actual{}
	n := a.Fields.Nests.Of(w.Fn.Method.Class)
	bound := false
	for _, blk := range w.CFG.RPO {
		for _, v := range w.Fn.Body[blk] {
			if !w.Fn.IsCall(v) {
				continue
			}
			mem, _ := w.Fn.Member(v)
			if len(n.Calls[progdb.Named{Name: mem.Name, Desc: mem.Desc}]) == 0 {
				continue
			}
			var args []symval.Actual
			parameters := w.Fn.Args(v)
			types := classfile.Params(mem.Desc)
			for i, arg := range parameters {
				k := i - (len(parameters) - len(types))
				if k < 0 || !callvalues.Narrows(w, types[k]) {
					args = append(args, callvalues.AnyActual)
					continue
				}
				if !bound {
					bound = true
					callvalues.ApplyArguments(w, hops)
					loopbound.BoundLoops(w)
				}
				args = append(args, callvalues.ActualOf(w, arg, blk))
			}
			out[int(w.Fn.Values[v].PC)] = args
		}
	}
	return out
}
