import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.regex.*;

/**
 * Calls every method whose cost is modelled, each at three sizes. A probe is described by one string: the method, the
 * case, the symbol that its size stands for, and options (see write.go):
 * copy and zero are bytes that native code moves or clears, rsize and rcv are sizes of result and receiver afterwards,
 * const, log and sym say what shape the cost has, also names interfaces that the numbers stand in for; times is how
 * many calls of the method one call of the probe makes, n for as many as its size: counts are their average.
 */
public class Probes {
    static Object sink; static int isink; static long lsink; static double dsink; static boolean bsink; static char csink;
    static void begin(String title) { }
    static void end() { }
    static String only = "";
    static final int[] SIZES = {8, 32, 128};
    /** Sizes of hash tables that have just grown: they are emptiest, and an iteration passes the most empty places. */
    static final int[] SPARSE = {13, 50, 200};

    static <S> void p(String spec, IntFunction<S> setup, Consumer<S> call) { p(SIZES, spec, setup, call); }
    static <S> void p(int[] sizes, String spec, IntFunction<S> setup, Consumer<S> call) {
        if (!spec.contains(only)) return;
        for (int n : sizes) {
            for (int i = 0; i < 3; i++) call.accept(setup.apply(n));
            S s = setup.apply(n);
            begin(spec + "|" + n);
            call.accept(s);
            end();
        }
    }
    static String s(int n) { char[] c = new char[n]; for (int i = 0; i < n; i++) c[i] = (char) ('a' + i % 26); return new String(c); }
    static Object[] two(Object a, Object b) { return new Object[]{a, b}; }
    static ArrayList<String> al(int n) { ArrayList<String> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(K[i]); return l; }
    static LinkedList<String> ll(int n) { LinkedList<String> l = new LinkedList<>(); for (int i = 0; i < n; i++) l.add(K[i]); return l; }
    static ArrayDeque<String> ad(int n) { ArrayDeque<String> l = new ArrayDeque<>(); for (int i = 0; i < n; i++) l.add(K[i]); return l; }
    static HashMap<String, String> hm(int n) { HashMap<String, String> m = new HashMap<>(); for (int i = 0; i < n; i++) m.put(K[i], K[i]); return m; }
    static HashMap<String, String> lhm(int n) { HashMap<String, String> m = new LinkedHashMap<>(); for (int i = 0; i < n; i++) m.put(K[i], K[i]); return m; }
    static TreeMap<String, String> tm(int n) { TreeMap<String, String> m = new TreeMap<>(); for (int i = 0; i < n; i++) m.put(K[i], K[i]); return m; }
    static HashSet<String> hs(int n) { return new HashSet<>(al(n)); }
    static TreeSet<String> ts(int n) { return new TreeSet<>(al(n)); }
    static final String[] K = new String[300];
    static String[] fresh(int n) { String[] k = new String[n]; for (int i = 0; i < n; i++) k[i] = key(i); return k; }
    static String absent() { return new String("key-absent".toCharArray()); }
    static final Object OTHER = new Object();
    static { for (int i = 0; i < K.length; i++) { K[i] = "key-" + (100000 + i * 7919 % 99991); K[i].hashCode(); } }
    /** A string that equals K[i], as a program reads one: another object, of which nobody has asked the hash code. */
    static String key(int i) { return new String(K[i].toCharArray()); }
    /** The keys that a probe of a look-up asks for. */
    static String[] keys() { return fresh(8); }
    /** Text of which every eighth letter is a capital. */
    static String mixed(int n) { char[] c = s(n).toCharArray(); for (int i = 0; i < n; i += 8) c[i] = Character.toUpperCase(c[i]); return new String(c); }
    /** Text in which every fifth character is one that a regular expression of the probes finds. */
    static String words(int n) { char[] c = s(n).toCharArray(); for (int i = 4; i < n; i += 5) c[i] = ' '; return new String(c); }
    static Iterator<String> next(Iterator<String> i) { i.next(); return i; }

