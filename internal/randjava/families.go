package randjava

// A family is a kind of collection: the types that its variables are declared with, loops that go through it or use it up,
// statements that change it, and expressions that are it or a view of it. In templates, X is the collection, Z another one
// of the family, E the type of the elements, V an element, n a number of the method, # the number of the loop and B its
// body.
type family struct {
	types   []string
	loops   []string
	changes []string
	lambdas []string // loops of the library: L is what their functions do
	same    []string // another way to write X, of the same type
	fresh   []string // a new one that the method makes, of the type of the right
	view    string   // a view of X as a collection
}

const (
	eachLoop     = "for (E e# : X) { B }"
	iteratorLoop = "for (Iterator<E> i# = X.iterator(); i#.hasNext(); ) { E e# = i#.next(); B }"
	removingLoop = "for (Iterator<E> i# = X.iterator(); i#.hasNext(); ) { i#.next(); i#.remove(); B }"
	skippingLoop = "Iterator<E> i# = X.iterator(); while (i#.hasNext()) { if (s % 2 == 0) i#.next(); B }"
)

var (
	collectionLoops   = []string{eachLoop, iteratorLoop, removingLoop, skippingLoop, "for (int i# = 0; i# < X.size(); i#++) { B }", "while (X.size() < n) { X.add(V); B }"}
	collectionChanges = []string{"X.add(V);", "X.remove(V);", "X.clear();", "if (Z.size() < 50) X.addAll(new ArrayList<>(Z));", "X.removeIf(x# -> x#.equals(V));", "X.contains(V);", "X.iterator().next();", "Collections.addAll(X, V, V);", "X.removeAll(Z);", "X.size();", "X.hashCode();", "X.equals(Z);", "String.valueOf(X);"}
	// removing has a predicate that may change the same collection. A list or set throws then, or stays whole; an ArrayDeque is
	// broken from then on (docs/soundness.md).
	removing          = []string{"X.removeIf(x# -> { L return budget % 2 == 0; });"}
	collectionLambdas = []string{"X.forEach(x# -> { L });", "X.stream().filter(x# -> { L return true; }).count();", "X.stream().map(x# -> { L return x#; }).forEach(y# -> { L });", "X.iterator().forEachRemaining(x# -> { L });"}

	listLoops = []string{
		"for (ListIterator<E> i# = X.listIterator(); i#.hasNext(); ) { i#.next(); if (s % 3 == 1) i#.add(V); B }",
		"ListIterator<E> i# = X.listIterator(); while (i#.hasNext()) { i#.next(); B if (budget-- > 0 && i#.hasPrevious()) i#.previous(); }",
		"for (ListIterator<E> i# = X.listIterator(X.size()); i#.hasPrevious(); ) { i#.previous(); B }",
		"while (!X.isEmpty()) { X.remove(X.size() - 1); B }",
		"while (!X.isEmpty()) { B X.remove(0); }",
		"while (X.size() > n) { X.remove(0); B }",
		"for (int i# = X.size() - 1; i# >= 0; i#--) { B }",
		"for (int i# = 0, k# = X.size(); i# < k#; i#++) { X.get(i#); B }",
		"while (X.size() > 1) { X.remove(0); X.remove(0); X.add(V); B }",
		"for (int i# = 0; i# < X.size(); i#++) { if (X.get(i#).equals(V)) { X.remove(i#--); } B }",
		"for (int i# = 0; i# < X.size(); ) { if (s % 2 == 0) { X.remove(i#); } else { i#++; } B }",
		"for (E e# : X.subList(0, X.size() / 2)) { B }",
		"for (Object e# : X.toArray()) { B }",
		"int i# = 0; while ((i# = X.indexOf(V)) >= 0) { X.remove(i#); B }",
	}
	listChanges = []string{
		"X.remove(X.size() - 1);", "X.remove(0);", "X.add(0, V);", "X.set(0, V);", "X.subList(0, X.size()).add(V);", "X.subList(0, X.size() / 2).clear();", "X.listIterator().add(V);", "Collections.reverse(X);",
		"if (Z.size() < 50) X.addAll(0, new ArrayList<>(Z));", "X.indexOf(V);", "X.sort(null);",
	}
	queueLoops = []string{
		"while (!X.isEmpty()) { X.poll(); B }",
		"while (!X.isEmpty()) { B X.remove(); }",
		"E e#; while ((e# = X.poll()) != null) { B }",
		"for (E e# = X.poll(); e# != null; e# = X.poll()) { B }",
		"do { B } while (X.poll() != null);",
		"while (X.size() > 0) { X.remove(); B }",
		"while (X.size() > n) { X.poll(); B }",
		"while (X.peek() != null) { X.poll(); B }",
		"while (X.size() > 1) { X.poll(); X.poll(); X.add(V); B }",
		"while (!X.isEmpty()) { X.poll(); if (marks[s % 7]) { marks[s % 7] = false; X.add(V); } B }",
		"while (!X.isEmpty()) { X.poll(); if (!marks[s % 7]) { marks[s % 7] = true; X.add(V); } B }",
		"Set<E> seen# = new HashSet<>(); while (!X.isEmpty()) { E e# = X.poll(); if (seen#.add(V)) { X.add(V); } B }",
		"while (!X.isEmpty()) { E e# = X.poll(); if (known.add(e#)) { X.add(e#); } B }",
		"while (!X.isEmpty()) { E e# = X.poll(); E v# = V; if (!known.contains(v#)) { known.add(v#); X.offer(v#); } B }",
		"for (int k# = X.size(); k# > 0; k#--) { X.poll(); B }",
		"while (!X.isEmpty()) { X.poll(); if (marks[s % 7]) { continue; } marks[s % 7] = true; for (int j# = 0; j# < n; j#++) { X.add(V); } B }",
		"while (!X.isEmpty()) { X.poll(); int j# = s % 7; if (!marks[j#]) { try { B X.add(V); marks[j#] = true; } catch (IllegalStateException x#) { s++; } } }",
		"while (!X.isEmpty()) { E e# = X.poll(); if (known.add(e#)) { for (int j# = 0; j# < 3; j#++) { X.add(V); } } B }",
		"int[] p# = {n, -1, 0, -1, -1, s, -1}; while (!X.isEmpty()) { X.poll(); int j# = s % 7; B if (p#[j#] == -1) { p#[j#] = s % 5; X.add(V); } }",
		"int[] p# = {n, 3, 3, -1, 3, s, 3}; while (!X.isEmpty()) { X.poll(); int j# = s % 7; B if (p#[j#] == 3) { p#[j#] = s % 2 == 0 ? 4 : n; X.add(V); } }",
		"while (X.size() > 1) { X.poll(); X.poll(); if (s % 2 == 0) { X.add(V); } else { B X.add(V); } }",
		"while (X.size() > 2) { X.poll(); X.poll(); B if (s % 2 == 0) { X.add(V); } if (s % 3 == 0) { X.add(V); } }",
	}
	queueChanges = []string{"X.offer(V);", "X.poll();", "X.remove();", "X.peek();", "known.clear();", "known.remove(V);", "marks[s % 7] = false;", "Arrays.fill(marks, false);", "known = new HashSet<>();"}
	setLoops     = []string{
		"while (!X.isEmpty()) { X.remove(X.iterator().next()); B }",
		"while (!X.isEmpty()) { E e# = X.iterator().next(); X.remove(e#); B }",
		"while (X.add(V)) { B }",
		"while (X.size() < n && X.add(V)) { B }",
	}
	mapLoops = []string{
		"for (E e# : X.keySet()) { B }", "for (E e# : X.values()) { B }", "for (Map.Entry<E, E> e# : X.entrySet()) { B }",
		"for (Iterator<E> i# = X.keySet().iterator(); i#.hasNext(); ) { i#.next(); i#.remove(); B }",
		"for (Iterator<Map.Entry<E, E>> i# = X.entrySet().iterator(); i#.hasNext(); ) { i#.next().setValue(V); B }",
		"while (!X.isEmpty()) { X.remove(X.keySet().iterator().next()); B }",
		"while (X.size() < n) { X.put(V, V); B }",
		"for (int i# = 0; i# < X.size(); i#++) { B }",
		"for (E e# = X.remove(V); e# != null; e# = X.remove(V)) { B }",
		"for (E e# : new ArrayList<>(X.keySet())) { X.remove(e#); B }",
	}
	mapChanges = []string{
		"X.put(V, V);", "X.putIfAbsent(V, V);", "X.remove(V);", "X.clear();", "X.keySet().remove(V);", "X.values().clear();", "X.putAll(new HashMap<>(Z));", "X.get(V);", "X.containsValue(V);",
		"X.computeIfAbsent(V, k# -> k#);", "X.merge(V, V, (a#, b#) -> null);", "X.keySet().retainAll(Z.keySet());", "X.equals(Z);",
	}
	mapLambdas = []string{
		"X.computeIfAbsent(V, k# -> { L return k#; });", "X.forEach((k#, v#) -> { L });", "X.replaceAll((k#, v#) -> { L return v#; });", "X.merge(V, V, (a#, b#) -> { L return a#; });", "X.keySet().removeIf(k# -> { L return true; });",
		"X.values().forEach(v# -> { L });",
	}
	builderLoops = []string{
		"while (X.length() < n) { X.append('c'); B }", "while (X.length() < n) { X.insert(0, \"ab\"); B }", "while (X.length() < n) { if (Z.length() < 50) X.append(Z); B }",
		"while (X.length() > 0) { X.setLength(X.length() - 1); B }", "while (X.length() > n) { X.deleteCharAt(0); B }",
		"for (int i# = 0; i# < X.length(); i#++) { B }", "for (int i# = X.length() - 1; i# >= 0; i#--) { X.charAt(i#); B }",
		"int i# = -1; while ((i# = X.indexOf(\"a\", i# + 1)) >= 0) { B }", "for (char c# : X.toString().toCharArray()) { B }",
		"for (int i# = X.indexOf(\"a\"); i# >= 0; i# = X.indexOf(\"a\", i#)) { X.setCharAt(i#, 'b'); B }",
		"String t# = X.toString(); while (!t#.isEmpty()) { t# = t#.substring(1); B }", "String t# = X.toString(); while (t#.length() < n) { t# += X; B }",
		"String t# = X.toString(); while (t#.length() < n) { t# = t# + 'x'; B }",
		"String t# = \"\"; for (int k# = 0; k# < n; k#++) { if (s % 2 == 0) t# = t# + \"ab\"; else t# = k# + t#; } for (int i# = 0; i# < t#.length(); i#++) { B }",
		"String t# = n > 3 ? X.toString() : null; for (int k# = 0; k# < 4; k#++) { t# += k# + \"\" + 'c' + t#.length() + true; } for (char c# : t#.toCharArray()) { B }",
		"for (int k# = 0; k# < n; k#++) { StringBuilder b# = new StringBuilder(\"a\"); b#.append(k#).append(X.length()).append('c'); for (int i# = 0; i# < b#.length(); i#++) { B } }",
		"StringBuilder b# = new StringBuilder(); for (int k# = 0; k# < n; k#++) { b#.append(k# % 2 == 0); if (k# == 5) b#.insert(0, (String) null); } for (int i# = 0; i# < b#.length(); i#++) { B }",
		"StringBuilder b# = new StringBuilder(), d# = new StringBuilder(); for (int k# = 0; k# < n; k#++) { StringBuilder e# = s % 2 == 0 ? b# : d#; e#.append(\"ef\"); if (s % 5 == 0) b# = new StringBuilder(X); } for (int i# = 0; i# < b#.length(); i#++) { B }",
		"StringBuilder b# = new StringBuilder(X); for (int k# = 0; k# < n; k#++) { int m# = b#.length(); b#.append(k#); if (s % 3 == 0) b#.setLength(m#); s++; } for (char c# : b#.reverse().toString().toUpperCase().toCharArray()) { B }",
		"StringTokenizer t# = new StringTokenizer(X.toString(), \"a\"); while (t#.hasMoreTokens()) { t#.nextToken(); B }",
	}
	builderChanges = []string{"X.append('a');", "X.append(Z.length());", "X.insert(0, 'b');", "X.setLength(0);", "X.deleteCharAt(0);", "X.reverse().append('a');", "X.replace(0, 1, \"\");", "X.delete(0, n);", "X.append(n % 2 == 0).append((String) null);", "X.setLength(X.length() + 1);", "{ int m# = X.length(); X.append(\"abc\"); X.setLength(m#); }", "if (Z.length() < 99) X.append(Z);", "X.setCharAt(0, 'a');"}
	nodeLoops      = []string{
		"for (Node x# = X; x# != null; x# = x#.next) { B }", "Node x# = X; while (x# != null) { x# = x#.next(); B }", "Node x# = X; while (x#.next != null) { B x# = x#.next; }",
		"for (Node x# = X; x# != Z; x# = x#.next) { B }", "for (Node x# = X, y# = Z; x# != null && y# != null; x# = x#.next, y# = y#.other) { B }",
		"Deque<Node> q# = new ArrayDeque<>(); q#.push(X); while (!q#.isEmpty()) { Node x# = q#.pop(); if (x#.next != null) q#.push(x#.next); if (x#.other != null) q#.push(x#.other); B }",
		"Deque<Node> q# = new ArrayDeque<>(); q#.add(X); while (!q#.isEmpty()) { Node x# = q#.poll(); for (Node y# : x#.children) { q#.add(y#); } B }",
		"Deque<Node> q# = new ArrayDeque<>(); q#.add(X); while (!q#.isEmpty()) { q#.addAll(q#.poll().children); B }",
		"for (Node y# : X.children) { B }", "while (!X.children.isEmpty()) { X.children.remove(0); B }", "Node x# = X; while (x# != null) { Node y# = x#.next; x#.next = Z; x# = y#; B }",
		"Node p# = null; for (Node x# = X; x# != null; ) { Node y# = x#.next; x#.next = p#; p# = x#; x# = y#; B }",
	}
	nodeChanges = []string{"X.next = Z;", "X.other = Z;", "X.next = new Node(X.next);", "if (X.next != null) X.next.next = X;", "X.children.add(Z);", "if (Z.children.size() < 50) X.children.addAll(Z.children);", "X.children = Z.children;", "X.relink(Z);", "X.next = null;", "Z.next.other = X;", "X.children.clear();"}
)

