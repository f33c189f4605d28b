package randjava

import "strings"

// Statements that raise an exception of the JVM, or not, by a number x: an index, null, a division, a cast, the length of an
// array, a store. Each is to be caught, or not, before or behind a change that the loop around it counts on.
var (
	raises = []string{
		"int[] a# = new int[3]; a#[x] = s;", "a[x] = s;", "s += a[x & 7];", "int[] a# = x % 2 == 0 ? null : a; s += a#.length % 2;",
		"s += 7 % x;", "s += 1 / (x % 3);", "s += (int) (5L % x) & 1;", "Object o# = x % 2 == 0 ? \"t\" : a; s += ((int[]) o#).length % 2;",
		"int[] a# = new int[x - 2]; s += a#.length % 2;", "Object[] o# = x % 2 == 0 ? new String[1] : new Object[1]; o#[0] = a;",
		"Node o# = x % 3 == 0 ? null : new Node(null); s += o#.next() == null ? 1 : 0;", "raise(a, x);", "pass(a, x);",
	}
	// Not Throwable: a program that catches the meter's Stop would never end.
	caughtClasses = []string{"RuntimeException", "Exception", "IndexOutOfBoundsException", "NullPointerException", "ArithmeticException", "ClassCastException",
		"NegativeArraySizeException", "ArrayStoreException", "IndexOutOfBoundsException | NullPointerException"}
	raisingLoops = []string{
		"for (int x = 0; x < n; ) { if (++guard# > 200) break; try { R x++; } catch (C c#) { s++; H } }",
		"for (int x = 0; x < n; x++) { try { R B } catch (C c#) { s++; H } }",
		"int x = 0; while (x < n) { if (++guard# > 200) break; try { x++; R } catch (C c#) { s++; x--; H } }",
		"int x = n; do { if (++guard# > 200) break; try { R x--; } catch (C c#) { s++; } finally { F } } while (x > 0);",
		"for (int x = 0; x < n; x++) { try { try { R } finally { s++; F } } catch (C c#) { s++; } }",
		"for (int x = n; x >= 0; x--) { try { synchronized (a) { R } } catch (C c#) { if (s % 4 == 1) throw c#; } }",
		"for (int x = 0; x < n; x++) { int k# = x; IntUnaryOperator l# = j# -> a[j#] + k#; try { s += l#.applyAsInt(x); } catch (C c#) { H } }",
		"for (int x = 0; x < n; x++) { Supplier<Node> l# = (x % 2 == 0 ? new Node(null) : (Node) null)::next; s += l#.get() == null ? 1 : 0; }",
	}
	raisingHandlers = []string{"", "", "x++;", "continue;", "break;", "s--;"}
	// A jump out of a finally clause would drop the meter's Stop, too.
	raisingFinally = []string{"", "x++;", "s--;"}
)

// raisingMembers are what the statements use.
const raisingMembers = `
    static final int[] a = new int[4];

    static void raise(int[] a, int x) {
        a[x] = 1;
    }

    static int pass(int[] a, int x) {
        try {
            raise(a, x);
            return a[x];
        } catch (ArithmeticException e) {
            return 1;
        } finally {
            a[0]++;
        }
    }
`

// raising is a loop with a handler of what the JVM raises.
func (g *generator) raising(on string) string {
	n := g.unique()
	text := replaceWord(pick(g.r, raisingLoops...), "R", pick(g.r, raises...))
	text = replaceWord(text, "C", pick(g.r, caughtClasses...))
	text = replaceWord(text, "H", pick(g.r, raisingHandlers...))
	text = replaceWord(text, "F", pick(g.r, raisingFinally...))
	if strings.Contains(text, "B") {
		text = replaceWord(text, "B", g.guard()+"{ "+g.change(on, true)+" }")
	}
	text = strings.ReplaceAll(text, "#", n)
	return "{ int guard" + n + " = 0; s += guard" + n + "; " + text + " }"
}

// recordKey is a class of elements that is a record, with methods of its own or not.
func (g *generator) recordKey() string {
	component := pick(g.r, "String t", "List<Integer> t", "P t", "long t", "double t")
	made := map[string]string{"String t": `"t" + v`, "List<Integer> t": "new ArrayList<>(List.of(v))", "P t": "new P(v)", "long t": "v", "double t": "v / 2.0"}[component]
	override := pick(g.r, "", "",
		"public int hashCode() { touch(); return v % 3; }", "public boolean equals(Object o) { touch(); return o instanceof K && ((K) o).v == v; }",
		`public String toString() { touch(); return "K" + v; }`)
	return `
    record P(int p) {
        public int hashCode() {
            return touch() + p;
        }
    }

    record K(int v, ` + component + `) implements Comparable<K> {
        K(int v) {
            this(v, ` + made + `);
        }

        public int compareTo(K k) {
            return Integer.compare(v, k.v);
        }

        ` + override + `
    }
`
}
