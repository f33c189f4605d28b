package cfg

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestGraphs(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"straight", "iconst_0\npop\nreturn", "0 [0,3)\n"},
		{"loop", `
			      iconst_0
			      istore_0
			loop: iload_0
			      ifeq end
			      iinc 0 1
			      goto loop
			end:  return`, `
0 [0,2) fall:1
1 [2,6) fall:2 taken:3
2 [6,12) jump:1
3 [12,13)
loop 1 depth 1 blocks [1 2]
`},
		{"loops that share a header", `
			h: iload_0
			   ifeq a
			   iload_0
			   ifeq h
			   return
			a: goto h`, `
0 [0,4) fall:1 taken:3
1 [4,8) fall:2 taken:0
2 [8,9)
3 [9,12) jump:0
loop 0 depth 1 blocks [0 1 3]
`},
		{"nested loops, exits", `
			o: iload_0
			   ifeq end
			i: iload_0
			   ifne i
			   iload_0
			   ifeq j
			   goto o
			j: iload_0
			   ifne j
			   goto o
			end: return`, `
0 [0,4) fall:1 taken:6
1 [4,8) fall:2 taken:1
2 [8,12) fall:3 taken:4
3 [12,15) jump:0
4 [15,19) fall:5 taken:4
5 [19,22) jump:0
6 [22,23)
loop 0 depth 1 blocks [0 2 3 5 1 4]
loop 1 depth 2 blocks [1]
loop 4 depth 2 blocks [4]
`},
		{"switch: cases that are the default are dropped", `
			     iload_0
			     tableswitch out a out b a
			a:   return
			b:   return
			out: return`, `
0 [0,32) case:1=0 case:2=2 case:1=3 default:3
1 [32,33)
2 [33,34)
3 [34,35)
`},
		{"lookupswitch", "iload_0\nlookupswitch d -5=a 7=d\na: return\nd: return", `
0 [0,28) case:1=-5 default:2
1 [28,29)
2 [29,30)
`},
		{"dead code, even off the end", "return\nd: iconst_0\nifeq d\nnop", `
0 [0,1)
1 [1,5) unreachable fall:2 taken:1
2 [5,6) unreachable
`},
		{"stores end blocks in handler ranges; only what throws has an edge", `
			s: iconst_0
			   istore_0
			   invokestatic
			   invokestatic
			   iinc 0 1
			   iload_0
			   pop
			e: istore_0
			   return
			h: pop
			   return
			   .catch s e h java/lang/Exception
			   .catch s e h any
			   .catch s e h java/lang/Error`, `
0 [0,2) fall:1
1 [2,11) fall:2 exception:4(java/lang/Exception) exception:4()
2 [11,13) fall:3
3 [13,15)
4 [15,17)
`},
		{"handlers: first of a type, in table order, none behind a catch-all", `
			a: invokestatic
			b: invokestatic
			c: return
			h: athrow
			k: athrow
			   .catch b c h A
			   .catch a c k A
			   .catch a b k java/lang/Throwable
			   .catch a c h B`, `
0 [0,3) fall:1 exception:4(A) exception:4(java/lang/Throwable)
1 [3,6) fall:2 exception:3(A) exception:3(B)
2 [6,7)
3 [7,8)
4 [8,9)
`},
		{"a handler within its own range", `
			a: invokestatic
			h: astore_0
			   aload_0
			   athrow
			e: return
			   .catch a e h any`, `
0 [0,3) fall:1 exception:1()
1 [3,4) fall:2
2 [4,6) exception:1()
3 [6,7) unreachable
loop 1 depth 1 blocks [1 2]
`},
		{"irreducible", `
			   iload_0
			   ifeq b
			a: iload_0
			   ifeq b
			   return
			b: iload_0
			   ifeq a
			   return`, `
0 [0,4) fall:1 taken:3
1 [4,8) fall:2 taken:3
2 [8,9)
3 [9,13) fall:4 taken:1
4 [13,14)
irreducible [3 1] entries [3 1]
`},
		{"irreducible within a loop", `
			h: iload_0
			   ifeq b
			a: iload_0
			   ifeq b
			   goto h
			b: iload_0
			   ifeq a
			   return`, `
0 [0,4) fall:1 taken:3
1 [4,8) fall:2 taken:3
2 [8,11) jump:0
3 [11,15) fall:4 taken:1
4 [15,16)
loop 0 depth 1 blocks [0 3 1 2]
irreducible [3 1] entries [3 1]
`},
		{"jsr and ret", `
			   jsr s
			   jsr s
			   return
			s: astore_1
			   ret 1`, `
0 [0,3) subroutine:3
1 [3,6) subroutine:3
2 [6,7)
3 [7,10) return:1 return:2
loop 3 depth 1 blocks [3 1]
`},
		{"nested subroutines keep apart by their variable", `
			   jsr s
			   return
			s: astore_1
			   jsr u
			   ret 1
			u: astore_2
			   ret 2`, `
0 [0,3) subroutine:2
1 [3,4)
2 [4,8) subroutine:4
3 [8,10) return:1
4 [10,13) return:3
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := build(t, test.code)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := describe(g), strings.TrimPrefix(test.want, "\n"); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if want := strings.Contains(test.code, "jsr"); g.HasSubroutines != want {
				t.Errorf("HasSubroutines is %v", g.HasSubroutines)
			}
		})
	}
}

func TestExits(t *testing.T) {
	g, err := build(t, `
		o: iload_0
		   ifeq end
		i: iload_0
		   ifeq end
		   iload_0
		   ifne i
		   goto o
		end: return`)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range [][][2]int32{{{0, 4}, {1, 4}}, {{1, 4}, {2, 3}}} {
		var got [][2]int32
		for _, e := range g.Exits(l) {
			got = append(got, [2]int32{g.Edges[e].From, g.Edges[e].To})
		}
		if !slices.Equal(got, want) {
			t.Errorf("exits of loop %d: %v, want %v", l, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"falls off", "iconst_0\npop", "falls off the end of the code behind the pop at offset 1"},
		{"falls off behind a branch", "a: iconst_0\nifeq a", "falls off the end of the code behind the ifeq at offset 1"},
		{"ret alone", "ret 1", "the ret at offset 0 has nowhere to return to"},
		{"ret of another variable", "jsr s\nreturn\ns: astore_1\nret 2", "the ret at offset 5 has nowhere to return to"},
		{"nothing to return to", "goto a\ns: astore_1\nret 1\na: jsr s", "the ret at offset 4 has nowhere to return to"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := build(t, test.code)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	var handlers, subroutines strings.Builder
	handlers.WriteString("s: ")
	for range 5000 {
		handlers.WriteString("invokestatic\niinc 0 1\n")
	}
	handlers.WriteString("return\nh: return\n")
	for i := range 300 {
		fmt.Fprintf(&handlers, ".catch s h h E%d\n", i)
	}
	for i := range 9000 {
		fmt.Fprintf(&subroutines, "jsr s%d\n", i)
	}
	subroutines.WriteString("return\n")
	for i := range 9000 {
		fmt.Fprintf(&subroutines, "s%d: astore_1\nret 1\n", i)
	}
	for code, want := range map[string]string{
		handlers.String():    "ways into exception handlers",
		subroutines.String(): "too many subroutines",
	} {
		if _, err := build(t, code); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestPostDominators(t *testing.T) {
	g, err := build(t, `
		   iload_0
		   ifeq a
		   iinc 0 1
		   goto b
		a: iinc 0 1
		b: iload_0
		   ifeq c
		   return
		c: goto c`)
	if err != nil {
		t.Fatal(err)
	}
	p := g.PostDominators()
	for b, want := range []int{3, 3, 3, -1, -1, -1} {
		if got := p.Parent(b); got != want {
			t.Errorf("block %d: immediate postdominator %d, want %d", b, got, want)
		}
	}
	if !p.Dominates(3, 0) || p.Dominates(1, 0) || p.Dominates(4, 3) {
		t.Error("Dominates contradicts the tree")
	}
}
