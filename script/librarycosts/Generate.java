import java.io.PrintWriter;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;

/**
 * Writes ProbesListed.java: a probe for every line of methods.txt. A line is a method, and where the usual receivers and
 * arguments do not do, options separated by " | ": recv=EXPRESSION, args=EXPRESSION;EXPRESSION, throws=EXCEPTION of one
 * that always does, cast=TYPE;TYPE of arguments where overloads differ in type arguments, and those of Probes.
 * In an expression n0 is the size that the receiver is to have, n1 that of the first argument and so on: where one
 * occurs, the method is traced at several of that size: those of the option sizes, which are usual numbers. Values are as
 * programs have them: numbers with all their digits, keys that nobody has hashed yet. Methods that cannot be probed are reported and left out.
 */
public class Generate {
    static final Map<String, String> VALUES = new HashMap<>(), SIZES = new HashMap<>();
    static void value(String expression, String size, String... types) {
        for (String t : types) { VALUES.put(t, expression); SIZES.put(t, size); }
    }
    static {
        String U = "java.util.", L = "java.lang.", C = "java.util.concurrent.", IO = "java.io.", N = "java.nio.", S = "java.util.stream.", R = "java.lang.reflect.";
        value("s($)", ".length()", L + "String", L + "CharSequence");
        value("new StringBuilder(1000).append(s($))", ".length()", L + "StringBuilder", L + "AbstractStringBuilder");
        value("new StringBuffer(1000).append(s($))", ".length()", L + "StringBuffer");
        value("al($)", ".size()", U + "List", U + "Collection", L + "Iterable", U + "ArrayList", U + "AbstractList", U + "AbstractCollection", U + "RandomAccess");
        value("new HashSet<>(al($))", ".size()", U + "Set", U + "HashSet", U + "AbstractSet");
        value("new LinkedHashSet<>(al($))", ".size()", U + "LinkedHashSet", U + "SequencedCollection");
        value("ts($)", ".size()", U + "TreeSet", U + "SortedSet", U + "NavigableSet");
        value("hm($)", ".size()", U + "Map", U + "HashMap", U + "AbstractMap");
        value("lhm($)", ".size()", U + "LinkedHashMap");
        value("tm($)", ".size()", U + "TreeMap", U + "SortedMap", U + "NavigableMap");
        value("new java.util.concurrent.ConcurrentHashMap<>(hm($))", ".size()", C + "ConcurrentHashMap", C + "ConcurrentMap");
        value("new java.util.concurrent.ConcurrentSkipListMap<>(hm($))", ".size()", C + "ConcurrentSkipListMap", C + "ConcurrentNavigableMap");
        value("new Hashtable<>(hm($))", ".size()", U + "Hashtable", U + "Dictionary");
        value("new IdentityHashMap<>(hm($))", ".size()", U + "IdentityHashMap");
        value("new WeakHashMap<>(hm($))", ".size()", U + "WeakHashMap");
        value("props($)", ".size()", U + "Properties");
        value("vector($)", ".size()", U + "Vector");
        value("stack($)", ".size()", U + "Stack");
        value("ll($)", ".size()", U + "LinkedList", U + "AbstractSequentialList");
        value("ad($)", ".size()", U + "ArrayDeque", U + "Deque", U + "Queue");
        value("new PriorityQueue<>(al($))", ".size()", U + "PriorityQueue", U + "AbstractQueue");
        value("new java.util.concurrent.LinkedBlockingQueue<>(al($))", ".size()", C + "BlockingQueue", C + "LinkedBlockingQueue");
        value("new java.util.concurrent.LinkedBlockingDeque<>(al($))", ".size()", C + "BlockingDeque", C + "LinkedBlockingDeque");
        value("new java.util.concurrent.ConcurrentLinkedQueue<>(al($))", ".size()", C + "ConcurrentLinkedQueue");
        value("new java.util.concurrent.ConcurrentLinkedDeque<>(al($))", ".size()", C + "ConcurrentLinkedDeque");
        value("new java.util.concurrent.CopyOnWriteArrayList<>(al($))", ".size()", C + "CopyOnWriteArrayList");
        value("new java.util.concurrent.CopyOnWriteArraySet<>(al($))", ".size()", C + "CopyOnWriteArraySet");
        value("al($).toArray()", ".length", "[Ljava.lang.Object;");
        value("al($).toArray(new String[0])", ".length", "[Ljava.lang.String;", "[Ljava.lang.Comparable;", "[Ljava.lang.CharSequence;");
        for (String p : new String[]{"B byte", "C char", "I int", "J long", "S short", "Z boolean", "F float", "D double"})
            value("new " + p.substring(2) + "[$]", ".length", "[" + p.charAt(0));
        value("s($).toCharArray()", ".length", "[C");
        value("s($).getBytes()", ".length", "[B");
        value("new Class[0]", "", "[Ljava.lang.Class;");
        value("new java.nio.file.LinkOption[0]", "", "[Ljava.nio.file.LinkOption;");
        value("new java.nio.file.attribute.FileAttribute[0]", "", "[Ljava.nio.file.attribute.FileAttribute;");
        value("key(3)", "", L + "Object", L + "Comparable", "java.io.Serializable");
        value("String.class", "", L + "Class", R + "Type", R + "AnnotatedElement", R + "GenericDeclaration");
        value("I", "", L + "Number", L + "Integer");
        value("new StringBuilder(1000)", "", L + "Appendable");
        value("TimeUnit.SECONDS", "", L + "Enum", C + "TimeUnit");
        value("J", "", L + "Long"); value("V", "", L + "Double"); value("Z", "", L + "Boolean"); value("C", "", L + "Character");
        value("Byte.valueOf((byte) 7)", "", L + "Byte"); value("Short.valueOf((short) 7)", "", L + "Short"); value("Float.valueOf((float) V)", "", L + "Float");
        value("new Exception(\"x\")", "", L + "Throwable", L + "Exception");
        value("Thread.currentThread()", "", L + "Thread");
        value("Probes.class.getClassLoader()", "", L + "ClassLoader");
        value("Runtime.getRuntime()", "", L + "Runtime");
        value("new Exception().getStackTrace()[0]", "", L + "StackTraceElement");
        value("ThreadLocal.withInitial(() -> \"x\")", "", L + "ThreadLocal");
        value("new java.lang.ref.WeakReference<>(K)", "", L + "ref.Reference", L + "ref.WeakReference");
        value("new java.lang.ref.SoftReference<>(K)", "", L + "ref.SoftReference");
        value("new java.lang.ref.ReferenceQueue<>()", "", L + "ref.ReferenceQueue");
        value("method()", "", R + "Method", R + "Executable", R + "Member", R + "AccessibleObject", R + "GenericDeclaration");
        value("constructor()", "", R + "Constructor");
        value("field()", "", R + "Field");
        value("generic()", "", R + "ParameterizedType");
        value("next(al(8).iterator())", ".size()", U + "Iterator");
        value("al(8).listIterator(3)", "", U + "ListIterator");
        value("new Vector<>(al(8)).elements()", "", U + "Enumeration");
        value("hm(8).entrySet().iterator().next()", "", U + "Map$Entry");
        value("al(8).spliterator()", ".size()", U + "Spliterator");
        value("Arrays.stream(new int[8]).spliterator()", ".size()", U + "Spliterator$OfInt");
        value("Locale.ENGLISH", "", U + "Locale");
        value("Optional.of(K)", "", U + "Optional");
        value("OptionalInt.of(3)", "", U + "OptionalInt");
        value("EnumSet.of(TimeUnit.SECONDS, TimeUnit.DAYS)", ".size()", U + "EnumSet");
        value("enumMap()", ".size()", U + "EnumMap");
        value("bits()", "", U + "BitSet");
        value("new StringTokenizer(\"one two three\")", "", U + "StringTokenizer");
        value("new StringJoiner(\",\").add(\"a\")", "", U + "StringJoiner");
        value("new Random(1)", "", U + "Random");
        value("new Date(1000000000000L)", "", U + "Date");
        value("Calendar.getInstance()", "", U + "Calendar");
        value("TimeZone.getTimeZone(\"UTC\")", "", U + "TimeZone");
        value("new UUID(1, 2)", "", U + "UUID");
        value("P.matcher(\"abc12 def34\")", "", U + "regex.Matcher");
        value("P", "", U + "regex.Pattern");
        value("found()", "", U + "regex.MatchResult");
        value("al($).stream().unordered()", ".size()", S + "Stream", S + "BaseStream");
        value("Arrays.stream(new int[$]).unordered()", ".size()", S + "IntStream");
        value("Arrays.stream(new long[$]).unordered()", ".size()", S + "LongStream");
        value("Arrays.stream(new double[$]).unordered()", ".size()", S + "DoubleStream");
        value("java.util.stream.Collectors.toList()", "", S + "Collector");
        value("java.util.stream.Stream.builder()", "", S + "Stream$Builder");
        value("new java.util.concurrent.locks.ReentrantLock()", "", C + "locks.Lock", C + "locks.ReentrantLock");
        value("new java.util.concurrent.locks.ReentrantReadWriteLock()", "", C + "locks.ReadWriteLock", C + "locks.ReentrantReadWriteLock");
        value("new java.util.concurrent.locks.ReentrantReadWriteLock().readLock()", "", C + "locks.ReentrantReadWriteLock$ReadLock");
        value("new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock()", "", C + "locks.ReentrantReadWriteLock$WriteLock");
        value("new java.util.concurrent.locks.ReentrantLock().newCondition()", "", C + "locks.Condition");
        value("new java.util.concurrent.CountDownLatch(3)", "", C + "CountDownLatch");
        value("new java.util.concurrent.Semaphore(3)", "", C + "Semaphore");
        value("new java.util.concurrent.atomic.AtomicReferenceArray<>(8)", "", C + "atomic.AtomicReferenceArray");
        value("new java.util.concurrent.atomic.AtomicIntegerArray(8)", "", C + "atomic.AtomicIntegerArray");
        value("new java.util.concurrent.atomic.AtomicLongArray(8)", "", C + "atomic.AtomicLongArray");
        value("java.util.concurrent.CompletableFuture.completedFuture(K)", "", C + "CompletableFuture", C + "Future", C + "CompletionStage");
        value("POOL", "", C + "ExecutorService", C + "ScheduledExecutorService", C + "Executor");
        value("new ByteArrayInputStream(new byte[200])", "", IO + "InputStream", IO + "ByteArrayInputStream");
        value("new ByteArrayOutputStream(1000)", "", IO + "OutputStream", IO + "ByteArrayOutputStream");
        value("new BufferedInputStream(new ByteArrayInputStream(new byte[200]))", "", IO + "BufferedInputStream", IO + "FilterInputStream");
        value("new BufferedOutputStream(new ByteArrayOutputStream(1000))", "", IO + "BufferedOutputStream", IO + "FilterOutputStream");
        value("new DataInputStream(new ByteArrayInputStream(new byte[200]))", "", IO + "DataInputStream", IO + "DataInput");
        value("new DataOutputStream(new ByteArrayOutputStream(1000))", "", IO + "DataOutputStream", IO + "DataOutput");
        value("new StringReader(s(200))", "", IO + "Reader", IO + "StringReader", L + "Readable");
        value("new StringWriter(1000)", "", IO + "Writer", IO + "StringWriter");
        value("new BufferedReader(new StringReader(\"some text\\nmore text\\n\"))", "", IO + "BufferedReader");
        value("new BufferedWriter(new StringWriter(1000))", "", IO + "BufferedWriter");
        value("new PrintWriter(new StringWriter(1000))", "", IO + "PrintWriter");
        value("new PrintStream(new ByteArrayOutputStream(1000))", "", IO + "PrintStream");
        value("new InputStreamReader(new ByteArrayInputStream(new byte[200]))", "", IO + "InputStreamReader");
        value("new OutputStreamWriter(new ByteArrayOutputStream(1000))", "", IO + "OutputStreamWriter");
        value("new PushbackInputStream(new ByteArrayInputStream(new byte[200]), 8)", "", IO + "PushbackInputStream");
        value("new PushbackReader(new StringReader(s(200)), 8)", "", IO + "PushbackReader");
        value("new LineNumberReader(new StringReader(s(200)))", "", IO + "LineNumberReader");
        value("new ByteArrayInputStream(new byte[200])", "", IO + "Closeable", L + "AutoCloseable");
        value("new ByteArrayOutputStream(1000)", "", IO + "Flushable");
        value("objectOutput()", "", IO + "ObjectOutputStream", IO + "ObjectOutput");
        value("objectInput()", "", IO + "ObjectInputStream", IO + "ObjectInput");
        value("randomAccess()", "", IO + "RandomAccessFile");
        value("new FileInputStream(FILE)", "", IO + "FileInputStream");
        value("new FileOutputStream(FILE)", "", IO + "FileOutputStream");
        value("FILE", "", IO + "File");
        value("FILE.toPath()", "", N + "file.Path", N + "file.Watchable");
        value("FileSystems.getDefault()", "", N + "file.FileSystem");
        value("java.nio.ByteBuffer.allocate(64).putLong(1L).putLong(1L)", "", N + "ByteBuffer", N + "Buffer");
        for (String b : new String[]{"Char", "Int", "Long", "Short", "Float", "Double"})
            value("java.nio." + b + "Buffer.allocate(64)", "", N + b + "Buffer");
        value("java.nio.ByteOrder.LITTLE_ENDIAN", "", N + "ByteOrder");
        value("java.nio.charset.StandardCharsets.UTF_8", "", N + "charset.Charset");
        value("java.nio.charset.StandardCharsets.UTF_8.newEncoder()", "", N + "charset.CharsetEncoder");
        value("java.nio.charset.StandardCharsets.UTF_8.newDecoder()", "", N + "charset.CharsetDecoder");
        value("java.nio.charset.CodingErrorAction.REPLACE", "", N + "charset.CodingErrorAction");
        value("java.nio.charset.CoderResult.UNDERFLOW", "", N + "charset.CoderResult");
        value("new java.math.BigInteger(\"1234567890\".repeat(10))", "", "java.math.BigInteger");
        value("new java.math.BigDecimal(\"12345.678\")", "", "java.math.BigDecimal");
        value("java.math.MathContext.DECIMAL64", "", "java.math.MathContext");
        value("java.net.URI.create(\"http://example.org/a/b?c=d\")", "", "java.net.URI");
        value("java.net.URI.create(\"http://example.org/a/b?c=d\").toURL()", "", "java.net.URL");
        value("java.security.MessageDigest.getInstance(\"SHA-1\")", "", "java.security.MessageDigest");
        value("new java.text.ParsePosition(0)", "", "java.text.ParsePosition");
        value("new java.text.FieldPosition(0)", "", "java.text.FieldPosition");
        value("new java.text.StringCharacterIterator(\"some text\")", "", "java.text.CharacterIterator", "java.text.StringCharacterIterator");
        value("new java.text.SimpleDateFormat(\"yyyy-MM-dd\")", "", "java.text.SimpleDateFormat", "java.text.DateFormat", "java.text.Format");
        value("new java.text.DecimalFormat(\"#,##0.00\")", "", "java.text.DecimalFormat", "java.text.NumberFormat");
        value("new java.text.MessageFormat(\"{0} of {1}\")", "", "java.text.MessageFormat");
        value("java.time.Duration.ofSeconds(90)", "", "java.time.Duration");
        value("java.time.Instant.ofEpochSecond(1000000000L)", "", "java.time.Instant");
        value("java.time.LocalDate.of(2020, 5, 17)", "", "java.time.LocalDate");
        value("java.time.LocalDateTime.of(2020, 5, 17, 12, 30)", "", "java.time.LocalDateTime");
        value("ZONE", "", "java.time.ZoneId");
        value("java.time.format.DateTimeFormatter.ISO_LOCAL_DATE", "", "java.time.format.DateTimeFormatter");
        value("Arrays.stream(new long[8]).spliterator()", ".size()", U + "Spliterator$OfLong");
        value("Arrays.stream(new double[8]).spliterator()", ".size()", U + "Spliterator$OfDouble");
        value("OptionalLong.of(3)", "", U + "OptionalLong"); value("OptionalDouble.of(3)", "", U + "OptionalDouble");
        value("java.nio.file.attribute.FileTime.fromMillis(1000)", "", N + "file.attribute.FileTime");
        value("List.class.getTypeParameters()[0]", "", R + "TypeVariable");
        value("new InvocationTargetException(new Exception(\"x\"))".replace("new Inv", "new java.lang.reflect.Inv"), "", R + "InvocationTargetException");
        value("new java.util.concurrent.ExecutionException(new Exception(\"x\"))", "", C + "ExecutionException");
        value("Base64.getEncoder()", "", U + "Base64$Encoder"); value("Base64.getDecoder()", "", U + "Base64$Decoder");
        value("java.time.temporal.ChronoUnit.DAYS", "", "java.time.temporal.TemporalUnit");
        value("java.time.temporal.ChronoField.YEAR", "", "java.time.temporal.TemporalField");
        value("java.time.LocalDate.of(2020, 5, 17)", "", "java.time.temporal.Temporal", "java.time.temporal.TemporalAccessor");
        String T = "java.time.";
        value(T + "LocalTime.of(13, 14, 15, 123456789)", "", T + "LocalTime");
        value(T + "LocalDate.of(2024, 2, 29)", "", T + "LocalDate", T + "chrono.ChronoLocalDate");
        value(T + "LocalDateTime.of(2024, 2, 29, 13, 14, 15, 123456789)", "", T + "LocalDateTime", T + "chrono.ChronoLocalDateTime");
        value("zoned()", "", T + "ZonedDateTime", T + "chrono.ChronoZonedDateTime");
        value(T + "OffsetDateTime.of(2024, 2, 29, 13, 14, 15, 123456789, " + T + "ZoneOffset.ofHours(2))", "", T + "OffsetDateTime");
        value(T + "Instant.ofEpochSecond(1709212455L, 123456789)", "", T + "Instant");
        value(T + "Duration.ofSeconds(93784L, 123456789)", "", T + "Duration");
        value(T + "Period.of(1, 2, 3)", "", T + "Period", T + "temporal.TemporalAmount");
        value(T + "Year.of(2024)", "", T + "Year");
        value(T + "YearMonth.of(2024, 2)", "", T + "YearMonth");
        value(T + "ZoneOffset.ofHours(2)", "", T + "ZoneOffset");
        value(T + "Clock.systemDefaultZone()", "", T + "Clock");
        value("queue($)", ".size()", U + "PriorityQueue");
        value("new Scanner(\"1000003 2345.678 word true \".repeat(8))", "", U + "Scanner");
        value("java.lang.invoke.MethodType.methodType(int.class)", "", L + "invoke.MethodType");
        value("java.lang.invoke.MethodHandles.lookup()", "", L + "invoke.MethodHandles$Lookup");
        value("java.util.logging.Logger.getLogger(\"probes\")", "", U + "logging.Logger");
        value("java.util.logging.Level.FINEST", "", U + "logging.Level");
        value("new kotlin.Pair(\"a\", \"b\")", "", "kotlin.Pair");
        value("kotlin.jvm.internal.Reflection.getOrCreateKotlinClass(String.class)", "", "kotlin.reflect.KClass");
        value("kotlin.collections.CollectionsKt.asSequence(al(8))", "", "kotlin.sequences.Sequence");
        value("new kotlin.ranges.IntRange(0, 9)", "", "kotlin.ranges.IntRange", "kotlin.ranges.IntProgression");
        value("new kotlin.collections.ArrayDeque(al(8))", "", "kotlin.collections.ArrayDeque");
        String A = "scala.jdk.javaapi.CollectionConverters.asScala((java.util.List) al($))";
        value(A + ".toList()", ".size()", "scala.collection.immutable.List");
        value(A + ".toVector()", ".size()", "scala.collection.immutable.Vector");
        value("new scala.collection.immutable.Range.Exclusive(0, $, 1)", ".size()", "scala.collection.immutable.Range");
        value("scala.Option.apply((Object) \"x\")", "", "scala.Option");
        value("(scala.Function0) (() -> \"x\")", "", "scala.Function0");
        value("(scala.Function1) (x -> x)", "", "scala.Function1");
        value("(scala.Function2) ((x, y) -> x)", "", "scala.Function2");
        value("new java.util.zip.CRC32()", "", U + "zip.CRC32", U + "zip.Checksum");
    }

