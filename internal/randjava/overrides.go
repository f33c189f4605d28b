package randjava

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Own classes are collections of the program that override methods of the JDK's: some do what the overridden method does,
// others add nothing, take nothing out, say that they did, or have a size that is negative, constant or different each time.

// base is a class that own classes extend.
type base struct {
	extends string
	types   []string // of the variables that hold its objects
	methods []override
	inner   bool // abstract: it delegates to a collection of its own
}

// override is a method of an own class: its head, and what its body may be. SUPER is the overridden method's object.
type override struct {
	head   string
	bodies []string
	always bool // an abstract class needs it
}

func booleanAdd(name string) override {
	return override{head: "public boolean " + name + "(E e)", bodies: []string{
		"return SUPER." + name + "(e);", "return SUPER." + name + "(e);", "return false;", "return true;", "return size() < 3 && SUPER." + name + "(e);",
		"SUPER." + name + "(e); return true;", "boolean b = SUPER." + name + "(e); if (turns % 3 == 0) SUPER.clear(); return b;", "boolean b = SUPER." + name + "(e); calls++; return b;",
	}, always: name == "add"}
}

func voidAdd(name string) override {
	return override{head: "public void " + name + "(E e)", bodies: []string{"SUPER." + name + "(e);", "", "if (size() < 3) SUPER." + name + "(e);", "calls++; SUPER." + name + "(e);"}}
}

func taking(name string) override {
	return override{head: "public E " + name + "()", bodies: []string{"return SUPER." + name + "();", "return SUPER." + name + "();", "return element(2);", "return calls++ % 4 == 0 ? SUPER." + name + "() : element(1);"}}
}

