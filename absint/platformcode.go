package absint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// asking is how far the platform's code goes with what it is given and what it holds: each says what the one before does,
// and more. Any runs what overrides the method that is called.
type asking uint8

const (
	asksNothing  asking = iota
	comparesHeld        // whether what it holds is equal, and which is first, by a comparator that it may hold, too
	asksHeld            // for hashes and texts as well
	asksAnything        // any method of the program that the platform knows of
)

var (
	// leaves are classes of the platform that hold no objects of the program and ask none.
	leafClass = regexp.MustCompile(`^java/(lang/(String|StringBuilder|StringBuffer|AbstractStringBuilder|Character|Integer|Long|Short|Byte|Boolean|Double|Float|Math|StrictMath|Number|StackTraceElement)|` +
		`math/(BigInteger|BigDecimal|MathContext|RoundingMode)|` +
		`util/(BitSet|Random|UUID|StringTokenizer|Date|Locale|concurrent/(ThreadLocalRandom|TimeUnit|atomic/Atomic(Integer|Long|Boolean|IntegerArray|LongArray)|locks/Reentrant\w+(\$\w+)?))|` +
		`nio/(|Byte|Char|Short|Int|Long|Float|Double)Buffer)$`)
	// positional are collections that find nothing by asking: what their methods of these names do, they do by place.
	positional = regexp.MustCompile(`^(java/util/(ArrayList|LinkedList|ArrayDeque|Vector|Stack|List|Deque|concurrent/(CopyOnWriteArrayList|ConcurrentLinked(Deque|Queue)|LinkedBlocking(Deque|Queue)|ArrayBlockingQueue))|kotlin/collections/ArrayDeque)$`)
	byPlace    = regexp.MustCompile(`^((size|isEmpty|empty|get|set|add|addFirst|addLast|addElement|elementAt|push|pop|peek\w*|poll\w*|offer\w*|element|getFirst|getLast|firstElement|lastElement|` +
		`removeFirst|removeLast|removeFirstOrNull|removeLastOrNull|firstOrNull|lastOrNull|clear|iterator|listIterator|descendingIterator|elements|subList|trimToSize|ensureCapacity|setSize|clone)\(|<init>\((I?|IF)\)|remove\(I?\)|toArray\((\)|\[))`)
	// tables are maps and sets of which the methods of these names look at no element.
	tables          = regexp.MustCompile(`^java/util/((Linked)?Hash(Map|Set)|Hashtable|TreeMap|(Identity|Weak)HashMap|EnumMap|concurrent/ConcurrentHashMap)$`)
	noKeys          = regexp.MustCompile(`^((size|isEmpty|clear|keySet|values|entrySet|iterator|elements|keys)\(\)|<init>\((I?|IF)\))`)
	collectionClass = regexp.MustCompile(`^(java/util/(concurrent/)?(\w*(List|Set|Map|Deque|Queue|Collection|Vector|Stack|Hashtable|Dictionary))|kotlin/collections/ArrayDeque)$`)
	// finding are the methods of collections and maps that compare a key or an element with others.
	finding = regexp.MustCompile(`^(size|isEmpty|clear|get|getOrDefault|add|put|putIfAbsent|contains|containsKey|containsValue|remove|replace|search|indexOf|lastIndexOf|` +
		`(remove|poll|peek|get)?(First|Last)(Entry|Key|Element)?|first|last|(first|last|floor|ceiling|higher|lower)(Key|Entry)?|poll|peek|pop|push|offer|element|toArray|removeFirstOccurrence|removeLastOccurrence|` +
		`iterator|descendingIterator|keySet|navigableKeySet|values|entrySet|(head|tail|sub|descending)(Map|Set|KeySet))$`)
	// texts are the methods that make texts of what they are given, and may write them to one of sinks.
	texts = regexp.MustCompile(`^java/(lang/String\.(format|formatted|join)|util/StringJoiner\.(<init>|add|length|setEmptyValue|toString)|io/Print(Stream|Writer)\.(print|println|printf|format|flush))$`)
	// quiet are methods of other classes, by class and name, that run nothing of the program with any argument.
	quiet = regexp.MustCompile(`^java/(lang/(Object\.(<init>|getClass|notify|notifyAll|wait)|System\.(arraycopy|nanoTime|currentTimeMillis|identityHashCode|lineSeparator)|Thread\.(currentThread|sleep|yield|onSpinWait)|` +
		`Class\.(getName|getSimpleName|isInstance|cast|isAssignableFrom|getSuperclass|getInterfaces|isInterface|isArray|getComponentType|desiredAssertionStatus)|Enum\.(<init>|ordinal|name|equals|hashCode|compareTo)|Record\.<init>|invoke/VarHandle\.\w+)|` +
		`util/concurrent/atomic/AtomicReference(FieldUpdater)?\.(<init>|get\w*|set\w*|lazySet|(weakC|c)ompareAnd\w+)|` +
		`util/(Objects\.(requireNonNull|isNull|nonNull)|Optional\w*\.(of|ofNullable|empty|isPresent|isEmpty|get\w*|orElse)|List\.of|Arrays\.(asList|copyOf|copyOfRange|fill)|` +
		`Collections\.(empty\w+|singleton(List)?|unmodifiable\w+|synchronized\w+)|Map\$Entry\.(getKey|getValue|setValue)))$`)
)

