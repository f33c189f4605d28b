package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/recursion"
)

// The order of an evaluation: as many methods at a time as are analysed together, so that the analyses of a whole program are not in
// memory at once.

// turn is an evaluation in all passes. finished gets each method of which all results are there; nil for none.
type turn struct {
	*Program
	passes   []*Pass
	finished func(v int)
}

// mostAnalysed is how many methods are analysed before they are evaluated, where their analyses are forgotten then. mostOthers is how
// many analyses of other methods are kept, which recursions look into.
const (
	mostAnalysed = 512
	mostOthers   = 1024
)

// evaluate evaluates sets of methods that do not call each other, and whose callees are evaluated: those of all with the given indices.
// analyse gets sets whose turn has come, with their methods, and set evaluates one of them.
func (t *turn) evaluate(indices []int32, all [][]int32, analyse func(sets, members []int32), set func(e *joint, i int32)) {
	for len(indices) > 0 {
		members := slices.Clone(all[indices[0]])
		n := 1
		for ; n < len(indices) && (t.finished == nil || len(members)+len(all[indices[n]]) <= mostAnalysed); n++ {
			members = append(members, all[indices[n]]...)
		}
		if t.inTurn {
			analyse(indices[:n], members)
		}
		memo.Parallel(n, t.a.Jobs, func(i int) {
			for _, x := range t.passes {
				set(x.joint, indices[i])
			}
		})
		t.finish(members)
		indices = indices[n:]
	}
}

// analyseComponents analyses components whose turn has come.
func (t *turn) analyseComponents(components, members []int32) {
	t.analyse(members)
	t.FindEscapingOf(components, t.a.Jobs)
}

// analyse analyses methods whose turn has come.
func (t *turn) analyse(members []int32) {
	memo.Parallel(len(members), t.a.Jobs, func(i int) {
		if v := members[i]; t.Forgotten[v] {
			t.Sums[v], t.Forgotten[v] = t.a.Analysis(t.Members[v]), false
		}
		for _, x := range t.passes {
			x.joint.makePrices(members[i])
		}
	})
}

// finish passes on methods that were evaluated, and forgets what is no longer needed of them.
func (t *turn) finish(members []int32) {
	memo.Parallel(len(members), t.a.Jobs, func(i int) {
		for _, x := range t.passes {
			x.joint.priceOthers(int(members[i]))
		}
		if t.finished != nil {
			t.finished(int(members[i]))
		}
	})
	if t.finished == nil {
		return
	}
	if t.inTurn {
		memo.Parallel(len(members), t.a.Jobs, func(i int) {
			for _, x := range t.passes {
				x.joint.pack(members[i])
			}
		})
	}
	for _, v := range members {
		t.Forgotten[v] = t.Sums[v].Failure == nil
		t.Sums[v] = t.a.forget(t.Sums[v])
		for _, cut := range []bool{false, true} {
			t.Measures.Delete(recursion.MeasureKey{First: v, Cut: cut})
		}
	}
	if t.inTurn { // else those of methods whose turn has not come are among them
		t.a.forgetOthers(mostOthers)
	}
}

// isLarge reports whether a recursion is evaluated part by part: it has more methods than a bound is searched for, and in no pass does
// the outcome of one of them depend on others but those that its known calls reach.
//
// Sound because nothing bounds a recursion of more than interproc.MaxDescending methods; without a bound the calls in it are cost
// variables, reasons, or left out.
func (t *turn) isLarge(k int32) bool {
	return t.inTurn && t.finished != nil && len(t.Comps[k]) > interproc.MaxDescending &&
		!slices.ContainsFunc(t.passes, func(x *Pass) bool {
			first := x.joint.objs[0]
			return slices.ContainsFunc(x.joint.objs, func(o cost.Objective) bool {
				return !o.Upper && !o.LeavesOutRecursion() || interproc.NamesCalls(o) != interproc.NamesCalls(first)
			})
		})
}

// evaluateParts evaluates a large recursion. What its methods call is found in an analysis of each that is forgotten at once.
func (t *turn) evaluateParts(k int32) {
	members := t.Comps[k]
	within, edges := indices(members), make([][]int32, len(members))
	escaping := t.EscapingOf(members)
	memo.Parallel(len(members), t.a.Jobs, func(i int) {
		s := t.a.callsOnce(t.Members[members[i]])
		edges[i] = knownCallees(t.Program.Program, s, within)
		escaping.Add(i, s)
	})
	escaping.Find()
	c := makePartition(t.Program.Program, members, edges)
	t.Cuts[k].Store(c)
	for _, level := range c.Levels {
		t.evaluate(level, c.Parts, func(_, members []int32) { t.analyse(members) }, func(e *joint, i int32) { e.part(c, i) })
	}
}