var (
	size       = override{head: "public int size()", bodies: []string{"return SUPER.size();", "return SUPER.size();", "return 3;", "return -7;", "return 2 - SUPER.size();", "return calls++ % 5 - 2;", "return Math.max(0, SUPER.size() - 1);", "return new int[3].length;"}, always: true}
	isEmpty    = override{head: "public boolean isEmpty()", bodies: []string{"return SUPER.isEmpty();", "return false;", "return calls++ % 7 == 6;"}}
	contains   = override{head: "public boolean contains(Object o)", bodies: []string{"return SUPER.contains(o);", "return false;", "return !SUPER.contains(o);"}}
	removeThis = override{head: "public boolean remove(Object o)", bodies: []string{"return SUPER.remove(o);", "return true;", "return false;"}}
	removeAt   = override{head: "public E remove(int i)", bodies: []string{"return SUPER.remove(i);", "return element(i);"}, always: true}
	addAt      = override{head: "public void add(int i, E e)", bodies: []string{"SUPER.add(i, e);", "", "if (size() < 4) SUPER.add(i, e);"}, always: true}
	get        = override{head: "public E get(int i)", bodies: []string{"return SUPER.get(i);", "return element(i & 7);"}, always: true}
	addAll     = override{head: "public boolean addAll(Collection<? extends E> c)", bodies: []string{"return SUPER.addAll(c);", "return true;"}}
	iterator   = override{head: "public Iterator<E> iterator()", bodies: []string{
		"return SUPER.iterator();", "return SUPER.iterator();",
		"return new Iterator<E>() { int i; public boolean hasNext() { return i < 12; } public E next() { return element(i++); } };",
	}, always: true}
	eldest = override{head: "protected boolean removeEldestEntry(Map.Entry<E, E> e)", bodies: []string{"return size() > 2;", "return false;"}}
	put    = override{head: "public E put(E k, E v)", bodies: []string{"return SUPER.put(k, v);", "return null;", "return size() < 3 ? SUPER.put(k, v) : null;"}}
	hasKey = override{head: "public boolean containsKey(Object k)", bodies: []string{"return SUPER.containsKey(k);", "return false;"}}

	lists  = []override{booleanAdd("add"), size, isEmpty, contains, removeThis, removeAt, addAt, get, addAll, iterator}
	queues = []override{booleanAdd("add"), booleanAdd("offer"), taking("poll"), taking("remove"), size, isEmpty, contains, addAll, iterator}
	deques = slices.Concat(queues, []override{voidAdd("addLast"), voidAdd("addFirst"), voidAdd("push"), taking("pop"), taking("pollFirst"), taking("pollLast"), taking("removeFirst"), taking("removeLast")})
	sets   = []override{booleanAdd("add"), size, isEmpty, contains, removeThis, addAll, iterator}
	maps   = []override{put, hasKey, size, isEmpty}

	bases = []base{
		{extends: "ArrayList<E>", types: []string{"Collection<E>", "List<E>", "ArrayList<E>"}, methods: lists},
		{extends: "AbstractList<E>", types: []string{"Collection<E>", "List<E>"}, methods: lists, inner: true},
		{extends: "LinkedList<E>", types: []string{"Collection<E>", "List<E>", "LinkedList<E>", "Queue<E>", "Deque<E>"}, methods: append(slices.Clone(deques), removeAt)},
		{extends: "ArrayDeque<E>", types: []string{"Collection<E>", "Queue<E>", "Deque<E>", "ArrayDeque<E>"}, methods: deques},
		{extends: "PriorityQueue<E>", types: []string{"Collection<E>", "Queue<E>", "PriorityQueue<E>"}, methods: queues},
		{extends: "HashSet<E>", types: []string{"Collection<E>", "Set<E>", "HashSet<E>"}, methods: sets},
		{extends: "AbstractSet<E>", types: []string{"Collection<E>", "Set<E>"}, methods: sets, inner: true},
		{extends: "TreeSet<E>", types: []string{"Collection<E>", "NavigableSet<E>", "TreeSet<E>"}, methods: append(slices.Clone(sets), taking("pollFirst"))},
		{extends: "HashMap<E, E>", types: []string{"Map<E, E>", "HashMap<E, E>"}, methods: maps},
		{extends: "LinkedHashMap<E, E>", types: []string{"Map<E, E>", "HashMap<E, E>"}, methods: append(slices.Clone(maps), eldest)},
	}

	// sizeLoops rest on what sizes and marks promise, of collections; mapSizeLoops of maps.
	sizeLoops = []string{
		"for (int i# = X.size(); i# < n; i#++) { B }", "for (int i# = n; i# > X.size(); i#--) { B }", "for (int i# = X.size(); i# > 0; i#--) { B }",
		"while (X.size() < n) { X.add(V); B }", "while (X.size() < 9) { X.add(V); B }", "for (E e# : X) { B }",
		"Deque<E> q# = new ArrayDeque<>(); q#.add(V); while (!q#.isEmpty()) { q#.poll(); E e# = V; if (X.add(e#)) { q#.add(e#); } B }",
		"Deque<E> q# = new ArrayDeque<>(); q#.add(V); while (!q#.isEmpty()) { q#.poll(); E e# = V; if (!X.contains(e#)) { X.add(e#); q#.add(e#); } B }",
		"List<E> l# = new ArrayList<>(X); for (E e# : l#) { B }", "Object[] a# = X.toArray(); for (Object o# : a#) { B }",
	}
	mapSizeLoops = []string{
		"for (int i# = X.size(); i# < n; i#++) { B }", "for (int i# = X.keySet().size(); i# < n; i#++) { B }", "for (E e# : X.values()) { B }",
		"Deque<E> q# = new ArrayDeque<>(); q#.add(V); while (!q#.isEmpty()) { q#.poll(); E e# = V; if (!X.containsKey(e#)) { X.put(e#, e#); q#.add(e#); } B }",
	}
)

// own is a class of the program.
type own struct {
	name  string
	types []string
}