// sinks are where texts that are printed may go to in the program, and what encodes them.
var sinks = []string{
	"java/io/OutputStream", "java/io/FilterOutputStream", "java/io/PrintStream", "java/io/BufferedOutputStream", "java/io/ByteArrayOutputStream", "java/io/FileOutputStream",
	"java/io/Writer", "java/io/FilterWriter", "java/io/PrintWriter", "java/io/BufferedWriter", "java/io/StringWriter", "java/io/OutputStreamWriter",
	"java/nio/charset/Charset", "java/nio/charset/CharsetEncoder", "java/nio/charset/spi/CharsetProvider",
}

// asksBehind says how far the platform's code goes that a call runs, by what is called and on what.
func (a *Effects) asksBehind(f *ssa.Func, v ssa.ID) asking {
	h := a.Hierarchy
	mem, _ := f.Member(v)
	args := f.Args(v)
	on := mem.Class
	if f.Values[v].Op != classfile.OpInvokestatic && len(args) > 0 {
		if t := className(f.Static(args[0])); platform(t) && f.Values[v].Op != classfile.OpInvokespecial {
			if is, _ := h.IsSubtype(t, on); is {
				on = t
			}
		}
	}
	signature := mem.Name + mem.Desc
	switch {
	case strings.HasPrefix(mem.Class, "["):
		return asksNothing
	case quiet.MatchString(mem.Class + "." + mem.Name):
		if strings.HasPrefix(mem.Class, "java/util/Map$Entry") && a.overrides(mem.Class) {
			return asksHeld
		}
		return asksNothing
	case mem.Name == "<init>" && superConstructors[mem.Class] && !strings.HasPrefix(mem.Class, "java/io/Filter"):
		return asksNothing
	case isThrowable(mem) && !a.fields.fillsStackTraces() && leavesOnly(mem.Desc):
		return asksNothing
	case texts.MatchString(mem.Class+"."+mem.Name) && !a.givesOwn(f, args):
		format := mem.Name == "format" || mem.Name == "formatted" || mem.Name == "printf"
		switch {
		case strings.HasPrefix(mem.Class, "java/io/") && slices.ContainsFunc(sinks, a.overrides), format && a.overrides("java/util/Formattable"):
			return asksAnything
		case leavesOnly(mem.Desc):
			return asksNothing
		}
		return asksHeld
	case leafClass.MatchString(mem.Class):
		if mem.Name == "equals" || mem.Name == "compareTo" || leavesOnly(mem.Desc) {
			return asksNothing
		}
		far := a.asksGiven(f, args)
		if (far != asksNothing || a.givesOwn(f, args)) && !strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;)") { // no append(Object) or valueOf(Object)
			return asksAnything
		}
		return far
	case mem.Class == "java/util/Iterator" || mem.Class == "java/util/ListIterator" || mem.Class == "java/util/Enumeration":
		return a.asksIterator(f, args[0])
	case !collectionClass.MatchString(on):
		switch {
		case mem.Class == "java/lang/Object" && len(args) > 0 && f.Values[v].Op != classfile.OpInvokespecial:
			return a.asksGiven(f, args)
		case mem.Class == "java/lang/Comparable" || mem.Class == "java/util/Comparator" && mem.Name == "compare",
			mem.Class == "java/util/Objects" && !strings.Contains(mem.Desc, "Ljava/util/"),
			(mem.Class == "java/util/Arrays" || mem.Class == "java/util/Collections") && !strings.Contains(mem.Desc, "function/"):
			return asksHeld
		}
		return asksAnything
	case strings.Contains(mem.Desc, "Ljava/util/function/") || strings.Contains(signature, "tream"):
		return asksAnything
	case !a.overrides(on) && (positional.MatchString(on) && byPlace.MatchString(signature) || tables.MatchString(on) && noKeys.MatchString(signature)):
		return asksNothing
	case finding.MatchString(mem.Name):
		most := comparesHeld
		if mem.Name != "toArray" && len(args) > 1 && f.Values[args[1]].Type == 'a' {
			most = max(most, a.asksGiven(f, args[1:2]))
		}
		return most
	}
	return asksHeld
}

