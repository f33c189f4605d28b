package ssa

import (
	"slices"

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
	blocks, words int
	store         []uint64 // the sets: of all blocks first what they use, then what they assign, then what is live on entry
}

func (l *locals) set(kind, block int) localSet {
	from := (kind*l.blocks + block) * l.words
	return localSet(l.store[from : from+l.words])
}

// used returns the locals that a block reads before it assigns them.
func (l *locals) used(block int) localSet { return l.set(0, block) }

// assigned returns the locals that a block assigns.
func (l *locals) assigned(block int) localSet { return l.set(1, block) }

// liveIn returns the locals that are live on entry to a block.
func (l *locals) liveIn(block int) localSet { return l.set(2, block) }

// liveness computes which locals are live on entry to each reachable block, and which each block assigns: the
// usual backward data flow, in postorder, until nothing changes. It uses the memory of store.
func liveness(g *cfg.Graph, store []uint64) locals {
	l := locals{blocks: len(g.Blocks), words: (g.Code.MaxLocals + 63) / 64}
	n := 3 * l.blocks * l.words
	l.store = slices.Grow(store[:0], n)[:n]
	clear(l.store)
	if l.words == 0 {
		return l
	}
	code := g.Code
	for _, b := range g.RPO {
		blk, used, assigned := &g.Blocks[b], l.used(int(b)), l.assigned(int(b))
		for pc := blk.Start; pc < blk.End; pc = code.Next(pc) {
			i, ok := code.Local(pc)
			if !ok {
				continue
			}
			op := code.Op(pc)
			if !op.IsStore() && !assigned.has(i) { // loads, iinc, ret
				used.add(i)
			}
			if op.IsStore() || op == classfile.OpIinc {
				assigned.add(i)
			}
		}
		copy(l.liveIn(int(b)), used)
	}
	for changed := true; changed; {
		changed = false
		for k := len(g.RPO) - 1; k >= 0; k-- {
			b := g.RPO[k]
			in, assigned := l.liveIn(int(b)), l.assigned(int(b))
			for _, e := range g.Blocks[b].Succs {
				for w, word := range l.liveIn(int(e.To)) {
					if e.Kind != cfg.Exception { // a handler sees the locals on entry to the block
						word &^= assigned[w]
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
