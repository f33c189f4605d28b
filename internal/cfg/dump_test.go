package cfg

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/energylint/energylint/internal/plain"
)

// loopCode counts down; its last block is unreachable.
const loopCode = `
	      iconst_0
	      istore_0
	loop: iload_0
	      ifeq end
	      iinc 0 1
	      goto loop
	end:  return
	      return`

func TestString(t *testing.T) {
	g, err := build(t, loopCode)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
block 0, entry
     0  iconst_0
     1  istore_0
  -> block 1 (fall)
block 1, immediate dominator 0, header of loop 0
     2  iload_0
     3  ifeq 12
  -> block 2 (fall)
  -> block 3 (taken)
block 2, immediate dominator 1, in loop 0
     6  iinc 0 1
     9  goto 2
  -> block 1 (jump, back edge)
block 3, immediate dominator 1
    12  return
  -> leaves the method
block 4, unreachable
    13  return
  -> leaves the method
loop 0: header 1, depth 1
  blocks 1 2
  latches 2
  exits 1 -> 3
`
	if got := g.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

func TestStringIsBounded(t *testing.T) {
	g, err := build(t, strings.Repeat("goto n\nn: ", 1)+strings.Repeat("nop\n", 3*plain.MaxListing)+"return")
	if err != nil {
		t.Fatal(err)
	}
	if text := g.String(); strings.Count(text, "\n") > plain.MaxListing+1 || !strings.Contains(text, "the rest is left out") {
		t.Errorf("%d lines", strings.Count(text, "\n"))
	}
}

// TestDot holds drawings against the grammar of Graphviz, as far as they use it: statements that end in a semicolon between
// braces, names of nodes, and strings in which quotes and backslashes are escaped.
func TestDot(t *testing.T) {
	chain := ""
	for i := range maxDrawn + 20 {
		chain += fmt.Sprintf("iload_0\nifeq l%d\nl%d: ", i, i)
	}
	for _, test := range []struct {
		name, code string
		nodes      int // without the note on those that are left out
		edges      int
	}{
		{"method", loopCode, 5, 4},
		{"p.A.m(\"x\\\n}\x1b[2J)", loopCode, 5, 4},
		{"irreducible", "iload_0\nifeq b\na: iload_0\nifeq b\nreturn\nb: goto a", 4, 5},
		{"long", chain + "return", maxDrawn, 2*maxDrawn - 2},
	} {
		g, err := build(t, test.code)
		if err != nil {
			t.Fatal(err)
		}
		text := g.Dot(test.name)
		nodes, edges, err := parseDot(text)
		if err != nil {
			t.Errorf("%s: %v in\n%s", test.name, err, text)
		}
		if more := strings.Contains(text, "more blocks"); more != (test.name == "long") {
			t.Errorf("%s: a note that blocks are left out: %t", test.name, more)
		} else if more {
			nodes--
		}
		if nodes != test.nodes || edges > test.edges || edges < test.nodes-1 {
			t.Errorf("%s: %d nodes, %d edges, want %d and at most %d", test.name, nodes, edges, test.nodes, test.edges)
		}
	}
	for _, wrong := range []string{"", "digraph x {", "digraph \"x {\n}\n", "digraph \"x\" {\n  b0 [label=\"\\\"];\n}\n", "digraph \"x\" {\n  b0 [label=\"a\"]\n}\n", "digraph \"x\" {\n  b0 -> [label=\"a\"];\n}\n"} {
		if _, _, err := parseDot(wrong); err == nil {
			t.Errorf("%q passes", wrong)
		}
	}
}

// parseDot checks a drawing and counts its nodes and edges.
func parseDot(text string) (nodes, edges int, err error) {
	name, body, ok := strings.Cut(text, " {\n")
	if !ok || !strings.HasSuffix(body, "}\n") {
		return 0, 0, fmt.Errorf("no braces")
	}
	if rest, ok := afterString(strings.TrimPrefix(name, "digraph ")); !ok || rest != "" {
		return 0, 0, fmt.Errorf("%q is no name", name)
	}
	known := map[string]bool{}
	for line := range strings.Lines(strings.TrimSuffix(body, "}\n")) {
		head, attributes, ok := strings.Cut(strings.TrimSpace(line), " [")
		if !ok {
			return 0, 0, fmt.Errorf("%q has no attributes", line)
		}
		for more := true; more; { // name=value, separated by commas
			_, value, ok := strings.Cut(attributes, "=")
			if !ok {
				return 0, 0, fmt.Errorf("%q: no value", line)
			}
			if strings.HasPrefix(value, `"`) {
				if value, ok = afterString(value); !ok {
					return 0, 0, fmt.Errorf("%q: a string does not end", line)
				}
			} else {
				value = value[max(0, strings.IndexAny(value, ",]")):]
			}
			attributes, more = strings.CutPrefix(value, ", ")
		}
		if attributes != "];" {
			return 0, 0, fmt.Errorf("%q ends in %q", line, attributes)
		}
		switch from, to, edge := strings.Cut(head, " -> "); {
		case edge && (!known[from] || !known[to]):
			return 0, 0, fmt.Errorf("%q: not a node", line)
		case edge:
			edges++
		case strings.ContainsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
			return 0, 0, fmt.Errorf("%q is no node", head)
		case head != "node":
			known[head] = true
			nodes++
		}
	}
	return nodes, edges, nil
}

// afterString returns what is behind a string in quotes.
func afterString(s string) (rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", false
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] < ' ':
			return "", false
		case s[i] == '\\':
			i++
		case s[i] == '"':
			return s[i+1:], true
		}
	}
	return "", false
}