    public static void main(String[] args) {
        if (args.length > 0) only = args[0];
        strings(); builders(); lists(); maps(); numbers(); regex(); other();
    }
    static void strings() {
        String T = "java/lang/String.";
        p(T + "length()I|worst|this.length()|returns=this.length()", n -> s(n), x -> isink = x.length());
        p(T + "isEmpty()Z|worst|this.length()|", n -> s(n), x -> bsink = x.isEmpty());
        p(T + "charAt(I)C|worst|this.length()|", n -> s(n), x -> csink = x.charAt(3));
        p(T + "equals(Ljava/lang/Object;)Z|worst|this.length()|also=;basis=two equal Latin-1 strings that are not the same object", n -> two(s(n), s(n)), x -> bsink = ((String) ((Object[]) x)[0]).equals(((Object[]) x)[1]));
        p(T + "hashCode()I|worst|this.length()|basis=the first call; later ones return the cached hash", n -> new String(s(n).toCharArray()), x -> isink = x.hashCode());
        p(T + "indexOf(I)I|worst|this.length()|returns=-1;basis=no such character; Latin-1;noreturns=1", n -> s(n), x -> isink = x.indexOf('!'));
        p(T + "indexOf(Ljava/lang/String;)I|expected|this.length()|basis=not found, the first character occurs nowhere; Latin-1", n -> s(n), x -> isink = x.indexOf("!a"));
        p(T + "lastIndexOf(I)I|worst|this.length()|basis=no such character; Latin-1", n -> s(n), x -> isink = x.lastIndexOf('!'));
        p(T + "contains(Ljava/lang/CharSequence;)Z|expected|this.length()|basis=not found, the first character occurs nowhere; Latin-1", n -> s(n), x -> bsink = x.contains("!a"));
        p(T + "startsWith(Ljava/lang/String;)Z|worst|arg0.length()|basis=it does; Latin-1", n -> new String[]{s(n + 1), s(n)}, x -> bsink = x[0].startsWith(x[1]));
        p(T + "endsWith(Ljava/lang/String;)Z|worst|arg0.length()|basis=it does; Latin-1", n -> new String[]{s(26 + n), s(26 + n).substring(26)}, x -> bsink = x[0].endsWith(x[1]));
        p(T + "compareTo(Ljava/lang/String;)I|worst|this.length()|basis=equal Latin-1 strings", n -> new String[]{s(n), s(n)}, x -> isink = x[0].compareTo(x[1]));
        p(T + "equalsIgnoreCase(Ljava/lang/String;)Z|expected|this.length()|basis=equal Latin-1 strings in the same case", n -> new String[]{s(n), s(n)}, x -> bsink = x[0].equalsIgnoreCase(x[1]));
        p(T + "substring(II)Ljava/lang/String;|worst|this.length()|copy=arg1 - arg0;rsize=arg1 - arg0;basis=Latin-1", n -> s(n), x -> sink = x.substring(1, 4));
        p(T + "substring(I)Ljava/lang/String;|worst|this.length()|copy=this.length() - arg0;rsize=this.length() - arg0;basis=Latin-1", n -> s(n), x -> sink = x.substring(3));
        p(T + "concat(Ljava/lang/String;)Ljava/lang/String;|worst|arg0.length()|copy=this.length() + arg0.length();rsize=this.length() + arg0.length();basis=both Latin-1", n -> s(n), x -> sink = x.concat(x));
        p(T + "toCharArray()[C|worst|this.length()|zero=2*this.length();rsize=this.length();basis=Latin-1", n -> s(n), x -> sink = x.toCharArray());
        p(T + "trim()Ljava/lang/String;|expected|this.length()|rsize=this.length();basis=nothing to trim", n -> s(n), x -> sink = x.trim());
        p(T + "toLowerCase()Ljava/lang/String;|expected|this.length()|rsize=3*this.length();basis=Latin-1, every eighth letter a capital, from the first on;zero=this.length();copy=1", n -> mixed(n), x -> sink = x.toLowerCase());
        p(T + "toUpperCase()Ljava/lang/String;|expected|this.length()|zero=this.length();rsize=3*this.length();copy=1;basis=Latin-1 in lower case", n -> s(n), x -> sink = x.toUpperCase());
        p(T + "replace(CC)Ljava/lang/String;|expected|this.length()|rsize=this.length();zero=this.length();basis=every 26th character replaced; Latin-1", n -> s(n), x -> sink = x.replace('a', '!'));
        p(T + "split(Ljava/lang/String;)[Ljava/lang/String;|expected|this.length()|copy=this.length();basis=a regular expression, \\s+, compiled and found every fifth character; Latin-1", n -> words(n), x -> sink = x.split("\\s+"));
        p(T + "toString()Ljava/lang/String;|worst|this.length()|rsize=this.length()", n -> s(n), x -> sink = x.toString());
        p(T + "valueOf(I)Ljava/lang/String;|expected|arg0|basis=a number of ten digits", n -> null, x -> sink = String.valueOf(1234567890));
        p(T + "valueOf(Ljava/lang/Object;)Ljava/lang/String;|expected|arg0.length()|basis=a String; the callback is the argument's toString;callback=arg0 toString()Ljava/lang/String; 1", n -> (Object) s(n), x -> sink = String.valueOf(x));
    }
    static void builders() {
        for (String B : new String[]{"java/lang/StringBuilder."}) {
            p(B + "<init>()V|worst|arg0.length()|rcv=0", n -> null, x -> sink = new StringBuilder());
            p(B + "<init>(Ljava/lang/String;)V|worst|arg0.length()|copy=arg0.length();zero=arg0.length();rcv=arg0.length();basis=Latin-1", n -> s(n), x -> sink = new StringBuilder(x));
            p(B + "<init>(I)V|worst|arg0|zero=arg0;rcv=0", n -> null, x -> sink = new StringBuilder(100));
            p(B + "append(Ljava/lang/String;)Ljava/lang/StringBuilder;|expected|arg0.length()|copy=2*arg0.length();zero=arg0.length();rcv=this.length() + max(4, arg0.length());rsize=this.length() + max(4, arg0.length());basis=Latin-1, without growing; growing copies each byte once on average, which is in the copied bytes", n -> new Object[]{new StringBuilder(1000), s(n)}, x -> sink = ((StringBuilder) ((Object[]) x)[0]).append((String) ((Object[]) x)[1]));
            p(B + "append(C)Ljava/lang/StringBuilder;|expected|this.length()|copy=1;zero=1;rcv=this.length() + 1;rsize=this.length() + 1;basis=Latin-1, without growing; growing copies each byte once on average, which is in the copied bytes", n -> new StringBuilder(1000).append(s(n)), x -> x.append('c'));
            p(B + "append(I)Ljava/lang/StringBuilder;|expected|this.length()|copy=20;zero=20;rcv=this.length() + 11;rsize=this.length() + 11;basis=a number of ten digits, Latin-1, without growing; growing copies each byte once on average, which is in the copied bytes", n -> new StringBuilder(1000).append(s(n)), x -> x.append(1234567890));
            p(B + "append(Z)Ljava/lang/StringBuilder;|expected|this.length()|rcv=this.length() + 5;rsize=this.length() + 5;basis=true, Latin-1, without growing", n -> new StringBuilder(1000).append(s(n)), x -> x.append(true));
            p(B + "toString()Ljava/lang/String;|worst|this.length()|copy=this.length();rsize=this.length();basis=Latin-1", n -> new StringBuilder(s(n)), x -> sink = x.toString());
            p(B + "length()I|worst|this.length()|returns=this.length()", n -> new StringBuilder(s(n)), x -> isink = x.length());
            p(B + "charAt(I)C|worst|this.length()|basis=Latin-1", n -> new StringBuilder(s(n)), x -> csink = x.charAt(3));
            p(B + "setCharAt(IC)V|worst|this.length()|basis=Latin-1", n -> new StringBuilder(s(n)), x -> x.setCharAt(3, 'x'));
            p(B + "setLength(I)V|expected|this.length()|rcv=arg0;basis=shortened to 0", n -> new StringBuilder(s(n)), x -> x.setLength(0));
            p(B + "reverse()Ljava/lang/StringBuilder;|worst|this.length()|rcv=this.length();rsize=this.length();basis=Latin-1", n -> new StringBuilder(s(n)), x -> x.reverse());
            p(B + "insert(ILjava/lang/String;)Ljava/lang/StringBuilder;|expected|this.length()|copy=this.length() + arg1.length();rcv=this.length() + max(4, arg1.length());rsize=this.length() + max(4, arg1.length());basis=at the front, Latin-1, without growing", n -> new StringBuilder(1000).append(s(n)), x -> x.insert(0, "ab"));
            p(B + "deleteCharAt(I)Ljava/lang/StringBuilder;|worst|this.length()|copy=this.length();rcv=this.length() - 1;rsize=this.length() - 1", n -> new StringBuilder(s(n)), x -> x.deleteCharAt(0));
        }
        p("java/lang/StringBuffer.append(Ljava/lang/String;)Ljava/lang/StringBuffer;|expected|arg0.length()|copy=2*arg0.length();zero=arg0.length();rcv=this.length() + max(4, arg0.length());rsize=this.length() + max(4, arg0.length());basis=Latin-1, without growing, the lock uncontended and not counted; growing copies each byte once on average, which is in the copied bytes", n -> new Object[]{new StringBuffer(1000), s(n)}, x -> sink = ((StringBuffer) ((Object[]) x)[0]).append((String) ((Object[]) x)[1]));
        p("java/lang/StringBuffer.toString()Ljava/lang/String;|worst|this.length()|copy=2*this.length();rsize=this.length();basis=Latin-1, not cached", n -> new StringBuffer(s(n)), x -> sink = x.toString());
    }
    static void lists() {
        String A = "java/util/ArrayList.", L = "also=java/util/List;";
        String grow = "rcv=this.size() + 1;";
        p(A + "<init>()V|worst|this.size()|rcv=0", n -> null, x -> sink = new ArrayList<String>());
        p(A + "<init>(I)V|worst|arg0|zero=4*arg0;rcv=0", n -> null, x -> sink = new ArrayList<String>(10));
        p(A + "<init>(Ljava/util/Collection;)V|expected|arg0.size()|copy=8*arg0.size();zero=4*arg0.size();rcv=arg0.size();basis=of an ArrayList", n -> al(n), x -> sink = new ArrayList<>(x));
        p(new int[]{50, 100, 200}, A + "add(Ljava/lang/Object;)Z|expected|this.size()|const=1;times=n;also=java/util/List,java/util/Collection;copy=8;zero=6;" + grow + "basis=on average into a list that grows from empty; growing by half copies two references per element on average, which is in the copied bytes", n -> new Object[]{new ArrayList<String>(), n}, x -> { for (int i = 0, k = (int) x[1]; i < k; i++) ((ArrayList<String>) x[0]).add("x"); });
        p(A + "add(ILjava/lang/Object;)V|expected|this.size()|" + L + "copy=4*(this.size() - arg0) + 8;" + grow + "basis=without growing", n -> { ArrayList<String> l = new ArrayList<>(1000); l.addAll(al(n)); return l; }, x -> x.add(0, "x"));
        p(A + "get(I)Ljava/lang/Object;|worst|this.size()|basis=an index in range", n -> al(n), x -> sink = x.get(3));
        p(A + "set(ILjava/lang/Object;)Ljava/lang/Object;|worst|this.size()|", n -> al(n), x -> sink = x.set(3, "x"));
        p(A + "size()I|worst|this.size()|also=java/util/List,java/util/Collection;returns=this.size()", n -> al(n), x -> isink = x.size());
        p(A + "isEmpty()Z|worst|this.size()|also=java/util/List,java/util/Collection", n -> al(n), x -> bsink = x.isEmpty());
        p(A + "contains(Ljava/lang/Object;)Z|worst|this.size()|callback=arg0 equals(Ljava/lang/Object;)Z this.size();basis=not in the list; the argument's equals is the callback", n -> new Object[]{al(n), OTHER}, x -> bsink = ((ArrayList<?>) x[0]).contains(x[1]));
        p(A + "indexOf(Ljava/lang/Object;)I|worst|this.size()|callback=arg0 equals(Ljava/lang/Object;)Z this.size();basis=not in the list; the argument's equals is the callback", n -> new Object[]{al(n), OTHER}, x -> isink = ((ArrayList<?>) x[0]).indexOf(x[1]));
        p(A + "remove(I)Ljava/lang/Object;|worst|this.size()|copy=4*(this.size() - arg0 - 1);rcv=this.size() - 1", n -> al(n), x -> sink = x.remove(0));
        p(A + "remove(Ljava/lang/Object;)Z|worst|this.size()|copy=4*this.size();callback=arg0 equals(Ljava/lang/Object;)Z this.size();rcv=this.size();basis=the search over the whole list, and the move of the whole list", n -> new Object[]{al(n), OTHER}, x -> bsink = ((ArrayList<?>) x[0]).remove(x[1]));
        p(A + "clear()V|worst|this.size()|rcv=0", n -> al(n), x -> x.clear());
        p(A + "addAll(Ljava/util/Collection;)Z|expected|arg0.size()|copy=16*arg0.size();zero=10*arg0.size();rcv=this.size() + arg0.size();basis=of an ArrayList, without growing; growing is in the copied bytes", n -> new Object[]{new ArrayList<String>(1000), al(n)}, x -> bsink = ((ArrayList<String>) x[0]).addAll((ArrayList<String>) x[1]));
        p(A + "iterator()Ljava/util/Iterator;|worst|this.size()|also=java/util/List,java/util/Collection,java/lang/Iterable;basis=ArrayList.Itr", n -> al(n), x -> sink = x.iterator());
        p("java/util/ArrayList$Itr.hasNext()Z|worst|this.size()|also=java/util/Iterator;basis=ArrayList.Itr", n -> next(al(n).iterator()), x -> bsink = x.hasNext());
        p("java/util/ArrayList$Itr.next()Ljava/lang/Object;|worst|this.size()|basis=ArrayList.Itr", n -> next(al(n).iterator()), x -> sink = x.next());
        p("java/util/ArrayList$Itr.remove()V|expected|this.size()|copy=2*this.size();basis=ArrayList.Itr, from the middle", n -> next(al(n).iterator()), x -> x.remove());
        p(A + "toArray([Ljava/lang/Object;)[Ljava/lang/Object;|expected|this.size()|copy=4*this.size();rsize=max(this.size(), arg0.length);basis=an array that is large enough", n -> new Object[]{al(n), new String[n]}, x -> sink = ((ArrayList<String>) x[0]).toArray((String[]) x[1]));
        p(A + "toArray()[Ljava/lang/Object;|worst|this.size()|copy=4*this.size();zero=4*this.size();rsize=this.size()", n -> al(n), x -> sink = x.toArray());
        p(A + "forEach(Ljava/util/function/Consumer;)V|worst|this.size()|callback=arg0 accept(Ljava/lang/Object;)V this.size()", n -> al(n), x -> x.forEach(y -> sink = y));
        String K2 = "java/util/LinkedList.";
        p(K2 + "<init>()V|worst|this.size()|rcv=0", n -> null, x -> sink = new LinkedList<String>());
        p(K2 + "add(Ljava/lang/Object;)Z|worst|this.size()|" + grow, n -> ll(n), x -> x.add("x"));
        p(K2 + "addFirst(Ljava/lang/Object;)V|worst|this.size()|" + grow, n -> ll(n), x -> x.addFirst("x"));
        p(K2 + "addLast(Ljava/lang/Object;)V|worst|this.size()|" + grow, n -> ll(n), x -> x.addLast("x"));
        p(K2 + "get(I)Ljava/lang/Object;|worst|this.size()|basis=the middle element, the farthest from both ends", n -> new Object[]{ll(n), n}, x -> sink = ((LinkedList<?>) x[0]).get(((LinkedList<?>) x[0]).size() / 2 - 1));
        p(K2 + "size()I|worst|this.size()|returns=this.size()", n -> ll(n), x -> isink = x.size());
        p(K2 + "removeFirst()Ljava/lang/Object;|worst|this.size()|rcv=this.size() - 1", n -> ll(n), x -> sink = x.removeFirst());
        p(K2 + "poll()Ljava/lang/Object;|worst|this.size()|also=java/util/Queue;rcv=this.size()", n -> ll(n), x -> sink = x.poll());
        p(K2 + "contains(Ljava/lang/Object;)Z|worst|this.size()|callback=arg0 equals(Ljava/lang/Object;)Z this.size();basis=not in the list; the argument's equals is the callback", n -> new Object[]{ll(n), OTHER}, x -> bsink = ((LinkedList<?>) x[0]).contains(x[1]));
        String D = "java/util/ArrayDeque.";
        p(D + "<init>()V|worst|this.size()|rcv=0", n -> null, x -> sink = new ArrayDeque<String>());
        p(D + "addLast(Ljava/lang/Object;)V|expected|this.size()|copy=8;zero=8;" + grow + "basis=without growing; growing copies two references per element on average, which is in the copied bytes", n -> { ArrayDeque<String> d = new ArrayDeque<>(1000); d.addAll(al(n)); return d; }, x -> x.addLast("x"));
        p(D + "addFirst(Ljava/lang/Object;)V|expected|this.size()|copy=8;zero=8;" + grow + "basis=without growing; growing copies two references per element on average, which is in the copied bytes", n -> { ArrayDeque<String> d = new ArrayDeque<>(1000); d.addAll(al(n)); return d; }, x -> x.addFirst("x"));
        p(D + "push(Ljava/lang/Object;)V|expected|this.size()|also=java/util/Deque;copy=8;zero=8;" + grow + "basis=without growing; growing copies two references per element on average, which is in the copied bytes", n -> { ArrayDeque<String> d = new ArrayDeque<>(1000); d.addAll(al(n)); return d; }, x -> x.push("x"));
        p(D + "pop()Ljava/lang/Object;|worst|this.size()|also=java/util/Deque;rcv=this.size() - 1", n -> ad(n), x -> sink = x.pop());
        p(D + "poll()Ljava/lang/Object;|worst|this.size()|also=java/util/Deque;rcv=this.size()", n -> ad(n), x -> sink = x.poll());
        p(D + "pollFirst()Ljava/lang/Object;|worst|this.size()|also=java/util/Deque;rcv=this.size()", n -> ad(n), x -> sink = x.pollFirst());
        p(D + "peek()Ljava/lang/Object;|worst|this.size()|also=java/util/Deque,java/util/Queue", n -> ad(n), x -> sink = x.peek());
        p(D + "isEmpty()Z|worst|this.size()|also=java/util/Deque", n -> ad(n), x -> bsink = x.isEmpty());
        p(D + "size()I|worst|this.size()|also=java/util/Deque;returns=this.size()", n -> ad(n), x -> isink = x.size());
        p("java/util/Arrays.asList([Ljava/lang/Object;)Ljava/util/List;|worst|arg0.length|rsize=arg0.length", n -> K.clone(), x -> sink = Arrays.asList(x));
        p("java/util/Arrays.fill([II)V|worst|arg0.length|", n -> new int[n], x -> Arrays.fill(x, 7));
        p("java/util/Arrays.copyOf([II)[I|worst|arg1|copy=4*min(arg0.length, arg1);zero=4*arg1;rsize=arg1", n -> new int[n], x -> sink = Arrays.copyOf(x, 9));
        p("java/util/Arrays.copyOf([Ljava/lang/Object;I)[Ljava/lang/Object;|worst|arg1|copy=4*min(arg0.length, arg1);zero=4*arg1;rsize=arg1", n -> K.clone(), x -> sink = Arrays.copyOf(x, 9));
        p("java/util/Arrays.copyOfRange([BII)[B|worst|arg1|copy=arg2 - arg1;zero=arg2 - arg1;rsize=arg2 - arg1", n -> new byte[50], x -> sink = Arrays.copyOfRange(x, 2, 9));
        p("java/util/Arrays.toString([I)Ljava/lang/String;|expected|arg0.length|copy=4*arg0.length;zero=4*arg0.length;basis=numbers of one digit", n -> new int[n], x -> sink = Arrays.toString(x));
        p("java/util/Arrays.hashCode([I)I|worst|arg0.length|", n -> new int[n], x -> isink = Arrays.hashCode(x));
        p("java/util/Arrays.sort([I)V|expected|arg0.length|basis=pseudorandom numbers", n -> { int[] a = new int[n]; Random r = new Random(1); for (int i = 0; i < n; i++) a[i] = r.nextInt(); return a; }, x -> Arrays.sort(x));
        p("java/util/Collections.sort(Ljava/util/List;)V|expected|arg0.size()|copy=16*arg0.size();basis=an ArrayList of distinct strings that differ after five characters, in pseudorandom order; their compareTo is in it", n -> { ArrayList<String> a = al(n); Collections.shuffle(a, new Random(1)); return a; }, x -> Collections.sort(x));
        p("java/util/Collections.reverse(Ljava/util/List;)V|expected|arg0.size()|basis=an ArrayList", n -> al(n), x -> Collections.reverse(x));
        p("java/util/Collections.emptyList()Ljava/util/List;|worst|this.size()|rsize=0", n -> null, x -> sink = Collections.emptyList());
        p("java/util/Collections.unmodifiableList(Ljava/util/List;)Ljava/util/List;|worst|arg0.size()|rsize=arg0.size()", n -> al(n), x -> sink = Collections.unmodifiableList(x));
    }
    static void maps() {
        String key = "a String key of ten characters whose hash is not cached, equal to one in the map but another object, or not in it";
        for (String M : new String[]{"java/util/HashMap."}) {
            p(M + "<init>()V|worst|this.size()|rcv=0", n -> null, x -> sink = new HashMap<String, String>());
            p(M + "<init>(I)V|worst|arg0|rcv=0", n -> null, x -> sink = new HashMap<String, String>(16));
            p(M + "get(Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|const=1;times=8;also=java/util/Map,java/util/LinkedHashMap;basis=" + key, n -> new Object[]{hm(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).get(k); });
            p(M + "getOrDefault(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|const=1;times=8;also=java/util/Map;basis=" + key, n -> new Object[]{hm(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).getOrDefault(k, ""); });
            p(M + "containsKey(Ljava/lang/Object;)Z|expected|this.size()|const=1;times=8;also=java/util/Map;basis=" + key, n -> new Object[]{hm(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) bsink = ((HashMap<String, String>) x[0]).containsKey(k); });
            p(SPARSE, M + "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|const=1;times=n;also=java/util/Map;rcv=this.size() + 1;basis=a new entry in a table that grows from empty; " + key, n -> new Object[]{new HashMap<String, String>(), fresh(n)}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).put(k, ""); });
            p(SPARSE, M + "putIfAbsent(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|const=1;times=n;also=java/util/Map;rcv=this.size() + 1;basis=a new entry in a table that grows from empty; " + key, n -> new Object[]{new HashMap<String, String>(), fresh(n)}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).putIfAbsent(k, ""); });
            p(M + "remove(Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|const=1;times=8;also=java/util/Map;rcv=this.size();basis=" + key, n -> new Object[]{hm(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).remove(k); });
            p(M + "size()I|worst|this.size()|also=java/util/Map;returns=this.size()", n -> hm(n), x -> isink = x.size());
            p(M + "isEmpty()Z|worst|this.size()|also=java/util/Map", n -> hm(n), x -> bsink = x.isEmpty());
            p(M + "clear()V|expected|this.size()|rcv=0;basis=a table of 16 to 256 places", n -> hm(n), x -> x.clear());
            p(M + "keySet()Ljava/util/Set;|worst|this.size()|also=java/util/Map;rsize=this.size();basis=the view exists already", n -> { HashMap<String, String> m = hm(n); m.keySet(); return m; }, x -> sink = x.keySet());
            p(M + "values()Ljava/util/Collection;|worst|this.size()|also=java/util/Map;rsize=this.size();basis=the view exists already", n -> { HashMap<String, String> m = hm(n); m.values(); return m; }, x -> sink = x.values());
            p(M + "entrySet()Ljava/util/Set;|worst|this.size()|also=java/util/Map;rsize=this.size();basis=the view exists already", n -> { HashMap<String, String> m = hm(n); m.entrySet(); return m; }, x -> sink = x.entrySet());
            p(M + "computeIfAbsent(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;|expected|this.size()|const=1;also=java/util/Map;rcv=this.size() + 1;callback=arg1 apply(Ljava/lang/Object;)Ljava/lang/Object; 1;basis=a new entry in a table that does not grow; " + key, n -> { HashMap<String, String> m = new HashMap<>(1000); m.putAll(hm(n)); return new Object[]{m, absent()}; }, x -> sink = ((HashMap<String, String>) x[0]).computeIfAbsent((String) x[1], y -> y));
            p(M + "merge(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;|expected|this.size()|const=1;times=8;also=java/util/Map;rcv=this.size() + 1;callback=arg2 apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object; 1;basis=an existing entry; " + key, n -> new Object[]{hm(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) sink = ((HashMap<String, String>) x[0]).merge(k, "", (a, b) -> a); });
        }
        p("java/util/HashMap$Node.getKey()Ljava/lang/Object;|worst|this.size()|also=java/util/Map$Entry", n -> hm(n).entrySet().iterator().next(), x -> sink = x.getKey());
        p("java/util/HashMap$Node.getValue()Ljava/lang/Object;|worst|this.size()|also=java/util/Map$Entry", n -> hm(n).entrySet().iterator().next(), x -> sink = x.getValue());
        p("java/util/HashMap$KeySet.iterator()Ljava/util/Iterator;|expected|this.size()|const=1;also=java/util/Set", n -> hm(n).keySet(), x -> sink = x.iterator());
        p(SPARSE, "java/util/HashMap$KeyIterator.next()Ljava/lang/Object;|expected|this.size()|const=1;times=n;also=java/util/Iterator;basis=on average of all elements of a table that has just grown, with the empty places that it passes", n -> new Object[]{hm(n).keySet().iterator(), n}, x -> { for (int i = 0, k = (int) x[1]; i < k; i++) sink = ((Iterator<?>) x[0]).next(); });
        p("java/util/HashMap$HashIterator.hasNext()Z|worst|this.size()|", n -> hm(n).keySet().iterator(), x -> bsink = x.hasNext());
        String H = "java/util/HashSet.";
        p(H + "<init>()V|worst|this.size()|rcv=0", n -> null, x -> sink = new HashSet<String>());
        p(SPARSE, H + "add(Ljava/lang/Object;)Z|expected|this.size()|const=1;times=n;also=java/util/Set;rcv=this.size() + 1;basis=a new element in a table that grows from empty; " + key, n -> new Object[]{new HashSet<String>(), fresh(n)}, x -> { for (String k : (String[]) x[1]) bsink = ((HashSet<String>) x[0]).add(k); });
        p(H + "contains(Ljava/lang/Object;)Z|expected|this.size()|const=1;times=8;also=java/util/Set;basis=" + key, n -> new Object[]{hs(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) bsink = ((HashSet<String>) x[0]).contains(k); });
        p(H + "remove(Ljava/lang/Object;)Z|expected|this.size()|const=1;times=8;also=java/util/Set;rcv=this.size();basis=" + key, n -> new Object[]{hs(n * 3 / 2), keys()}, x -> { for (String k : (String[]) x[1]) bsink = ((HashSet<String>) x[0]).remove(k); });
        p(H + "size()I|worst|this.size()|also=java/util/Set;returns=this.size()", n -> hs(n), x -> isink = x.size());
        p(H + "isEmpty()Z|worst|this.size()|also=java/util/Set", n -> hs(n), x -> bsink = x.isEmpty());
        p(H + "iterator()Ljava/util/Iterator;|expected|this.size()|const=1", n -> hs(n), x -> sink = x.iterator());
        String T = "java/util/TreeMap.";
        p(T + "get(Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|log=1;basis=strings that differ after five characters, with their compareTo; the key farthest from the root", n -> tm(n), x -> sink = x.get(x.lastKey()));
        p(T + "put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;|expected|this.size()|log=1;rcv=this.size() + 1;basis=strings that differ after five characters, with their compareTo; a new key", n -> new Object[]{tm(n), absent()}, x -> sink = ((TreeMap<String, String>) x[0]).put((String) x[1], ""));
        p(T + "containsKey(Ljava/lang/Object;)Z|expected|this.size()|log=1;basis=strings that differ after five characters, with their compareTo", n -> tm(n), x -> bsink = x.containsKey("key-z"));
        p(T + "size()I|worst|this.size()|returns=this.size()", n -> tm(n), x -> isink = x.size());
        p(T + "firstKey()Ljava/lang/Object;|expected|this.size()|log=1", n -> tm(n), x -> sink = x.firstKey());
        p("java/util/TreeSet.add(Ljava/lang/Object;)Z|expected|this.size()|log=1;rcv=this.size() + 1;basis=strings that differ after five characters, with their compareTo; a new element", n -> new Object[]{ts(n), absent()}, x -> bsink = ((TreeSet<String>) x[0]).add((String) x[1]));
        p("java/util/TreeSet.contains(Ljava/lang/Object;)Z|expected|this.size()|log=1;basis=strings that differ after five characters, with their compareTo", n -> ts(n), x -> bsink = x.contains("key-z"));
    }
    static Integer I = 1000; static Long J = 1000L; static Double D = 1.5; static Boolean Z = true; static Character C = 'c';
    static void numbers() {
        p("java/lang/Integer.valueOf(I)Ljava/lang/Integer;|worst|arg0|basis=outside the cache: an object is made", n -> null, x -> sink = Integer.valueOf(100000));
        p("java/lang/Integer.intValue()I|worst|arg0|", n -> I, x -> isink = x.intValue());
        p("java/lang/Integer.equals(Ljava/lang/Object;)Z|worst|arg0|", n -> I, x -> bsink = x.equals(I));
        p("java/lang/Integer.hashCode()I|worst|arg0|", n -> I, x -> isink = x.hashCode());
        p("java/lang/Integer.compareTo(Ljava/lang/Integer;)I|worst|arg0|", n -> I, x -> isink = x.compareTo(I));
        p("java/lang/Integer.compare(II)I|worst|arg0|", n -> I, x -> isink = Integer.compare(3, 2));
        p("java/lang/Integer.parseInt(Ljava/lang/String;)I|worst|arg0.length()|range=1", n -> "000000000".substring(0, n == 8 ? 2 : n == 32 ? 4 : 8), x -> isink = Integer.parseInt(x));
        p("java/lang/Integer.toString(I)Ljava/lang/String;|expected|arg0|copy=0;basis=a number of ten digits", n -> null, x -> sink = Integer.toString(1234567890));
        p("java/lang/Integer.bitCount(I)I|worst|arg0|", n -> null, x -> isink = Integer.bitCount(12345));
        p("java/lang/Integer.toHexString(I)Ljava/lang/String;|expected|arg0|basis=eight hexadecimal digits", n -> null, x -> sink = Integer.toHexString(0x12345678));
        p("java/lang/Long.valueOf(J)Ljava/lang/Long;|worst|arg0|basis=outside the cache: an object is made", n -> null, x -> sink = Long.valueOf(100000));
        p("java/lang/Long.longValue()J|worst|arg0|", n -> J, x -> lsink = x.longValue());
        p("java/lang/Long.intValue()I|worst|arg0|", n -> J, x -> isink = x.intValue());
        p("java/lang/Long.equals(Ljava/lang/Object;)Z|worst|arg0|", n -> J, x -> bsink = x.equals(J));
        p("java/lang/Long.hashCode()I|worst|arg0|", n -> J, x -> isink = x.hashCode());
        p("java/lang/Long.parseLong(Ljava/lang/String;)J|worst|arg0.length()|range=1", n -> "000000000".substring(0, n == 8 ? 2 : n == 32 ? 4 : 8), x -> lsink = Long.parseLong(x));
        p("java/lang/Long.toString(J)Ljava/lang/String;|expected|arg0|basis=a number of 19 digits", n -> null, x -> sink = Long.toString(1234567890123456789L));
        p("java/lang/Double.valueOf(D)Ljava/lang/Double;|worst|arg0|", n -> null, x -> sink = Double.valueOf(1.5));
        p("java/lang/Double.doubleValue()D|worst|arg0|", n -> D, x -> dsink = x.doubleValue());
        p("java/lang/Double.compare(DD)I|worst|arg0|basis=different numbers", n -> D, x -> isink = Double.compare(2.5, 1.5));
        p("java/lang/Double.isNaN(D)Z|worst|arg0|", n -> D, x -> bsink = Double.isNaN(2.5));
        p("java/lang/Boolean.valueOf(Z)Ljava/lang/Boolean;|worst|arg0|", n -> null, x -> sink = Boolean.valueOf(true));
        p("java/lang/Boolean.booleanValue()Z|worst|arg0|", n -> Z, x -> bsink = x.booleanValue());
        p("java/lang/Character.valueOf(C)Ljava/lang/Character;|worst|arg0|basis=outside the cache: an object is made", n -> null, x -> sink = Character.valueOf('\u1234'));
        p("java/lang/Character.charValue()C|worst|arg0|", n -> C, x -> csink = x.charValue());
        p("java/lang/Character.isDigit(C)Z|expected|arg0|basis=Latin-1", n -> null, x -> bsink = Character.isDigit('7'));
        p("java/lang/Character.isLetter(C)Z|expected|arg0|basis=Latin-1", n -> null, x -> bsink = Character.isLetter('a'));
        p("java/lang/Character.isWhitespace(C)Z|expected|arg0|basis=Latin-1", n -> null, x -> bsink = Character.isWhitespace('a'));
        p("java/lang/Character.toLowerCase(C)C|expected|arg0|basis=Latin-1", n -> null, x -> csink = Character.toLowerCase('A'));
        String M = "java/lang/Math.";
        p(M + "max(II)I|worst|arg0|", n -> null, x -> isink = Math.max(3, 4));
        p(M + "min(II)I|worst|arg0|", n -> null, x -> isink = Math.min(4, 3));
        p(M + "max(JJ)J|worst|arg0|", n -> null, x -> lsink = Math.max(3L, 4L));
        p(M + "min(JJ)J|worst|arg0|", n -> null, x -> lsink = Math.min(4L, 3L));
        p(M + "max(DD)D|worst|arg0|basis=no zeros and no NaN", n -> null, x -> dsink = Math.max(3.0, 4.0));
        p(M + "min(DD)D|worst|arg0|basis=no zeros and no NaN", n -> null, x -> dsink = Math.min(4.0, 3.0));
        p(M + "abs(I)I|worst|arg0|", n -> null, x -> isink = Math.abs(-4));
        p(M + "abs(J)J|worst|arg0|", n -> null, x -> lsink = Math.abs(-4L));
        p(M + "floorMod(II)I|worst|arg0|", n -> null, x -> isink = Math.floorMod(-4, 3));
        p(M + "floorDiv(II)I|worst|arg0|", n -> null, x -> isink = Math.floorDiv(-4, 3));
        p(M + "addExact(II)I|worst|arg0|basis=no overflow", n -> null, x -> isink = Math.addExact(4, 3));
        p(M + "multiplyExact(II)I|worst|arg0|basis=no overflow", n -> null, x -> isink = Math.multiplyExact(4, 3));
        p(M + "toIntExact(J)I|worst|arg0|basis=no overflow", n -> null, x -> isink = Math.toIntExact(4L));
        p(M + "round(D)J|expected|arg0|basis=a number of ordinary size", n -> null, x -> lsink = Math.round(4.4));
        p(M + "floor(D)D|expected|arg0|basis=a positive number with a fraction", n -> null, x -> dsink = Math.floor(4.4));
        p(M + "ceil(D)D|expected|arg0|basis=a positive number with a fraction", n -> null, x -> dsink = Math.ceil(4.4));
        p("java/util/Random.nextInt()I|expected|arg0|basis=without a race", n -> new Random(1), x -> isink = x.nextInt());
        p("java/util/Random.nextInt(I)I|expected|arg0|basis=without a race, a bound that is no power of two, accepted at once", n -> new Random(1), x -> isink = x.nextInt(100));
    }
    static final Pattern P = Pattern.compile("[a-z]+[0-9]+");
    static void regex() {
        p("java/util/regex/Pattern.compile(Ljava/lang/String;)Ljava/util/regex/Pattern;|expected|arg0.length()|zero=4*arg0.length();copy=4*arg0.length();basis=literal letters with one character class every eight characters", n -> "[a-z]bcd".repeat(n / 8), x -> sink = Pattern.compile(x));
        p("java/util/regex/Pattern.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;|expected|arg0.length()|const=1;basis=a pattern without groups", n -> s(n), x -> sink = P.matcher(x));
        p("java/util/regex/Matcher.matches()Z|expected|this.length()|sym=0;basis=a text of 32 characters that [a-z]+[0-9]+ does not match", n -> P.matcher(s(32)), x -> bsink = x.matches());
        p("java/util/regex/Matcher.group(I)Ljava/lang/String;|expected|this.length()|sym=0;basis=eight characters", n -> { Matcher m = P.matcher("abcdef12"); m.find(); return m; }, x -> sink = x.group(0));
        p("java/lang/String.matches(Ljava/lang/String;)Z|expected|this.length()|copy=32;basis=[a-z]+ compiled and matched with the whole text", n -> s(n), x -> bsink = x.matches("[a-z]+"));
        p("java/lang/String.replaceAll(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;|expected|this.length()|copy=2*this.length() + 32;basis=a regular expression, \\s+, compiled and found every fifth character", n -> words(n), x -> sink = x.replaceAll("\\s+", "-"));
    }
    static void other() {
        p("java/lang/Object.equals(Ljava/lang/Object;)Z|worst|arg0|", n -> new Object(), x -> bsink = x.equals(K));
        p("java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;|worst|arg0|", n -> K, x -> sink = Objects.requireNonNull(x));
        p("java/util/Objects.requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;|worst|arg0|", n -> K, x -> sink = Objects.requireNonNull(x, "x"));
        p("java/util/Objects.equals(Ljava/lang/Object;Ljava/lang/Object;)Z|worst|arg0|callback=arg0 equals(Ljava/lang/Object;)Z 1;basis=different objects, the argument's equals is the callback", n -> OTHER, x -> bsink = Objects.equals(x, K));
        p("java/util/Objects.hashCode(Ljava/lang/Object;)I|worst|arg0|callback=arg0 hashCode()I 1", n -> OTHER, x -> isink = Objects.hashCode(x));
        p("java/util/Objects.isNull(Ljava/lang/Object;)Z|worst|arg0|", n -> K, x -> bsink = Objects.isNull(x));
        p("java/util/Objects.nonNull(Ljava/lang/Object;)Z|worst|arg0|", n -> K, x -> bsink = Objects.nonNull(x));
        p("java/util/Objects.checkIndex(II)I|worst|arg0|", n -> null, x -> isink = Objects.checkIndex(1, 2));
        String O = "java/util/Optional.";
        p(O + "of(Ljava/lang/Object;)Ljava/util/Optional;|worst|arg0|", n -> K, x -> sink = Optional.of(x));
        p(O + "ofNullable(Ljava/lang/Object;)Ljava/util/Optional;|worst|arg0|", n -> K, x -> sink = Optional.ofNullable(x));
        p(O + "empty()Ljava/util/Optional;|worst|arg0|", n -> K, x -> sink = Optional.empty());
        p(O + "isPresent()Z|worst|arg0|", n -> Optional.of(K), x -> bsink = x.isPresent());
        p(O + "get()Ljava/lang/Object;|worst|arg0|", n -> Optional.of(K), x -> sink = x.get());
        p(O + "orElse(Ljava/lang/Object;)Ljava/lang/Object;|worst|arg0|", n -> Optional.of(K), x -> sink = x.orElse(null));
        p(O + "orElseGet(Ljava/util/function/Supplier;)Ljava/lang/Object;|worst|arg0|callback=arg0 get()Ljava/lang/Object; 1;basis=empty", n -> Optional.empty(), x -> sink = ((Optional<Object>) (Object) x).orElseGet(() -> K));
        p(O + "map(Ljava/util/function/Function;)Ljava/util/Optional;|worst|arg0|callback=arg0 apply(Ljava/lang/Object;)Ljava/lang/Object; 1", n -> Optional.of(K), x -> sink = x.map(y -> y));
        p(O + "ifPresent(Ljava/util/function/Consumer;)V|worst|arg0|callback=arg0 accept(Ljava/lang/Object;)V 1", n -> Optional.of(K), x -> x.ifPresent(y -> sink = y));
        p("java/io/ByteArrayOutputStream.write(I)V|expected|arg0|copy=1;zero=1;basis=without growing", n -> new ByteArrayOutputStream(1000), x -> x.write(7));
        p("java/io/ByteArrayInputStream.read()I|worst|arg0|basis=one byte from memory", n -> new ByteArrayInputStream(new byte[100]), x -> isink = x.read());
        p("java/io/BufferedInputStream.read()I|expected|arg0|basis=a byte in the buffer", n -> { try { InputStream i = new BufferedInputStream(new ByteArrayInputStream(new byte[100])); i.read(); return i; } catch (IOException e) { throw new UncheckedIOException(e); } }, x -> { try { isink = x.read(); } catch (IOException e) { } });
        p("java/io/BufferedOutputStream.write(I)V|expected|arg0|basis=a byte into the buffer", n -> new BufferedOutputStream(new ByteArrayOutputStream()), x -> { try { x.write(7); } catch (IOException e) { } });
        p("java/io/BufferedReader.read()I|expected|arg0|basis=a character in the buffer", n -> { try { Reader i = new BufferedReader(new StringReader(s(100))); i.read(); return i; } catch (IOException e) { throw new UncheckedIOException(e); } }, x -> { try { isink = x.read(); } catch (IOException e) { } });
        p("java/io/OutputStreamWriter.write(I)V|expected|arg0|basis=an ASCII character, encoded as UTF-8 into the encoder's buffer", n -> { try { Writer i = new OutputStreamWriter(new ByteArrayOutputStream(), java.nio.charset.StandardCharsets.UTF_8); i.write(1); return i; } catch (IOException e) { throw new UncheckedIOException(e); } }, x -> { try { x.write(7); } catch (IOException e) { } });
        p("java/io/BufferedWriter.write(I)V|expected|arg0|basis=a character into the buffer", n -> { try { Writer i = new BufferedWriter(new StringWriter()); i.write(1); return i; } catch (IOException e) { throw new UncheckedIOException(e); } }, x -> { try { x.write(7); } catch (IOException e) { } });
        p("java/io/BufferedReader.readLine()Ljava/lang/String;|expected|result.length()|sym=0;basis=a line of 32 characters in the buffer", n -> { try { BufferedReader i = new BufferedReader(new StringReader((s(32) + "\n").repeat(10))); i.readLine(); return i; } catch (IOException e) { throw new UncheckedIOException(e); } }, x -> { try { sink = x.readLine(); } catch (IOException e) { } });
        p("java/io/BufferedWriter.write(Ljava/lang/String;)V|expected|arg0.length()|copy=arg0.length();basis=into the buffer", n -> new Object[]{new BufferedWriter(new StringWriter()), s(n)}, x -> { try { ((BufferedWriter) x[0]).write((String) x[1]); } catch (IOException e) { } });
        p("java/util/concurrent/atomic/AtomicInteger.incrementAndGet()I|expected|arg0|basis=without a race", n -> new java.util.concurrent.atomic.AtomicInteger(), x -> isink = x.incrementAndGet());
        p("java/util/concurrent/atomic/AtomicInteger.get()I|worst|arg0|", n -> new java.util.concurrent.atomic.AtomicInteger(), x -> isink = x.get());
        p("java/util/concurrent/atomic/AtomicLong.incrementAndGet()J|expected|arg0|basis=without a race", n -> new java.util.concurrent.atomic.AtomicLong(), x -> lsink = x.incrementAndGet());
    }
}
