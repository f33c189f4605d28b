package randjava

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Methods of a class with fields that they store to and then read: through the same reference or another one to the same object,
// with calls, lambdas, method references, handles, caught exceptions and first uses of classes in between. Callees grow and fall
// with what they get.

// storing has the choices for what has to do with stored fields. In templates, T, U are objects of the class S, K a number, # the
// number of the statement and C what a loop does besides.
type storing struct {
	r      *rand.Rand
	class  string
	number int
	inner  []string // classes that the statements initialize
	own    bool     // all objects are this
}

var (
	storedNumbers = []string{"k", "(k + 1)", "5", "k * 2", "-k", "T.n", "(T.n + 1)", "s", "a.length", "z.size()", "(T.w > 9 ? 3 : k)", "(int) T.w", "(k & 15)", "T.d.length", "(U.n - 1)", "Math.abs(T.n)", "T.c", "(byte) T.n"}
	storedStores  = []string{
		"T.n = K;", "T.n = K;", "T.n = K;", "T.w = K;", "T.d = new int[K & 31];", "T.d = a;", "T.l = z;", "T.l = new ArrayList<>();", "T.l = new ArrayList<>(z);", "T.h = h;", "T.h = new Node(T.h);",
		"T.c = (char) (K);", "T.n += K;", "T.n--;", "T.g = new int[K & 7][3];", "T.t = t;", "T.t = t + K;", "T.b = b;", "T.q = q;", "T.q = new ArrayDeque<>(z);", "int v# = T.n = K; s += v#;",
	}
	storedBetween = []string{
		"T.set(K);", "T.grow();", "new S(T, K);", "T.peer = U;", "if (k > 3) U.n += 5;", "Runnable r# = () -> T.n = k + 7; r#.run();", "N.set(T, K);", "N.getAndAdd(T, K);", "s += (int) N.get(U);",
		"T.l.add(k);", "T.l.addAll(z);", "z.add(1);", "try { U.n = 9; a[k] = 1; U.n = 2; } catch (RuntimeException e#) { s++; }", "String t# = \"\" + T; s += t#.length() & 1;", "T.l.forEach(x# -> U.n = x#);",
		"T.h.next = new Node(U.h);", "IntConsumer f# = T::set; f#.accept(K);", "z.forEach(T::setBoxed);", "T.swap(U);", "T.d[0] = K;", "T.g[0] = a;", "Object[] o# = T.g; o#[0] = a;", "T.b.append(K);", "b.append(t);",
		"T.q.addAll(z);", "q.addAll(T.l);", "T.q.addAll(T.q);", "FIRST", "FIRST", "FIRST", "FIRST", "N.set(T, 30);", "N.getAndAdd(T, 20);", "T.l = U.l;", "S x# = k > 2 ? T : U; x#.n = K; x#.d = new int[17];", "s += T.read();", "T.peer.n = K;", "T.peer.grow();", "Object o# = T; ((S) o#).n = K;",
		"s += T.hashCode() & 1;", "try { T.fail(K); } catch (IllegalStateException e#) { s++; }", "synchronized (T) { U.n = K; }", "S.shared = T;", "S.shared.n = K;", "Collections.sort(z, (x#, y#) -> { U.n++; return x# - y#; });", "s += both(U.n = K);",
	}
	storedLoops = []string{
		"for (int i# = 0; i# < T.n; i#++) { s++; C }", "for (int i# = 0; i# < T.n; i#++) { s++; C }", "for (int i# = 0; i# < T.n; i#++) { s++; C }", "for (int i# = 0; i# < T.n; i#++) { s++; C }", "for (int i# = T.n; i# < 9; i#++) { s++; C }", "for (long i# = 0; i# < T.w; i#++) { s++; C }", "for (int x# : T.d) { s += x# & 1; C }",
		"for (int i# = 0; i# < T.d.length; i#++) { s++; C }", "for (Integer x# : T.l) { s++; C }", "for (int i# = 0; i# < T.l.size(); i#++) { s++; C }", "while (T.n > 0) { T.n--; s++; C }", "for (Node x# = T.h; x# != null; x# = x#.next) { s++; C }",
		"s += both(T.n);", "s += middle(T.n, K);", "s += lengths(T.d, T.n);", "s += each(T.d, S::both);", "s += each(a, x# -> middle(x#, T.n));", "for (int i# = 0; i# < T.c; i#++) { s++; C }", "for (int i# = 0; i# < T.g[0].length; i#++) { s++; C }",
		"for (int i# = 0; i# < T.t.length(); i#++) { s++; C }", "for (int i# = 0; i# < T.b.length(); i#++) { s++; C }", "while (!T.q.isEmpty()) { T.q.poll(); s++; C }", "for (T.n = 0; T.n < K; T.n++) { s++; C }", "while (s < T.n) { s++; C }",
		"for (int i# = 0; i# < T.n * 2; i#++) { s++; C }", "for (int i# = 0; i# < T.n - U.n; i#++) { s++; C }", "do { s++; T.n -= 2; C } while (T.n > 0);", "for (Integer x# : T.q) { s++; C }", "T.l.forEach(T::setBoxed);",
		"while (T.more()) { T.down(); s++; C }", "while (T.more()) { T.down(); s++; C }", "while (!T.reached(K)) { T.n++; s++; C }", "while (T.number() > 0) { s++; T.n -= 3; C }", "while (T.n < T.d.length) { T.n++; s++; C }",
		"while (T.w > 0) { T.w -= 3; s++; C }", "while (T.n > 0 && T.more()) { s += T.taken() & 1; C }", "int m# = T.n; while (T.n < m# + 9) { T.n++; s++; C }", "while (T.n < U.n) { T.n++; s++; C }",
		"while (T.n > 0) { if (s % 2 == 0) { T.down(); } else { T.n -= 2; } s++; C }", "while (T.more()) { boolean x# = T.more(); T.down(); if (x#) s++; C }", "while (T.n > 0) { try { T.n--; s++; C } catch (RuntimeException x#) { s++; } }",
		"while (T.n-- > 0) { s++; C }", "for (T.n = K; T.n > 0; T.down()) { s++; C }", "while (T.n > 0) { U.down(); s++; C }", "while (T.n < T.q.size()) { s++; T.n += 2; C }",
	}
)