    static final Map<String, Class<?>> PRIMITIVES = Map.of("B", byte.class, "C", char.class, "D", double.class, "F", float.class,
        "I", int.class, "J", long.class, "S", short.class, "Z", boolean.class, "V", void.class);

    static Class<?> type(String d) throws Exception {
        if (PRIMITIVES.containsKey(d)) return PRIMITIVES.get(d);
        return Class.forName(d.startsWith("L") ? d.substring(1, d.length() - 1).replace('/', '.') : d.replace('/', '.'));
    }
    static List<Class<?>> parameters(String d) throws Exception {
        List<Class<?>> out = new ArrayList<>();
        for (int i = 1; d.charAt(i) != ')'; ) {
            int j = i;
            while (d.charAt(j) == '[') j++;
            j = d.charAt(j) == 'L' ? d.indexOf(';', j) + 1 : j + 1;
            out.add(type(d.substring(i, j)));
            i = j;
        }
        return out;
    }
    static String name(Class<?> c) { return c.getCanonicalName(); }
    /** Scala's methods of raw types are ambiguous: each overrides one that returns an Object. */
    static String receiver(Class<?> c) { return name(c) + (c.getName().startsWith("scala.") && c.getTypeParameters().length == 1 ? "<Object>" : ""); }

    static Method single(Class<?> c) {
        Method one = null;
        for (Method m : c.getMethods()) {
            if (!Modifier.isAbstract(m.getModifiers())) continue;
            try { Object.class.getMethod(m.getName(), m.getParameterTypes()); continue; } catch (NoSuchMethodException e) { }
            if (one != null) return null;
            one = m;
        }
        return one;
    }