func join(lists ...[]string) (out []string) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

var families = []*family{
	{types: []string{"Collection<E>"}, loops: collectionLoops, changes: collectionChanges, lambdas: collectionLambdas,
		same: []string{"Collections.unmodifiableCollection(X)", "Collections.synchronizedCollection(X)"}, fresh: []string{"new ArrayList<>(X)", "new HashSet<>(X)", "new ArrayDeque<>()"}, view: "X"},
	{types: []string{"List<E>", "List<E>", "ArrayList<E>", "LinkedList<E>", "CopyOnWriteArrayList<E>"}, loops: join(collectionLoops, listLoops, listLoops), changes: join(collectionChanges, listChanges, listChanges),
		lambdas: join(collectionLambdas, removing, []string{"X.sort((a#, b#) -> { L return 0; });", "X.replaceAll(x# -> { L return x#; });", "Collections.max(X, (a#, b#) -> { L return 0; });"}),
		same:    []string{"X.subList(0, X.size())", "Collections.unmodifiableList(X)", "Collections.synchronizedList(X)", "new View(X)", "(List<E>) (Object) X"}, fresh: []string{"new ArrayList<>(X)", "new LinkedList<>(X)", "new ArrayList<>()", "new ArrayList<>(n)"}, view: "X.subList(0, X.size())"},
	{types: []string{"Queue<E>", "PriorityQueue<E>", "ConcurrentLinkedQueue<E>"}, loops: join(collectionLoops, queueLoops, queueLoops), changes: join(collectionChanges, queueChanges, queueChanges), lambdas: collectionLambdas,
		fresh: []string{"new PriorityQueue<>(X)", "new ArrayDeque<>()", "new LinkedList<>(X)"}, view: "X"},
	{types: []string{"Deque<E>", "Deque<E>", "ArrayDeque<E>", "LinkedList<E>", "ConcurrentLinkedDeque<E>"},
		loops: join(collectionLoops, queueLoops, []string{"while (!X.isEmpty()) { X.pop(); B }", "while (!X.isEmpty()) { B X.removeLast(); }", "E e#; while ((e# = X.pollLast()) != null) { B }",
			"for (Iterator<E> i# = X.descendingIterator(); i#.hasNext(); ) { i#.next(); B }"}),
		changes: join(collectionChanges, queueChanges, []string{"X.push(V);", "X.addLast(V);", "X.offerFirst(V);", "X.pop();", "X.pollLast();", "X.removeFirst();"}), lambdas: collectionLambdas,
		fresh: []string{"new ArrayDeque<>(X)", "new ArrayDeque<>()", "new LinkedList<>()", "new ConcurrentLinkedDeque<>(X)"}, view: "X"},
	{types: []string{"Set<E>", "HashSet<E>", "LinkedHashSet<E>"}, loops: join(collectionLoops, setLoops, setLoops), changes: collectionChanges, lambdas: join(collectionLambdas, removing),
		same: []string{"Collections.unmodifiableSet(X)", "Collections.synchronizedSet(X)"}, fresh: []string{"new HashSet<>(X)", "new LinkedHashSet<>()"}, view: "X"},
	{types: []string{"NavigableSet<E>", "TreeSet<E>", "ConcurrentSkipListSet<E>"},
		loops: join(collectionLoops, setLoops, []string{"while (!X.isEmpty()) { X.pollFirst(); B }", "E e#; while ((e# = X.pollLast()) != null) { B }", "for (E e# : X.headSet(V)) { B }", "for (E e# = X.ceiling(V); e# != null; e# = X.higher(e#)) { B }",
			"for (E e# : X.descendingSet()) { B }"}),
		changes: join(collectionChanges, []string{"X.pollFirst();", "X.tailSet(V).clear();", "X.descendingSet().add(V);"}), lambdas: join(collectionLambdas, removing),
		same: []string{"X.descendingSet()", "X.tailSet(V, true)"}, fresh: []string{"new TreeSet<>(X)", "new TreeSet<>()"}, view: "X.descendingSet()"},
	{types: []string{"Map<E, E>", "HashMap<E, E>", "TreeMap<E, E>", "ConcurrentHashMap<E, E>"}, loops: mapLoops, changes: mapChanges, lambdas: mapLambdas,
		same: []string{"Collections.unmodifiableMap(X)", "Collections.synchronizedMap(X)"}, fresh: []string{"new HashMap<>(X)", "new TreeMap<>()"}, view: "X.keySet()"},
	{types: []string{"StringBuilder"}, loops: builderLoops, changes: builderChanges, fresh: []string{"new StringBuilder(X)", "new StringBuilder()"}},
	{types: []string{"Node"}, loops: nodeLoops, changes: nodeChanges, fresh: []string{"new Node(X)"}},
	{types: []string{"ListIterator<E>"}, loops: []string{"while (X.hasNext()) { X.next(); B }", "while (X.hasPrevious()) { X.previous(); B }", "while (X.hasNext()) { E e# = X.next(); X.remove(); B }"},
		changes: []string{"X.previous();", "X.next();", "X.add(V);", "X.remove();", "while (X.hasPrevious()) X.previous();"}},
	{types: []string{"StringTokenizer"}, loops: []string{"while (X.hasMoreTokens()) { X.nextToken(); B }", "while (X.hasMoreElements()) { B X.nextElement(); }"}, changes: []string{"X.nextToken();", "X.nextToken(\"b\");", "X.countTokens();"}},
}
