package textloop

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// SearchedBack is the prover of loops over the places of a text from its end:
//
//	for (int i = s.lastIndexOf('/'); i >= 0; i = s.lastIndexOf('/', i - 1)) ...
//
// Sound because what lastIndexOf returns is an index of the string and not above where it starts, or -1: where the loop goes on with
// found indices only, they fall, and there are at most as many as characters. An index with which the loop begins is one more, unless it
// was found in the same string. A start that overflows is of the first iteration at most. An iteration that begins with no index, or finds none,
// counts, too, where it costs more than a way out of the loop.
func SearchedBack(m *symval.Func, l int) (symval.Bound, bool) {
	for _, phi := range variables(m, l) {
		text, searches, all := searchedBack(m, phi, l)
		if text == 0 {
			continue
		}
		n := m.LargestChars(text, code.NoBlock)
		if n.Top {
			continue
		}
		if init := m.InitOf(phi, l); !all && (init == 0 || !IsSearch(m, init) || m.Fn.Args(init)[0] != text) {
			n = n.AddInt(1)
		}
		if abandons(m, l, searches, func(tested ssa.ID, least int64) bool {
			return least == 0 && (tested == phi || slices.Contains(searches, tested))
		}) {
			n = n.AddInt(1)
		}
		return symval.Bound{Upper: n}, true
	}
	return symval.Bound{}, false
}

// searchedBack returns the string in which each iteration of loop l finds the next lower index, 0 if one may not, and the searches. all reports whether no
// back edge is taken where nothing is found; otherwise the one before it was an index.
func searchedBack(m *symval.Func, phi ssa.ID, l int) (text ssa.ID, searches []ssa.ID, all bool) {
	f := m.Fn
	all = true
	for i, a := range f.Args(phi) {
		if !m.ViaBackEdge(l, i) {
			continue
		}
		if a == 0 || !f.IsCall(a) {
			return 0, nil, false
		}
		args := f.Args(a)
		if mem, _ := f.Member(a); !platform.SearchBack.Has(mem) || !IsSearch(m, a) {
			return 0, nil, false
		}
		if text != 0 && text != args[0] || m.CFG.InLoop(int(f.Values[args[0]].Block), l) {
			return 0, nil, false
		}
		text, searches = args[0], append(searches, a)
		if from, c, ok := m.Addition(args[2]); !ok || from != phi || c >= 0 {
			return 0, nil, false
		}
		edge := m.EdgeInto(f.Values[phi].Block, i)
		if m.RangeAt(a, edge.From).Lo >= 0 {
			continue
		}
		if all = false; m.RangeAt(phi, f.Values[a].Block).Lo < 0 {
			return 0, nil, false
		}
	}
	return text, searches, all
}
