package randjava

import (
	"fmt"
	"strings"
)

// Methods over arrays of arrays and random numbers: arrays are made with rows of some lengths, in a local variable or a private
// field, and rows are replaced under the same name or another one, by helpers, copies and the library.

// rows is a method wI, with what it needs.
func (g *generator) rows(i int) string {
	final := pick(g.r, "", "final ")
	var b strings.Builder
	fmt.Fprintf(&b, "    static final class Rows%d { // what runs the program sets its own fields\n        private static %sint[][] t = %s;\n    }\n\n", i, final, g.array("4"))
	fmt.Fprintf(&b, "    static void put%d(int[][] x, int[] row) {\n        %s\n    }\n\n", i, pick(g.r, "x[0] = row;", "x[0][0] = row.length;", "int[] y = x[0]; x[0] = x[1]; x[1] = y;", "x = new int[][] {row};"))
	fmt.Fprintf(&b, "    static int[][] rowsMade%d() {\n        int[][] x = %s;\n        return x;\n    }\n\n", i, g.array("4"))
	fmt.Fprintf(&b, "    static int w%d(int n, int[] row) {\n        int s = 0;\n        int[][] a = %s;\n", i, pick(g.r, g.array("n"), g.array("n"), fmt.Sprintf("rowsMade%d()", i), fmt.Sprintf("Rows%d.t", i)))
	fmt.Fprintf(&b, "        int[][] b = %s;\n", pick(g.r, "a", "a.clone()", "n > 2 ? a : "+g.array("n"), "Arrays.copyOf(a, a.length)", fmt.Sprintf("Rows%d.t", i), g.array("n")))
	for range 1 + g.r.IntN(4) {
		b.WriteString("        " + strings.ReplaceAll(g.rowStatement(final != ""), "#", fmt.Sprint(i)) + "\n")
	}
	for range 1 + g.r.IntN(2) {
		over := pick(g.r, "a", "a", "b", fmt.Sprintf("Rows%d.t", i))
		loop := pick(g.r,
			"for (int[] x : OVER) for (int y : x) s += y + 1;",
			"for (int k = 0; k < OVER.length; k++) for (int l = 0; l < OVER[k].length; l++) s += OVER[k][l] + 1;",
			"for (int k = 0; k < OVER[0].length && s < 5000; k++) { s++; CHANGE }",
			"for (int k = 6; k > 0; k--) { for (int x : OVER[0]) s += x + 1; CHANGE }")
		change := pick(g.r, "", "a = new int[2][k + 1];", "b = new int[2][k];", "a[0] = new int[k + 2];", "b[0] = row;")
		b.WriteString("        " + strings.NewReplacer("OVER", over, "CHANGE", change).Replace(loop) + "\n")
	}
	b.WriteString("        for (int k = 0; k < " + g.drawn() + "; k++) s++;\n")
	fmt.Fprintf(&b, "        int m = %s;\n        for (int k = 0; k < m; k++) s++;\n        return s;\n    }\n\n", g.drawn())
	return b.String()
}

// array makes an array of arrays, some with rows of n elements and more.
func (g *generator) array(n string) string {
	return strings.ReplaceAll(pick(g.r, "new int[3][5]", "new int[2][N + 1]", "new int[N + 2][4]", "new int[][] {{1, 2}, {3, 4, 5}}", "new int[][] {{1}, new int[N + 3]}", "new int[][] {new int[6], new int[2], {}}"), "N", n)
}

// rowStatement replaces rows, or what holds them. # is the number of the method.
func (g *generator) rowStatement(final bool) string {
	field := "Rows#.t = a;"
	if final {
		field = "Rows#.t[1] = a[0];"
	}
	return pick(g.r, "a[0] = row;", "b[0] = row;", "a[1] = b[0];", "b[1] = a[0];", "a[0] = a[1];", "a[0] = new int[n + 2];", "a = new int[2][n + 6];",
		"for (int k = 0; k < a.length; k++) a[k] = new int[k + 1];", "for (int k = a.length; k > 0; k--) b[0] = new int[k];", "Arrays.fill(a, row);", "Arrays.asList(b).set(0, row);",
		"System.arraycopy(b, 0, a, 0, 1);", "System.arraycopy(a, 0, b, 0, 1);", "put#(a, row);", "put#(b, row);", "put#(Rows#.t, row);", "Arrays.sort(a, (x, y) -> x.length - y.length);",
		field, "Rows#.t[0] = row;", "b = Rows#.t;", "{ Object[] o = b; o[0] = row; }", "{ int[][][] c = {a}; c[0][1] = row; }")
}

// drawn is a number that is limited where it is computed.
func (g *generator) drawn() string {
	return pick(g.r, "new Random(n).nextInt(7)", "ThreadLocalRandom.current().nextInt(2, 9)", "new Random(n).nextInt(n + 1)", "(int) (Math.random() * 6)", "(int) Math.ceil(new Random(n).nextDouble() * n)",
		"(int) Math.min(5.5, n / 2.0)", "n % row.length", "(int) Math.round(Math.sqrt(n & 63))", "(int) Math.floor(-2.5 * Math.max(-3.0, -n))", "(int) (7.0 / (n + 1))")
}
