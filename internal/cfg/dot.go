package cfg

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/plain"
)

// Bounds of a drawing: a larger graph is no picture that anybody looks at.
const (
	maxDrawn       = 500 // blocks
	maxDrawnEdges  = 4000
	maxDrawnLines  = 30 // of one block
	maxDrawnLetter = 100
)

// Dot returns the graph in the language of Graphviz: blocks with their instructions, and edges with their kinds. Headers of
// loops have a double frame, back edges are bold, exceptions dashed. Beyond 500 blocks the rest is left out.
func (g *Graph) Dot(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n  node [shape=box, fontname=monospace];\n", quote(name))
	lines := g.Code.Lines()
	n := min(len(g.Blocks), maxDrawn)
	for k := range n {
		g.drawBlock(&b, lines, k)
	}
	edges := 0
	for k := range n {
		for i := range g.Blocks[k].Succs {
			e := &g.Blocks[k].Succs[i]
			if int(e.To) >= n || edges >= maxDrawnEdges {
				continue
			}
			edges++
			style := ""
			switch {
			case e.Slot >= 0 && g.Dominators.Dominates(int(e.To), k):
				style = ", style=bold"
			case e.Kind == Exception:
				style = ", style=dashed"
			}
			fmt.Fprintf(&b, "  b%d -> b%d [label=%s%s];\n", k, e.To, quote(g.edgeText(e)), style)
		}
	}
	if rest := len(g.Blocks) - n; rest > 0 {
		fmt.Fprintf(&b, "  rest [shape=plaintext, label=%s];\n", quote(fmt.Sprintf("%d more blocks", rest)))
	}
	b.WriteString("}\n")
	return b.String()
}

func (g *Graph) drawBlock(b *strings.Builder, lines []classfile.Line, k int) {
	label := quoted(g.title(lines, k)) + `\l`
	n := 0
	for pc := g.Blocks[k].Start; pc < g.Blocks[k].End; pc = g.Code.Next(pc) {
		if n++; n > maxDrawnLines {
			label += `...\l`
			break
		}
		label += quoted(fmt.Sprintf("%d %s", pc, g.Code.Instruction(pc))) + `\l`
	}
	shape := ""
	if l := g.Blocks[k].Loop; l >= 0 && int(g.Loops[l].Header) == k {
		shape = ", peripheries=2"
	}
	fmt.Fprintf(b, "  b%d [label=\"%s\"%s];\n", k, label, shape)
}

// quote returns a string of the language.
func quote(s string) string { return `"` + quoted(s) + `"` }

// quoted is s, made plain, as it stands between quotes.
func quoted(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain.Short(plain.Line(s), maxDrawnLetter))
}
