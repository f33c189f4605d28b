package difference

import (
	"github.com/energylint/energylint/internal/snapshot"
)

// codeLine is a line of code, or a part of it.
type codeLine struct {
	line, depth, digest int
}

func linesOf(m *snapshot.Method) []codeLine {
	out := make([]codeLine, len(m.Lines))
	at := m.Line
	for i, l := range m.Lines {
		at += l.Step
		out[i] = codeLine{at, l.Depth, l.Digest}
	}
	return out
}

// changedLine returns the line of one side that tells most of a change: what the other side has not, or has in fewer loops;
// of several the one in most loops, and of these the first. deeper reports that the code is the same but for the loops.
func changedLine(of, other *snapshot.Method) (line int, deeper, ok bool) {
	a, b := linesOf(of), linesOf(other)
	best := codeLine{depth: -1}
	for i, j := range matchLines(a, b) {
		switch {
		case j < 0 && a[i].depth > best.depth:
			best, deeper = a[i], false
		case j >= 0 && a[i].depth > b[j].depth && a[i].depth > best.depth:
			best, deeper = a[i], true
		}
	}
	return best.line, deeper, best.depth >= 0
}

// maxLines bounds the product of the lines that are compared each with each.
const maxLines = 1 << 20

// matchLines returns for each line of a the line of b with the same code, -1 where there is none: a longest common
// subsequence, and what is left by its code alone.
func matchLines(a, b []codeLine) []int {
	out := make([]int, len(a))
	for i := range out {
		out[i] = -1
	}
	start := 0
	for start < min(len(a), len(b)) && a[start].digest == b[start].digest {
		out[start] = start
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1].digest == b[endB-1].digest {
		endA--
		endB--
		out[endA] = endB
	}
	x, y := a[start:endA], b[start:endB]
	taken := make([]bool, len(b))
	if len(x)*len(y) <= maxLines {
		for _, at := range commonSubsequence(len(x), len(y), func(i, j int) bool { return x[i].digest == y[j].digest }) {
			out[start+at[0]], taken[start+at[1]] = start+at[1], true
		}
	}
	left := map[int][]int{}
	for j := start; j < endB; j++ {
		if !taken[j] {
			left[b[j].digest] = append(left[b[j].digest], j)
		}
	}
	for i := start; i < endA; i++ {
		if k := left[a[i].digest]; out[i] < 0 && len(k) > 0 {
			out[i], left[a[i].digest] = k[0], k[1:]
		}
	}
	return out
}
