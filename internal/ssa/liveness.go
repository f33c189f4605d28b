package ssa

import (
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// localSet is a set of local variable indices.
type localSet []uint64

func (s localSet) has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }
func (s localSet) add(i int)      { s[i>>6] |= 1 << (i & 63) }

// addAll adds t and reports whether s grew.
func (s localSet) addAll(t localSet) bool {
	grew := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

// locals holds what the blocks do to local variables.
type locals struct {
	words    int
	store    []uint64 // backing of all sets
	assigned []localSet
	liveIn   []localSet
}

// liveness computes which locals are live on entry to each reachable block, and which each block assigns: the
// usual backward data flow, in postorder, until nothing changes.
func liveness(g *cfg.Graph) *locals {
	n := len(g.Blocks)
	l := &locals{words: (g.Code.MaxLocals + 63) / 64}
	l.store = make([]uint64, 3*n*l.words)
	sets := func(k int) []localSet {
		s := make([]localSet, n)
		for i := range s {
			o := (k*n + i) * l.words
			s[i] = localSet(l.store[o : o+l.words])
		}
		return s
	}
	used := sets(0)
	l.assigned, l.liveIn = sets(1), sets(2)
	if l.words == 0 {
		return l
	}
	code := g.Code
	for _, b := range g.RPO {
		blk := &g.Blocks[b]
		for pc := blk.Start; pc < blk.End; pc = code.Next(pc) {
			i, ok := code.Local(pc)
			if !ok {
				continue
			}
			op := code.Op(pc)
			if !op.IsStore() && !l.assigned[b].has(i) { // loads, iinc, ret
				used[b].add(i)
			}
			if op.IsStore() || op == classfile.OpIinc {
				l.assigned[b].add(i)
			}
		}
		copy(l.liveIn[b], used[b])
	}
	for changed := true; changed; {
		changed = false
		for k := len(g.RPO) - 1; k >= 0; k-- {
			b := g.RPO[k]
			in := l.liveIn[b]
			for _, e := range g.Blocks[b].Succs {
				for w, word := range l.liveIn[e.To] {
					if e.Kind != cfg.Exception { // a handler sees the locals on entry to the block
						word &^= l.assigned[b][w]
					}
					if word&^in[w] != 0 {
						in[w] |= word
						changed = true
					}
				}
			}
		}
	}
	return l
}