const storedClass = `
    static class S {
        static final java.lang.invoke.VarHandle N;
        static S shared;

        static {
            try {
                N = java.lang.invoke.MethodHandles.lookup().findVarHandle(S.class, "n", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int n;
        long w;
        char c;
        int[] d = new int[2];
        int[][] g = new int[2][2];
        List<Integer> l = new ArrayList<>();
        Deque<Integer> q = new ArrayDeque<>();
        String t = "abc";
        StringBuilder b = new StringBuilder();
        Node h = new Node(null);
        S peer = this;

        S() {}

        S(S o, int k) {
            int s = k & 3;
            CONSTRUCTOR
        }

        void set(int k) {
            SET
        }

        void setBoxed(Integer k) {
            set(k);
        }

        void grow() {
            GROW
        }

        void swap(S o) {
            int[] x = o.d;
            o.d = d;
            d = x;
        }

        void fail(int k) {
            n = k + 3;
            throw new IllegalStateException();
        }

        int number() {
            return NUMBER;
        }

        boolean more() {
            return MORE;
        }

        boolean reached(int k) {
            return n >= k;
        }

        void down() {
            DOWN
        }

        int taken() {
            return n--;
        }

        int read() {
            int s = 0;
            for (int i = 0; i < n; i++) {
                s++;
            }
            return s;
        }

        public String toString() {
            TEXT
            return "s";
        }

        public int hashCode() {
            return HASH;
        }

        static int both(int k) {
            int s = 0;
            for (int i = 0; i < k && i < 90; i++) s++;
            for (int i = 0; i > k && i > -90; i--) s++;
            return s;
        }

        static int middle(int k, int m) {
            int s = 0;
            for (int i = FROM; i < TO; i++) {
                s++;
                if (s > 90) break;
            }
            for (int i = TO; i < 7; i++) {
                s++;
                if (s > 200) break;
            }
            return s;
        }

        static int lengths(int[] d, int k) {
            int s = 0;
            for (int i = k; i < d.length; i++) s++;
            for (int i = d.length; i < k && s < 300; i++) s++;
            return s;
        }

        static int each(int[] d, IntUnaryOperator f) {
            int s = 0;
            for (int x : d) s += f.applyAsInt(x);
            return s;
        }

        int run(S o, int k, int[] a, List<Integer> z, Node h, String t, StringBuilder b, Deque<Integer> q) {
            int s = 0;
            RUN
            return s;
        }
    }
`

