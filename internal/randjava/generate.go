// Package randjava writes random Java programs over the collections of the JDK: methods with loops that go through a
// collection, a text or linked objects, or use them up, and that change them on the way, under the same name or another
// one, through helpers, lambdas, views, or what the library asks of elements. It is for tests.
package randjava

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Methods is how many methods m0, m1 and so on a program has.
const Methods = 4

// ClassName is the class of the program of a seed.
func ClassName(seed uint64) string { return "R" + strconv.FormatUint(seed, 10) }

// Source is the program of a seed: the text of a file of that class. arrays adds methods over rows of arrays, random numbers and stored
// fields. Some of
// their loops go up to a local variable, which has no symbol without debug information: such builds do not compare.
func Source(seed uint64, arrays bool) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 2)), arrays: arrays}
	var methods strings.Builder
	classes := g.ownClasses(seed)
	if arrays {
		g.stores = rand.New(rand.NewPCG(seed, 3))
	}
	for i := range Methods {
		methods.WriteString(g.method(i))
	}
	element, own := "Integer", ""
	if g.r.IntN(3) == 0 {
		element, own = "K", g.key()
	} else if g.r.IntN(4) == 0 {
		element, own = "K", g.recordKey()
	}
	text := "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.function.*;\n\n@SuppressWarnings({\"unchecked\", \"rawtypes\"})\nclass " + ClassName(seed) + " {\n" + shared + raisingMembers
	text += own + classes + g.members.String() + "\n" + methods.String() + "}\n"
	made := "Integer.valueOf(i % 9)"
	if own != "" {
		made = "new K(i % 9)"
	}
	return replaceWords(text, func(word string) string {
		switch word {
		case "E":
			return element
		case "MADE":
			return made
		}
		return word
	})
}

// shared is what all programs have.
const shared = `    static final class Node {
        Node next;
        Node other;
        List<Node> children = new ArrayList<>();

        Node(Node next) {
            this.next = next;
        }

        Node next() {
            return next;
        }

        void relink(Node n) {
            next = n;
        }
    }

    static Node makeNode(int n) {
        Node last = null;
        for (int i = 0; i < n; i++) {
            Node x = new Node(last);
            if (last != null && i % 2 == 0) {
                x.children.add(last);
                x.other = last.next;
            }
            last = x;
        }
        return last;
    }

    static final class View extends AbstractList<E> {
        private final List<E> of;

        View(List<E> of) {
            this.of = of;
        }

        public E get(int i) {
            return of.get(i);
        }

        public int size() {
            return of.size();
        }

        public void add(int i, E e) {
            of.add(i, e);
        }

        public E remove(int i) {
            return of.remove(i);
        }
    }

    static final class Box<T> {
        T c;

        Box(T c) {
            this.c = c;
        }
    }

    static Collection<E> hook;
    static int turns;
    int budget;
    int step;
    Set<E> known;
    boolean[] marks;

    static E element(int i) {
        return MADE;
    }

    static int touch() {
        if (hook != null && turns-- > 0) {
            hook.add(element(turns));
        }
        return 0;
    }

`

// key is a class of elements, some of whose methods change a collection.
func (g *generator) key() string {
	touch := func() string { return pick(g.r, "", "", " + touch()") }
	return fmt.Sprintf(`    static final class K implements Comparable<K> {
        final int v;

        K(int v) {
            this.v = v;
        }

        public boolean equals(Object o) {
            return o instanceof K && ((K) o).v == v%s;
        }

        public int hashCode() {
            return v%s;
        }

        public int compareTo(K o) {
            return v - o.v%s;
        }

        public String toString() {
            return "k" + v%s;
        }
    }

`, touch(), touch(), touch(), touch())
}

// variable is something that a method can name.
type variable struct {
	expr, typ string
	family    *family
}

