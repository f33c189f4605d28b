package randjava

import (
	"fmt"
	"strings"
)

// Recursive methods over two ends, a number and an array of marks: what ends a call is tested in one comparison or in several of which none
// alone ends it, arguments are chosen on the way, and calls mark what they have seen, or take the mark back. Most of them
// end; the others are ended from outside.

// recursive is a method rI that calls itself.
func (g *generator) recursive(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    static int r%d(int a, int b, int c, int[] u) {\n        int s = 0;\n        int h = %s;\n", i, g.middle())
	for range 1 + g.r.IntN(2) {
		fmt.Fprintf(&b, "        if (%s) {\n            return %s;\n        }\n", g.ends(), pick(g.r, "0", "s", "a - b"))
	}
	mark := g.r.IntN(4) == 0
	at := pick(g.r, "a", "a", "b", "c")
	if mark {
		test := pick(g.r, "u[X] != 0", "u[X] != 0", "u[X] == 1", "u[X] > 0")
		fmt.Fprint(&b, strings.ReplaceAll(fmt.Sprintf("        if (X < 0 || X >= u.length || %s) {\n            return s;\n        }\n        u[%s] = %s;\n", test, pick(g.r, "X", "X", "X", "0"), pick(g.r, "1", "1", "2", "a")), "X", at))
	}
	if g.r.IntN(3) == 0 {
		fmt.Fprintf(&b, "        if (%s) {\n            %s = %s;\n        }\n", g.ends(), pick(g.r, "h", "h", "c", "a"), g.argument())
	}
	call := func() string {
		return fmt.Sprintf("s += r%d(%s, %s, %s, u);", i, g.argument(), g.argument(), pick(g.r, "c", "c", "c - 1", "c / 2", "h"))
	}
	for range 1 + g.r.IntN(2) {
		switch g.r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "        if (%s) {\n            %s\n        } else {\n            %s\n        }\n", g.ends(), call(), pick(g.r, "s++;", call()))
		case 1:
			fmt.Fprintf(&b, "        if (!(%s)) {\n            %s\n        }\n", g.ends(), call())
		default:
			fmt.Fprintf(&b, "        %s\n", call())
		}
	}
	if mark && g.r.IntN(4) == 0 {
		fmt.Fprintf(&b, "        u[%s] = 0;\n", at)
	}
	b.WriteString("        return s + 1;\n    }\n\n")
	return b.String()
}

// middle is a number between the ends, or near one of them.
func (g *generator) middle() string {
	return pick(g.r, "(a + b) / 2", "(a + b) >>> 1", "a + (b - a) / 2", "b / 2", "a > b ? a - 1 : b - 1", "Math.min(a, b)", "c > a ? a + 1 : b", "b - 1",
		"between(a, b, c)", "between(a, b, c)", "behind(a, b, c)", "near(a, b, c)")
}

// parts are the methods that return an index in a range, as partitions do, or near it.
const parts = `    static int between(int a, int b, int c) {
        int i = a;
        for (int j = a; j < b; j++) {
            if ((j ^ c) % 2 == 0) {
                i++;
            }
        }
        return i;
    }

    static int behind(int a, int b, int c) {
        int i = a - 1;
        for (int j = a; j <= b - 1; j++) {
            if (j % 3 != c % 2) {
                i++;
            }
        }
        i++;
        return i;
    }

    static int near(int a, int b, int c) {
        return c % 2 == 0 ? Math.max(a, Math.min(b, c)) : c % 3 == 0 ? a - 1 : b + 1;
    }

`

// argument is an end for the next call.
func (g *generator) argument() string {
	return pick(g.r, "a", "a + 1", "a - 1", "b", "b - 1", "b - 1", "h", "h", "h + 1", "h - 1", "a / 2", "c", "a > c ? a - 1 : b - 1")
}

// ends is a condition under which a call ends, or takes another way.
func (g *generator) ends() string {
	one := func() string {
		return pick(g.r, "a >= b", "a > b", "a == b", "b - a <= 1", "a <= 0", "b <= 0", "c <= 0", "c == 0", "a >= u.length", "b < c", "c <= a", "a > 6", "h >= b", "h < a")
	}
	switch g.r.IntN(4) {
	case 0:
		return one() + " || " + one()
	case 1:
		return one() + " && " + one()
	}
	return one()
}