    /** Source of a body for an abstract method; what it returns is a value that lets its caller go on. */
    static String body(Method m) {
        StringBuilder b = new StringBuilder(Modifier.isPublic(m.getModifiers()) ? "public " : "protected ");
        Class<?> r = m.getReturnType();
        b.append(name(r)).append(' ').append(m.getName()).append('(');
        int i = 0;
        String same = "null";
        for (Class<?> p : m.getParameterTypes()) {
            b.append(i > 0 ? ", " : "").append(name(p)).append(" a").append(i);
            if (r == p) same = "a" + i;
            i++;
        }
        b.append(") { ");
        if (m.getDeclaringClass() == Comparator.class) b.append("return Integer.compare(System.identityHashCode(a0), System.identityHashCode(a1)); ");
        else if (m.getDeclaringClass().getName().equals("java.util.function.Supplier")) b.append("return Probes.K[5]; ");
        else if (r == boolean.class) b.append("return false; ");
        else if (r.isPrimitive() && r != void.class) b.append("return (").append(name(r)).append(") 0; ");
        else if (r != void.class) b.append("return ").append(same).append("; ");
        return b.append('}').toString();
    }

    static String expression(Class<?> c) {
        String v = VALUES.get(c.getName());
        if (v != null) return v;
        if (c == int.class || c == long.class || c == short.class || c == byte.class) return "(" + c + ") 2";
        if (c == char.class) return "'c'";
        if (c == boolean.class) return "true";
        if (c == float.class) return "(float) V";
        if (c == double.class) return "V";
        if (c.isArray()) return "new " + name(c).replaceFirst("\\[\\]", "[\\$]");
        if (c.isEnum()) return name(c) + ".values()[0]";
        if (c.isInterface() && single(c) != null) return callback(c);
        try { if (!Modifier.isAbstract(c.getModifiers())) { c.getConstructor(); return "new " + name(c) + "()"; } } catch (NoSuchMethodException e) { }
        try { if (!Modifier.isAbstract(c.getModifiers())) { c.getConstructor(String.class); return "new " + name(c) + "(\"1\")"; } } catch (NoSuchMethodException e) { }
        throw new IllegalArgumentException("no value of type " + c.getName());
    }
    static String size(Class<?> c) {
        String s = SIZES.get(c.getName());
        return s != null ? s : c.isArray() ? ".length" : "";
    }
    static final Map<Class<?>, String> CALLBACKS = new LinkedHashMap<>();
    static String callback(Class<?> c) {
        CALLBACKS.putIfAbsent(c, "ProbesCallback" + CALLBACKS.size());
        return "new " + CALLBACKS.get(c) + "()";
    }

