package cfg

import (
	"errors"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// maxSubroutineWork bounds the blocks visited in search of the rets of subroutines. Real code, of compilers
// before 1.4, has few subroutines per method.
const maxSubroutineWork = 1 << 26

// findReturns maps each block that ends in a ret to the blocks whose jsr it may return to; nil where the code has
// no ret. It is an over-approximation: a ret belongs to every subroutine from whose entry it can be reached,
// through nested subroutines and handlers too, unless the two disagree on the local variable that holds the
// return address. (A return address can be stored but not loaded, so where the subroutine begins with a store,
// that variable is the only place it can be: JVMS 6.5.ret.)
func (g *Graph) findReturns() (map[int32][]int32, error) {
	callers := map[int32][]int32(nil) // subroutine entry to the blocks that call it
	hasRet := false
	for i := range g.Blocks {
		switch g.Code.Op(g.Blocks[i].Last) {
		case classfile.OpJsr, classfile.OpJsrW:
			t, _ := g.Code.Branch(g.Blocks[i].Last)
			if callers == nil {
				callers = map[int32][]int32{}
			}
			e := int32(g.BlockAt(t))
			callers[e] = append(callers[e], int32(i))
		case classfile.OpRet:
			hasRet = true
		}
	}
	if !hasRet || callers == nil {
		return nil, nil
	}
	entries := make([]int32, 0, len(callers))
	for e := range callers {
		entries = append(entries, e)
	}
	slices.Sort(entries)
	if len(entries)*len(g.Blocks) > maxSubroutineWork {
		return nil, errors.New("the code has too many subroutines (jsr): it is not analysed")
	}
	next := g.flowInto()
	rets := map[int32][]int32{}
	seen := make([]int32, len(g.Blocks))
	var work []int32
	for n, e := range entries {
		stamp := int32(n + 1)
		holder := -1
		if start := g.Blocks[e].Start; g.Code.Op(start).IsStore() {
			holder, _ = g.Code.Local(start)
		}
		seen[e] = stamp
		work = append(work[:0], e)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if last := g.Blocks[b].Last; g.Code.Op(last) == classfile.OpRet {
				if v, _ := g.Code.Local(last); holder < 0 || v == holder {
					rets[b] = append(rets[b], callers[e]...)
				}
			}
			for _, s := range next[b] {
				if seen[s] != stamp {
					seen[s] = stamp
					work = append(work, s)
				}
			}
		}
	}
	for b := range rets {
		slices.Sort(rets[b])
	}
	return rets, nil
}

// flowInto returns the successors of each block before returns are known: a jsr leads into its subroutine and,
// through that, behind itself.
func (g *Graph) flowInto() [][]int32 {
	c := g.Code
	next := make([][]int32, len(g.Blocks))
	h := newHandlerSweep(c)
	for i := range g.Blocks {
		b := &g.Blocks[i]
		op := c.Op(b.Last)
		to := func(pc int) {
			if pc < len(c.Bytes) {
				next[i] = append(next[i], int32(g.BlockAt(pc)))
			}
		}
		if t, ok := c.Branch(b.Last); ok {
			to(t)
		}
		if !op.EndsFlow() || op == classfile.OpJsr || op == classfile.OpJsrW {
			to(b.End)
		}
		if op == classfile.OpTableswitch || op == classfile.OpLookupswitch {
			def, cases := c.Switch(b.Last)
			to(def)
			for _, k := range cases {
				to(k.Target)
			}
		}
		if h != nil {
			if handlers := h.at(b.Start); b.Throws {
				for _, k := range handlers {
					to(c.Handlers[k].Target)
				}
			}
		}
	}
	return next
}