// givesOwn says whether an object of a class of the program is among the arguments.
func (a *Effects) givesOwn(f *ssa.Func, args []ssa.ID) bool {
	return slices.ContainsFunc(args, func(v ssa.ID) bool { return a.Hierarchy.Analysed(className(f.Static(v))) })
}

// overrides says whether the program may have a class below one of the platform's with methods of its own.
func (a *Effects) overrides(class string) bool {
	return a.Hierarchy.Misses() || memoize(&a.overriders, class, func() bool {
		return slices.ContainsFunc(a.Hierarchy.Subs(class), func(sub string) bool {
			return slices.ContainsFunc(a.Hierarchy.Lookup(sub).Methods, func(m classfile.Method) bool {
				return m.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && m.Name != "<init>"
			})
		})
	})
}

// asksGiven says how far code goes that asks objects: those of a leaf class, nothing, those of a class of the program what
// that class does, which is looked at by itself, others may be collections of anything.
func (a *Effects) asksGiven(f *ssa.Func, args []ssa.ID) asking {
	for _, v := range args {
		t := f.Static(v)
		element := strings.TrimLeft(t, "[")
		if f.Values[v].Type != 'a' || f.IsNull(v) || element != "" && element[0] != 'L' || leafClass.MatchString(className(element)) || t == "Ljava/lang/Class;" {
			continue
		}
		if class := className(t); class == "" || !a.Hierarchy.Analysed(class) || platform(class) {
			return asksHeld
		}
	}
	return asksNothing
}

// asksIterator is asksBehind for what is called on an iterator: it depends on whose it is.
func (a *Effects) asksIterator(f *ssa.Func, it ssa.ID) asking {
	if x := &f.Values[it]; !f.IsCall(it) || x.Op == classfile.OpInvokestatic || len(f.Args(it)) == 0 {
		return asksAnything
	}
	mem, _ := f.Member(it)
	from := className(f.Static(f.Args(it)[0]))
	switch {
	case !slices.Contains([]string{"iterator", "listIterator", "descendingIterator", "elements", "keys"}, mem.Name) || !platform(from) || !collectionClass.MatchString(from):
		return asksAnything
	case !a.overrides(from) && (positional.MatchString(from) || tables.MatchString(from)):
		return asksNothing
	}
	return comparesHeld
}

// leavesOnly says whether the parameters of a method are numbers, texts and arrays of them.
func leavesOnly(desc string) bool {
	only := true
	classfile.EachParam(desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		only = only && (element[0] != 'L' || leafClass.MatchString(className(element)) || element == "Ljava/lang/Class;")
	})
	return only
}

// comparators are the interfaces of what compares, and of what a comparator is made of.
var comparators = []classfile.Member{
	compareMember, compareToMember, equalsMember,
	{Class: "java/util/function/Function", Name: "apply", Desc: "(Ljava/lang/Object;)Ljava/lang/Object;"},
	{Class: "java/util/function/ToIntFunction", Name: "applyAsInt", Desc: "(Ljava/lang/Object;)I"},
	{Class: "java/util/function/ToLongFunction", Name: "applyAsLong", Desc: "(Ljava/lang/Object;)J"},
	{Class: "java/util/function/ToDoubleFunction", Name: "applyAsDouble", Desc: "(Ljava/lang/Object;)D"},
}

// containers are what collections and iterators of the platform may be views of.
var containers = []string{"java/util/Collection", "java/util/Map", "java/util/Map$Entry", "java/lang/Iterable", "java/util/Iterator", "java/util/Enumeration"}

// asked is the code of the program that the platform's code may run which asks what it holds.
func (a *Effects) asked(far asking) *codeRun {
	if far == asksNothing {
		return &codeRun{}
	}
	return memoize(&a.askedHeld, far, func() *codeRun {
		out := &codeRun{any: far == asksAnything}
		ask := slices.Clone(comparators)
		if far >= asksHeld {
			ask = append(ask, hashCodeMember, toStringMember)
		}
		for _, m := range ask {
			a.follow(out, nil, classfile.OpInvokevirtual, m)
		}
		for _, above := range containers {
			for _, class := range a.Hierarchy.Subs(above) {
				ms := a.Hierarchy.Lookup(class).Methods
				for i := range ms {
					if t := &ms[i]; t.Access&(classfile.AccStatic|classfile.AccAbstract) == 0 && t.Name[0] != '<' {
						out.add(t)
					}
				}
			}
		}
		return out
	})
}

// keepsToItself says whether a lambda that runs a method of the platform changes no collection by it and runs nothing else.
func keepsToItself(l *callgraph.Lambda) bool {
	m := l.Body.Member
	return !startsWith(m.Name, enters) && !startsWith(m.Name, leaves) && !runsProgram(m)
}