// stored is a class with a method run, its helpers, and the call of it for the number n.
func stored(r *rand.Rand, i int) (members, call string) {
	g := &storing{r: r, class: fmt.Sprintf("S%d", i)}
	var run []string
	if r.IntN(2) == 0 { // one change between a store and a read of the same object
		g.own = true
		run = append(run, g.statement(storedStores[:3]), g.statement(storedBetween), replaceWord(g.statement(storedLoops[:4]), "C", ""))
		g.own = false
	}
	for range 1 + r.IntN(3) {
		for range 1 + r.IntN(3) {
			run = append(run, g.statement(storedStores))
		}
		for range r.IntN(3) {
			run = append(run, g.statement(storedBetween))
		}
		run = append(run, g.loop())
	}
	var constructor []string
	for range 1 + r.IntN(2) {
		constructor = append(constructor, pick(r, "n = k;", "n = k & 7;", "d = new int[k & 15];", "l = o.l;", "h = o.h;", "o.n = k + 2;", "shared = this;", "set(k);", "toString();", "peer = o;", "o.peer = this;"))
	}
	constructor = append(constructor, pick(r, "for (int i = 0; i < n; i++) s++;", "for (int x : d) s++;", "for (int i = 0; i < o.n; i++) s++;", "for (Integer x : l) s++;", "s += both(n);"))
	of := map[string]string{
		"S": g.class, "RUN": strings.Join(run, "\n            "), "CONSTRUCTOR": strings.Join(constructor, " "),
		"SET":    pick(r, "n = k;", "peer.n = k;", "w = k;", "if (shared != null) shared.n = k;", "d = new int[k & 15]; n++;", "l.add(k);"),
		"GROW":   pick(r, "n++;", "peer.n += 3;", "d = Arrays.copyOf(d, d.length + 2);", "l.add(1);", "h = new Node(h);", "set(n + 1);", "b.append(\"xy\");", "q.add(1);"),
		"NUMBER": pick(r, "n", "n", "peer.n", "n + 1"), "MORE": pick(r, "n > 0", "n > 0", "!reached(0)", "!(n < 1)", "n > d.length", "n > peer.n", "n > 0 && w < 9", "peer.n > 0", "n-- > 0"),
		"DOWN": pick(r, "n--;", "n--;", "n -= 2;", "w++; n -= 1;", "peer.n--;", "if (n > 3) n--;", "n--; if (w > 3) n++;", "n--; peer.grow();", "n--; set(n);"),
		"TEXT": pick(r, "", "n += 4;", "peer.n = 11;"), "HASH": pick(r, "3", "n++", "peer.n = 8"),
		"FROM": pick(r, "k", "-k", "m - k", "k / 2", "Math.min(k, m)", "0"), "TO": pick(r, "k + m", "m", "2 * k", "k", "k % 7 + m", "Math.max(k, -m)", "k - m"),
	}
	text := replaceWords(storedClass, func(word string) string {
		if by, ok := of[word]; ok {
			return replaceWord(by, "S", g.class)
		}
		return word
	})
	for _, c := range g.inner {
		text += fmt.Sprintf("\n    static class %s {\n        static int x;\n\n        static {\n            %s\n        }\n\n        static void call() {}\n    }\n", c, pick(r,
			"if (S.shared != null) S.shared.n = 40;", "if (S.shared != null) S.shared.n += 20;", "if (S.shared != null) S.shared.grow();", "x = 3;", "new S().n = 30;"))
	}
	text = replaceWord(text, "S", g.class)
	call = fmt.Sprintf("{ %[1]s o%[2]d = new %[1]s(); %[1]s p%[2]d = %[3]s; p%[2]d.peer = %[4]s; %[5]s s += o%[2]d.run(p%[2]d, %[6]s, new int[%[7]s], %[8]s, %[9]s, \"text\", %[10]s, %[11]s); }",
		g.class, i, pick(r, fmt.Sprintf("o%d", i), fmt.Sprintf("o%d", i), "new "+g.class+"()"), pick(r, fmt.Sprintf("o%d", i), fmt.Sprintf("p%d", i)),
		pick(r, "", g.class+".shared = o"+strconv.Itoa(i)+";", g.class+".shared = o"+strconv.Itoa(i)+";"), pick(r, "n", "n", "n - 3", "-n", "3"), pick(r, "n", "4", "0"),
		pick(r, fmt.Sprintf("o%d.l", i), "new ArrayList<>(List.of(1, 6, 2))"), pick(r, fmt.Sprintf("o%d.h", i), "makeNode(n)"), pick(r, fmt.Sprintf("o%d.b", i), "new StringBuilder()"), pick(r, fmt.Sprintf("o%d.q", i), "new ArrayDeque<>()"))
	return text, call
}

// statement is one of the templates, filled.
func (g *storing) statement(templates []string) string {
	g.number++
	object := func() string { return pick(g.r, "this", "this", "this", "this", "this", "o", "peer") }
	to, other := object(), object()
	if g.own {
		to, other = "this", "this"
	}
	first := ""
	text := pick(g.r, templates...)
	if text == "FIRST" {
		c := fmt.Sprintf("%sInit%d", g.class, g.number)
		g.inner = append(g.inner, c)
		first = strings.ReplaceAll(pick(g.r, "s += C.x;", "C.x = k;", "C.call();", "new C();"), "C", c)
	}
	for range 2 { // a number may be one of an object
		text = replaceWords(text, func(word string) string {
			switch word {
			case "K":
				return pick(g.r, storedNumbers...)
			case "T":
				return to
			case "U":
				return other
			case "FIRST":
				return first
			}
			return word
		})
	}
	return strings.ReplaceAll(text, "#", strconv.Itoa(g.number))
}

// loop is a loop over a field, with a statement in it or not.
func (g *storing) loop() string {
	text := g.statement(storedLoops)
	inside := ""
	if g.r.IntN(3) == 0 {
		inside = pick(g.r, "if (s < 40) ", "if (s % 3 == 0) ", "") + "{ " + g.statement(pick(g.r, storedStores, storedBetween)) + " }"
	}
	return replaceWord(text, "C", inside)
}
