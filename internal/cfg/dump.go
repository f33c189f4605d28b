package cfg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/plain"
)

// String returns the graph for people: per block its lines, immediate dominator, instructions and successors, then the loops
// and the irreducible regions. It is bounded, see plain.Listing.
func (g *Graph) String() string {
	var l plain.Listing
	lines := g.Code.Lines()
	for b := range g.Blocks {
		if l.Full() {
			break
		}
		g.dumpBlock(&l, lines, b)
	}
	for k := range g.Loops {
		if l.Full() {
			break
		}
		g.dumpLoop(&l, lines, k)
	}
	for k, r := range g.Irreducible {
		l.Add(0, "irreducible region %d: blocks %s, entered at %s", k, list(r.Blocks), list(r.Entries))
	}
	return l.String()
}

// dumpBlock writes one block.
func (g *Graph) dumpBlock(l *plain.Listing, lines []classfile.Line, b int) {
	l.Add(0, "%s", g.title(lines, b))
	blk, line, width := &g.Blocks[b], 0, 0
	if len(lines) > 0 {
		width = len("line 1234 ")
	}
	for pc := blk.Start; pc < blk.End && !l.Full(); pc = g.Code.Next(pc) {
		at := ""
		if n := classfile.LineAt(lines, pc); n != line && width > 0 {
			line, at = n, fmt.Sprintf("line %d", n)
		}
		l.Add(1, "%-*s%4d  %s", width, at, pc, g.Code.Instruction(pc))
	}
	for i := range blk.Succs {
		if l.Full() {
			return
		}
		e := &blk.Succs[i]
		back := ""
		if e.Slot >= 0 && g.Dominators.Dominates(int(e.To), b) {
			back = ", back edge"
		}
		l.Add(1, "-> block %d (%s%s)", e.To, g.edgeText(e), back)
	}
	if len(blk.Succs) == 0 {
		l.Add(1, "-> leaves the method")
	}
}

// title names a block with its lines and its place in the dominator tree and in the loops.
func (g *Graph) title(lines []classfile.Line, b int) string {
	blk := &g.Blocks[b]
	parts := []string{fmt.Sprintf("block %d", b)}
	if t := g.lineText(lines, b); t != "" {
		parts = append(parts, t)
	}
	switch {
	case !blk.Reachable():
		parts = append(parts, "unreachable")
	case g.Dominators.Parent(b) >= 0:
		parts = append(parts, fmt.Sprintf("immediate dominator %d", g.Dominators.Parent(b)))
	default:
		parts = append(parts, "entry")
	}
	if blk.Loop >= 0 {
		role := "in loop"
		if g.Loops[blk.Loop].Header == int32(b) {
			role = "header of loop"
		}
		parts = append(parts, fmt.Sprintf("%s %d", role, blk.Loop))
	}
	if blk.Region >= 0 {
		parts = append(parts, fmt.Sprintf("in irreducible region %d", blk.Region))
	}
	return strings.Join(parts, ", ")
}

// lineText names the source lines of a block, from the first to the last; it is empty where the class has no line table.
func (g *Graph) lineText(lines []classfile.Line, b int) string {
	first, last := 0, 0
	for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc = g.Code.Next(pc) {
		if n := classfile.LineAt(lines, pc); n > 0 {
			if first == 0 || n < first {
				first = n
			}
			last = max(last, n)
		}
	}
	switch {
	case first == 0:
		return ""
	case first == last:
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d to %d", first, last)
}

// edgeText names the kind of an edge, with the key or the exception that takes it.
func (g *Graph) edgeText(e *Edge) string {
	switch e.Kind {
	case Case:
		return fmt.Sprintf("case %d", e.Case)
	case Exception:
		if class := g.Catch(e); class != "" {
			return "exception " + classfile.External(class)
		}
		return "any exception"
	}
	return e.Kind.String()
}

func (g *Graph) dumpLoop(l *plain.Listing, lines []classfile.Line, k int) {
	x := &g.Loops[k]
	at := ""
	if n := classfile.LineAt(lines, g.Blocks[x.Header].Start); n > 0 {
		at = fmt.Sprintf(" (line %d)", n)
	}
	around := ""
	if x.Parent >= 0 {
		around = fmt.Sprintf(", inside loop %d", x.Parent)
	}
	l.Add(0, "loop %d%s: header %d, depth %d%s", k, at, x.Header, x.Depth, around)
	blocks := slices.Sorted(slices.Values(x.Blocks))
	l.Add(1, "blocks %s", list(blocks))
	latches := make([]int32, len(x.BackEdges))
	for i, e := range x.BackEdges {
		latches[i] = g.Edges[e].From
	}
	l.Add(1, "latches %s", list(latches))
	var exits []string
	for _, e := range g.Exits(k) {
		if len(exits) == maxNumbers {
			exits = append(exits, "...")
			break
		}
		exits = append(exits, fmt.Sprintf("%d -> %d", g.Edges[e].From, g.Edges[e].To))
	}
	if len(exits) == 0 {
		exits = []string{"none"}
	}
	l.Add(1, "exits %s", strings.Join(exits, ", "))
}

// maxNumbers bounds the blocks that a line of a dump lists.
const maxNumbers = 40

func list(blocks []int32) string {
	var parts []string
	for i, b := range blocks {
		if i == maxNumbers {
			parts = append(parts, fmt.Sprintf("... and %d more", len(blocks)-i))
			break
		}
		parts = append(parts, strconv.Itoa(int(b)))
	}
	return strings.Join(parts, " ")
}