    static void probe(String line, int number, StringBuilder out, StringBuilder classes) throws Exception {
        String[] parts = line.split(" \\| ");
        String method = parts[0];
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) { int e = parts[i].indexOf('='); options.put(parts[i].substring(0, e), parts[i].substring(e + 1)); }
        int open = method.indexOf('('), dot = method.lastIndexOf('.', open);
        Class<?> owner = Class.forName(method.substring(0, dot).replace('/', '.'));
        String called = method.substring(dot + 1, open), d = method.substring(open);
        List<Class<?>> params = parameters(d);
        boolean constructor = called.equals("<init>"), isStatic = false, isProtected = false;
        Class<?>[] ps = params.toArray(new Class<?>[0]);
        Class<?> result = void.class;
        if (constructor) isProtected = !Modifier.isPublic(owner.getDeclaredConstructor(ps).getModifiers());
        else {
            Method m = find(owner, called, ps, type(d.substring(d.indexOf(')') + 1)));
            isStatic = Modifier.isStatic(m.getModifiers());
            isProtected = !Modifier.isPublic(m.getModifiers());
            result = m.getReturnType();
        }
        String[] given = options.containsKey("args") ? options.remove("args").split(";", -1) : new String[params.size()];
        if (given.length != params.size()) throw new IllegalArgumentException(given.length + " arguments given");
        List<String> symbols = new ArrayList<>(), setup = new ArrayList<>(), args = new ArrayList<>();
        String[] casts = options.containsKey("cast") ? options.remove("cast").split(";", -1) : new String[params.size()];
        String recv = options.remove("recv"), thrown = options.remove("throws");
        if (!constructor && !isStatic) {
            if (recv == null) recv = expression(owner).replace("$", "n[0]");
            symbols.add(recv.contains("n[0]") || recv.contains("n0") ? "this" + size(owner) : "");
            setup.add(recv);
        } else { symbols.add(""); setup.add("null"); }
        for (int i = 0; i < ps.length; i++) {
            Class<?> p = ps[i];
            String x = given[i] != null && !given[i].isBlank() ? given[i].trim() : expression(p).replace("$", "n[" + (i + 1) + "]");
            boolean sized = x.matches("(?s).*\\bn\\[?" + (i + 1) + "\\b.*");
            symbols.add(sized ? "arg" + i + size(p) : "");
            if (p.isPrimitive()) { args.add("(" + p + ") (" + x.replaceAll("\\bn(\\d)\\b", "N[$1]").replaceAll("\\bn\\[", "N[") + ")"); continue; }
            args.add("(" + (casts[i] != null ? casts[i] : name(p)) + ") o[" + setup.size() + "]");
            setup.add(x);
        }
        StringBuilder target = new StringBuilder();
        String list = String.join(", ", args);
        if (constructor && (isProtected || Modifier.isAbstract(owner.getModifiers()))) {
            if (!Modifier.isPublic(owner.getModifiers()) || Modifier.isFinal(owner.getModifiers()) || owner == Enum.class || owner == Record.class) throw new IllegalArgumentException("cannot be extended");
            StringBuilder formal = new StringBuilder(), actual = new StringBuilder();
            for (int i = 0; i < ps.length; i++) { formal.append(i > 0 ? ", " : "").append(name(ps[i])).append(" x").append(i); actual.append(i > 0 ? ", " : "").append("x").append(i); }
            classes.append("class ProbesSub").append(number).append(" extends ").append(name(owner)).append(" {\n    ProbesSub").append(number).append('(').append(formal).append(") throws Exception { super(").append(actual).append("); }\n");
            Set<String> seen = new HashSet<>();
            for (Class<?> c = owner; c != null; c = c.getSuperclass()) for (Method m : c.getDeclaredMethods()) if (Modifier.isAbstract(m.getModifiers()) && seen.add(m.getName() + Arrays.toString(m.getParameterTypes()))) classes.append("    ").append(body(m)).append('\n'); else seen.add(m.getName() + Arrays.toString(m.getParameterTypes()));
            for (Method m : owner.getMethods()) if (m.getDeclaringClass().isInterface() && Modifier.isAbstract(m.getModifiers()) && seen.add(m.getName() + Arrays.toString(m.getParameterTypes()))) classes.append("    ").append(body(m)).append('\n');
            classes.append("}\n");
            target.append("sink = new ProbesSub").append(number).append('(').append(list).append(')');
        } else if (isProtected || !Modifier.isPublic(owner.getModifiers())) throw new IllegalArgumentException("is not public");
        else {
            if (result == byte.class || result == short.class || result == int.class) target.append("isink = ");
            else if (result == long.class) target.append("lsink = ");
            else if (result == float.class || result == double.class) target.append("dsink = ");
            else if (result == boolean.class) target.append("bsink = ");
            else if (result == char.class) target.append("csink = ");
            else if (constructor || result != void.class) target.append("sink = ");
            if (constructor) target.append("new ").append(name(owner)).append('(').append(list).append(')');
            else target.append(isStatic ? name(owner) : "((" + receiver(owner) + ") o[0])").append('.').append(called).append('(').append(list).append(')');
        }
        if (thrown != null) target.insert(0, "{ try { ").append("; } catch (").append(thrown).append(" e) { } }");
        StringBuilder spec = new StringBuilder();
        options.forEach((k, v) -> spec.append(spec.length() > 0 ? ";" : "").append(k).append('=').append(v));
        String objects = String.join(", ", setup).replaceAll("\\bn(\\d)\\b", "n[$1]");
        out.append("    static void m").append(number).append("() { q(\"").append(method).append("|expected|").append(String.join(",", symbols)).append('|').append(spec.toString().replace("\\", "\\\\").replace("\"", "\\\""))
           .append("\", n -> new Object[]{").append(objects).append("}, o -> ").append(target).append("); }\n");
    }
    static Method find(Class<?> c, String name, Class<?>[] ps, Class<?> result) throws Exception {
        for (Class<?> k = c; k != null; k = k.getSuperclass())
            for (Method m : k.getDeclaredMethods()) if (m.getName().equals(name) && m.getReturnType() == result && Arrays.equals(m.getParameterTypes(), ps)) return m;
        for (Method m : c.getMethods()) if (m.getName().equals(name) && m.getReturnType() == result && Arrays.equals(m.getParameterTypes(), ps)) return m;
        if (c.isInterface()) return Object.class.getMethod(name, ps);
        throw new NoSuchMethodException(name);
    }

    public static void main(String[] args) throws Exception {
        StringBuilder probes = new StringBuilder(), classes = new StringBuilder(), calls = new StringBuilder();
        int number = 0;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (line.isBlank() || line.startsWith("#")) continue;
            number++;
            int p = probes.length(), c = classes.length();
            try {
                probe(line, number, probes, classes);
                calls.append("        m").append(number).append("();\n");
            } catch (Exception | LinkageError e) {
                probes.setLength(p); classes.setLength(c);
                System.err.println(line + ": " + e);
            }
        }
        try (PrintWriter w = new PrintWriter(args[1])) {
            w.print("import java.io.*;\nimport java.nio.file.*;\nimport java.util.*;\nimport java.util.concurrent.TimeUnit;\n\n/** Made by Generate. */\n@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"})\npublic class ProbesListed extends ProbesValues {\n    public static void main(String[] args) {\n        if (args.length > 0) only = args[0];\n        if (args.length > 1) { part = Integer.parseInt(args[1]); parts = Integer.parseInt(args[2]); }\n");
            List<String> all = calls.toString().lines().toList();
            for (int i = 0; i < all.size(); i += 200) w.print("        part" + i + "();\n");
            w.print("        System.exit(0);\n    }\n");
            for (int i = 0; i < all.size(); i += 200) { w.print("    static void part" + i + "() {\n"); for (int j = i; j < Math.min(all.size(), i + 200); j++) w.println(all.get(j)); w.print("    }\n"); }
            w.print(probes);
            w.print("}\n");
            w.print(classes.toString().replace("class ", "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"deprecation\", \"removal\"}) class "));
            CALLBACKS.forEach((t, n) -> w.print("@SuppressWarnings({\"unchecked\", \"rawtypes\"}) class " + n + " implements " + name(t) + " {\n    " + body(single(t)) + "\n}\n"));
        }
    }
}