// ownClasses writes a few own classes, none for half of the seeds.
func (g *generator) ownClasses(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 3))
	if r.IntN(2) == 0 {
		return ""
	}
	g.overrides = r
	var text strings.Builder
	for i := range 1 + r.IntN(3) {
		b := pick(r, bases...)
		o := own{name: fmt.Sprintf("Own%d", i), types: b.types}
		g.own = append(g.own, o)
		fmt.Fprintf(&text, "    static %sclass %s extends %s {\n        int calls;\n", pick(r, "", "final "), o.name, b.extends)
		object := "super"
		if b.inner {
			object = "to"
			made := "new ArrayList<>()"
			if strings.Contains(b.extends, "Set") {
				made = "new HashSet<>()"
			}
			fmt.Fprintf(&text, "        private final %s to = %s;\n", strings.TrimPrefix(b.extends, "Abstract"), made)
		}
		for _, m := range b.methods {
			if b.inner && m.always || r.IntN(4) == 0 {
				fmt.Fprintf(&text, "\n        %s { %s }\n", m.head, strings.ReplaceAll(pick(r, m.bodies...), "SUPER", object))
			}
		}
		text.WriteString("    }\n\n")
	}
	return strings.ReplaceAll(text.String(), "element(", ClassName(seed)+".element(") // LinkedList has a method of the name
}

// ownPrologue makes an object of an own class: as a local variable, of its class or of a type above it, or in a
// field.
func (g *generator) ownPrologue() string {
	if len(g.own) == 0 || g.overrides.IntN(3) == 0 {
		return ""
	}
	r := g.overrides
	o := pick(r, g.own...)
	x := pick(r, g.names...)
	if !slices.Contains(o.types, x.typ) {
		return ""
	}
	g.number++
	z := fmt.Sprintf("z%d", g.number)
	made := "new " + o.name + "()"
	switch r.IntN(5) {
	case 0:
		g.names = append(g.names, variable{z, o.name, x.family}, variable{z, o.name, x.family})
		return o.name + " " + z + " = " + made + ";"
	case 1:
		g.names = append(g.names, variable{z, x.typ, x.family}, variable{z, x.typ, x.family})
		return x.typ + " " + z + " = " + made + ";"
	case 2:
		g.names = append(g.names, variable{z, x.typ, x.family}, variable{z, x.typ, x.family})
		return x.typ + " " + z + " = n > 3 ? " + made + " : " + x.expr + ";"
	case 3:
		if x.typ == g.names[0].typ {
			return fmt.Sprintf("this.f%d = %s;", g.index, made)
		}
	}
	if strings.HasPrefix(x.expr, "this.") || strings.HasPrefix(x.expr, "g") { // a lambda may capture the others
		return x.expr + " = " + made + ";"
	}
	return ""
}

// ownLoop is a loop that rests on a contract; empty where the program has no own classes.
func (g *generator) ownLoop(x variable) string {
	switch {
	case len(g.own) == 0 || g.overrides.IntN(3) > 0 || x.family.view == "":
		return ""
	case x.family.view == "X.keySet()":
		return pick(g.overrides, mapSizeLoops...)
	}
	return pick(g.overrides, sizeLoops...)
}

// lent is a call of a helper that has a loop over what it is given.
func (g *generator) lent() string {
	if len(g.own) == 0 || g.overrides.IntN(2) == 0 {
		return ""
	}
	x := pick(g.overrides, g.names...)
	g.number++
	helper := fmt.Sprintf("l%d", g.number)
	saved, runnable := g.names, g.runnable
	y := variable{"y", x.typ, x.family}
	g.names, g.runnable = []variable{{fmt.Sprintf("this.f%d", g.index), saved[0].typ, saved[0].family}, y, y}, nil
	text := g.loop(y, 1)
	g.names, g.runnable = saved, runnable
	fmt.Fprintf(&g.members, "\n    %sint %s(%s y, int n) { int s = 0; %s return s; }\n", pick(g.overrides, "", "private "), helper, x.typ, text)
	return fmt.Sprintf("s += %s(%s, n);", helper, x.expr)
}
