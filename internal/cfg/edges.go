package cfg

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
)

// connect makes the edges.
func (g *Graph) connect(s *scratch) error {
	n := len(g.Blocks)
	if n > 1 || g.Code.Handlers != nil {
		g.Edges = make([]Edge, 0, n+n/2)
	}
	first := s.take(n + 1) // edges of block b are Edges[first[b]:first[b+1]]
	h := newHandlerSweep(g.Code)
	rets, err := g.findReturns()
	if err != nil {
		return err
	}
	for i := range g.Blocks {
		b := &g.Blocks[i]
		first[i] = int32(len(g.Edges))
		g.normalEdges(int32(i), rets)
		if h == nil {
			continue
		}
		handlers := h.at(b.Start)
		if !b.Throws {
			continue
		}
		for _, k := range handlers {
			g.edge(int32(i), g.Code.Handlers[k].Target, Exception, 0, k)
		}
		if len(g.Edges) > maxEdges {
			return fmt.Errorf("the code has more than %d ways into exception handlers: it is not analysed", maxEdges)
		}
	}
	first[n] = int32(len(g.Edges))
	for i := range g.Blocks {
		g.Blocks[i].Succs = g.Edges[first[i]:first[i+1]:first[i+1]]
	}
	return nil
}

func (g *Graph) edge(from int32, toPC int, k Kind, key, handler int32) {
	g.Edges = append(g.Edges, Edge{From: from, To: int32(g.BlockAt(toPC)), Case: key, Handler: handler, Slot: -1, Kind: k})
}

// normalEdges adds the edges that the block's last instruction makes. Switch cases that go where the default
// goes are the default.
func (g *Graph) normalEdges(i int32, rets map[int32][]int32) {
	c, b := g.Code, &g.Blocks[i]
	op := c.Op(b.Last)
	fall := func(k Kind) {
		if b.End < len(c.Bytes) { // else checkEnds reports it, where it can be reached
			g.edge(i, b.End, k, 0, -1)
		}
	}
	switch {
	case op.IsConditional():
		fall(Fall)
		t, _ := c.Branch(b.Last)
		g.edge(i, t, Taken, 0, -1)
	case op == classfile.OpGoto || op == classfile.OpGotoW:
		t, _ := c.Branch(b.Last)
		g.edge(i, t, Jump, 0, -1)
	case op == classfile.OpJsr || op == classfile.OpJsrW:
		t, _ := c.Branch(b.Last)
		g.edge(i, t, Subroutine, 0, -1)
	case op == classfile.OpRet:
		for _, jsr := range rets[i] {
			if pc := g.Blocks[jsr].End; pc < len(c.Bytes) {
				g.edge(i, pc, Return, 0, -1)
			}
		}
	case op == classfile.OpTableswitch || op == classfile.OpLookupswitch:
		def, cases := c.Switch(b.Last)
		for _, k := range cases {
			if k.Target != def {
				g.edge(i, k.Target, Case, k.Key, -1)
			}
		}
		g.edge(i, def, Default, 0, -1)
	case !op.EndsFlow():
		fall(Fall)
	}
}

// handlerSweep yields the handlers that apply at ascending pcs.
type handlerSweep struct {
	code    *classfile.Code
	starts  []int32 // handlers by ascending Start, then End
	ends    []int32
	class   []int32 // handlers with the same type have the same class
	seen    []int32 // by class: the last recomputation that met it
	active  []int32 // in table order
	current []int32 // active without those that an earlier one hides
	stamp   int32
}

func newHandlerSweep(code *classfile.Code) *handlerSweep {
	hs := code.Handlers
	n := len(hs)
	if n == 0 {
		return nil
	}
	space := make([]int32, 4*n)
	h := &handlerSweep{code: code, starts: space[:n:n], ends: space[n : 2*n : 2*n], class: space[2*n : 3*n], seen: space[3*n:]}
	for i := range hs {
		h.starts[i], h.ends[i] = int32(i), int32(i)
	}
	sortBy(h.starts, func(i int32) int { return hs[i].Start })
	sortBy(h.ends, func(i int32) int { return hs[i].End })
	if n <= 16 {
		for i := range hs {
			h.class[i] = int32(i)
			for j := range i {
				if hs[j].Type == hs[i].Type {
					h.class[i] = int32(j)
					break
				}
			}
		}
		return h
	}
	byType := make(map[string]int32, 16)
	for i := range hs {
		k, ok := byType[hs[i].Type]
		if !ok {
			k = int32(len(byType))
			byType[hs[i].Type] = k
		}
		h.class[i] = k
	}
	return h
}

// at returns the handlers that an exception at pc can reach, in table order: the first of each type, and none
// behind one that catches all. Calls must have ascending pcs.
func (h *handlerSweep) at(pc int) []int32 {
	hs := h.code.Handlers
	changed := false
	for len(h.ends) > 0 && hs[h.ends[0]].End <= pc {
		i, _ := search(h.active, h.ends[0])
		h.active = append(h.active[:i], h.active[i+1:]...)
		h.ends = h.ends[1:]
		changed = true
	}
	for len(h.starts) > 0 && hs[h.starts[0]].Start <= pc {
		k := h.starts[0]
		i, _ := search(h.active, k)
		h.active = append(h.active, 0)
		copy(h.active[i+1:], h.active[i:])
		h.active[i] = k
		h.starts = h.starts[1:]
		changed = true
	}
	if !changed {
		return h.current
	}
	h.stamp++
	h.current = h.current[:0]
	for _, k := range h.active {
		if h.seen[h.class[k]] == h.stamp {
			continue
		}
		h.seen[h.class[k]] = h.stamp
		h.current = append(h.current, k)
		if catchAll(hs[k].Type) {
			break
		}
	}
	return h.current
}