type generator struct {
	arrays   bool // methods over rows of arrays and random numbers
	r        *rand.Rand
	members  strings.Builder // fields and helpers
	names    []variable
	runnable []string
	number   int // of methods, loops and lambdas so far
	index    int // of the method

	own       []own      // classes that override methods of collections
	overrides *rand.Rand // chooses what has to do with them; nil for none
	stores    *rand.Rand // chooses what has to do with stored fields; nil for none
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (g *generator) method(i int) string {
	g.names, g.runnable, g.index = nil, nil, i
	f := pick(g.r, families...)
	typ := pick(g.r, f.types...)
	of, second := f, typ
	if g.r.IntN(4) == 0 {
		of = pick(g.r, families...)
		second = pick(g.r, of.types...)
	}
	field, global := fmt.Sprintf("f%d", i), fmt.Sprintf("g%d", i)
	fmt.Fprintf(&g.members, "    %s %s;\n    static %s %s;\n", typ, field, typ, global)
	g.names = []variable{{"p", typ, f}, {"p", typ, f}, {"q", second, of}, {"this." + field, typ, f}}
	if g.r.IntN(3) == 0 {
		g.names = append(g.names, variable{global, typ, f})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "    int m%d(%s p, %s q, int n) {\n        int s = 0;\n", i, typ, second)
	for range g.r.IntN(3) {
		if line := g.prologue(); line != "" {
			b.WriteString("        " + line + "\n")
		}
	}
	for range 2 {
		if line := g.ownPrologue(); line != "" {
			b.WriteString("        " + line + "\n")
		}
	}
	if g.r.IntN(4) == 0 {
		g.runnable = append(g.runnable, fmt.Sprintf("r%d", i))
		fmt.Fprintf(&b, "        Runnable r%d = () -> { %s };\n", i, g.change("", false))
	}
	for range 1 + g.r.IntN(4)/3 {
		b.WriteString("        " + g.loop(pick(g.r, g.names...), 0) + "\n")
	}
	if call := g.lent(); call != "" {
		b.WriteString("        " + call + "\n")
	}
	if g.r.IntN(6) == 0 {
		fmt.Fprintf(&b, "        s += r%d(%s, %s, %s, new int[%s]);\n", i, pick(g.r, "0", "n", "-1", "2"), pick(g.r, "n", "n + 3", "7", "2 * n"), pick(g.r, "n", "3", "5"), pick(g.r, "8", "n + 1"))
		if !strings.Contains(g.members.String(), parts) {
			g.members.WriteString(parts)
		}
		g.members.WriteString(g.recursive(i))
	}
	if g.arrays && g.r.IntN(4) == 0 {
		fmt.Fprintf(&b, "        s += w%d(n, new int[%s]);\n", i, pick(g.r, "9", "n + 1", "3"))
		g.members.WriteString(g.rows(i))
	}
	if g.stores != nil && g.stores.IntN(2) == 0 {
		members, call := stored(g.stores, i)
		b.WriteString("        " + call + "\n")
		g.members.WriteString(members)
	}
	b.WriteString("        return s;\n    }\n\n")
	return b.String()
}

// prologue makes another name for something, or something new.
func (g *generator) prologue() string {
	x := pick(g.r, g.names...)
	g.number++
	z := fmt.Sprintf("z%d", g.number)
	declare := func(typ, value string, f *family) string {
		g.names = append(g.names, variable{z, typ, f}, variable{z, typ, f})
		return typ + " " + z + " = " + g.fill(value, x) + ";"
	}
	base := x.family.types[0]
	switch g.r.IntN(9) {
	case 0:
		return declare(x.typ, "X", x.family)
	case 1:
		if len(x.family.same) > 0 {
			return declare(base, pick(g.r, x.family.same...), x.family)
		}
	case 2, 3:
		if len(x.family.fresh) > 0 {
			value := pick(g.r, x.family.fresh...)
			return declare(base, value, x.family)
		}
	case 4:
		if x.family.view != "" {
			return declare("Collection<E>", x.family.view, families[0])
		}
	case 5:
		return fmt.Sprintf("this.f%d = %s;", g.index, g.named(g.names[0].typ))
	case 6:
		if x.family.view != "" {
			return "hook = " + pick(g.r, "(Collection<E>) (Object) ", "") + g.fill(x.family.view, x) + ";"
		}
	case 7:
		return declare(x.typ, "n > 3 ? X : "+g.named(x.typ), x.family)
	case 8:
		box := fmt.Sprintf("b%d", g.number)
		g.names = append(g.names, variable{box + ".c", x.typ, x.family}, variable{box + ".c", x.typ, x.family})
		return fmt.Sprintf("Box<%s> %s = new Box<>(%s);", x.typ, box, x.expr)
	}
	return ""
}

// named is a variable of a type.
func (g *generator) named(typ string) string {
	for {
		if x := pick(g.r, g.names...); x.typ == typ {
			return x.expr
		}
	}
}

// fill replaces the placeholders of a template but for the bodies.
func (g *generator) fill(template string, x variable) string {
	z := x
	for range 4 {
		if y := pick(g.r, g.names...); y.family == x.family {
			z = y
		}
	}
	g.number++
	s := strings.ReplaceAll(template, "#", strconv.Itoa(g.number))
	return replaceWords(s, func(word string) string {
		switch word {
		case "X":
			return x.expr
		case "Z":
			return z.expr
		case "V":
			return pick(g.r, "element(budget % 7)", "element(step++)", "element(n)", "element(3)")
		}
		return word
	})
}

// replaceWords replaces whole words.
func replaceWords(s string, replace func(word string) string) string {
	letter := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && letter(s[j]) {
			j++
		}
		if j == i {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteString(replace(s[i:j]))
		i = j
	}
	return b.String()
}

func replaceWord(s, word, by string) string {
	return replaceWords(s, func(w string) string {
		if w == word {
			return by
		}
		return w
	})
}

// loop is a loop over x; depth is how many are around it.
func (g *generator) loop(x variable, depth int) string {
	template := g.ownLoop(x)
	if template == "" {
		template = pick(g.r, x.family.loops...)
	}
	text := g.fill(template, x)
	var body strings.Builder
	body.WriteString("s++;")
	for range g.r.IntN(3) {
		body.WriteString(" " + g.statement(x.expr, depth+1))
	}
	return "{ " + replaceWord(text, "B", body.String()) + " }"
}

// statement is one of a loop over the variable on.
func (g *generator) statement(on string, depth int) string {
	switch g.r.IntN(12) {
	case 0:
		return "if (" + pick(g.r, "s > n", "s % 5 == 4", "budget-- < 0") + ") " + pick(g.r, "break;", "continue;", "return s;")
	case 1:
		if depth < 3 {
			return g.loop(pick(g.r, g.names...), depth)
		}
	case 2:
		return "try { " + g.statement(on, depth+1) + " } catch (RuntimeException c" + g.unique() + ") { s++; }"
	case 3, 4:
		g.number++
		helper := fmt.Sprintf("h%d", g.number)
		return g.guard() + g.help(helper, on)
	case 5:
		if len(g.runnable) > 0 {
			return g.guard() + g.runnable[0] + ".run();"
		}
	case 6:
		if x := pick(g.r, g.names...); len(x.family.lambdas) > 0 {
			return g.guard() + "{ " + g.lambda(x) + " }"
		}
	case 7:
		return g.guard() + g.raising(on)
	}
	return g.guard() + "{ " + g.change(on, true) + " }"
}

func (g *generator) unique() string {
	g.number++
	return strconv.Itoa(g.number)
}

// guard is a condition for a statement, or none.
func (g *generator) guard() string {
	return pick(g.r, "", "", "if (s < 40) ", "if (s % 3 == 0) ", "if (budget-- > 0) ", "if (n > 2) ", "if (n < 3) ")
}

// lambda is a loop of the library, with a function that changes something.
func (g *generator) lambda(x variable) string {
	text := g.fill(pick(g.r, x.family.lambdas...), x)
	return replaceWord(text, "L", "if (budget-- > 0) { "+g.change(x.expr, false)+" }")
}

// change is a statement that changes something, more often the variable on than others. Not where locals is false does it
// use locals that change.
func (g *generator) change(on string, locals bool) string {
	x := pick(g.r, g.names...)
	for range 2 {
		if y := pick(g.r, g.names...); y.expr == on {
			x = y
		}
	}
	text := pick(g.r, x.family.changes...)
	text = g.fill(text, x)
	if !locals {
		text = replaceWord(text, "s", "budget")
	}
	return text
}

// help is a call of a helper that makes a change to what it is given, or to the field.
func (g *generator) help(helper, on string) string {
	x := pick(g.r, g.names...)
	for range 2 {
		if y := pick(g.r, g.names...); y.expr == on {
			x = y
		}
	}
	saved := g.names
	field := variable{"this.f" + strconv.Itoa(g.index), g.names[0].typ, g.names[0].family}
	g.names = []variable{{"y", x.typ, x.family}, {"y", x.typ, x.family}, field}
	text := g.guard() + "{ " + g.change(pick(g.r, "y", field.expr), true) + " }"
	g.names = saved
	fmt.Fprintf(&g.members, "\n    %svoid %s(%s y, int s, int n) { %s }\n", pick(g.r, "", "private "), helper, x.typ, text)
	return fmt.Sprintf("%s(%s, s, n);", helper, x.expr)
}
