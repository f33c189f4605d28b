import java.io.*;
import java.nio.file.Path;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;

/** Receivers and arguments of the listed probes, and how these run: at a base size, at two more of each size, and at two more of all. */
@SuppressWarnings({"unchecked", "rawtypes"})
public class ProbesValues extends Probes {
    interface Setup { Object[] make(int[] n) throws Throwable; }
    interface Call { void run(Object[] o) throws Throwable; }
    /** The sizes of the probe that runs: of receiver and arguments. */
    static int[] N = new int[32];
    static int part, parts = 1, count;
    static final ExecutorService POOL = Executors.newSingleThreadExecutor(r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });
    static final File FILE, NOFILE = new File("/nonexistent/file");
    static {
        try {
            FILE = File.createTempFile("probes", ".txt");
            FILE.deleteOnExit();
            try (Writer w = new FileWriter(FILE)) { w.write("some text\nin a file\n"); }
        } catch (IOException e) { throw new UncheckedIOException(e); }
    }
    static final PrintStream ERR = System.err;

    static void q(String spec, Setup setup, Call call) {
        if (!spec.contains(only) || count++ % parts != part) return;
        String[] symbols = spec.split("\\|", -1)[2].split(",", -1);
        int[] sizes = new int[symbols.length], traced = sizesOf(spec);
        Arrays.fill(sizes, traced[0]);
        if (!sample(spec, sizes, setup, call)) return;
        for (int i = 0; i < symbols.length; i++)
            if (!symbols[i].isEmpty())
                for (int n : Arrays.copyOfRange(traced, 1, traced.length)) {
                    int[] more = sizes.clone();
                    more[i] = n;
                    if (!sample(spec, more, setup, call)) return;
                }
        // What grows with the smaller of two sizes, as a comparison does, or with both, shows where they grow together.
        if (Arrays.stream(symbols).filter(s -> !s.isEmpty()).count() > 1)
            for (int n : new int[]{traced[1], 2 * traced[1]}) {
                Arrays.fill(sizes, n);
                if (!sample(spec, sizes, setup, call)) return;
            }
    }
    /** The sizes of a probe's receiver and arguments: those of the option, of Probes where there is none. */
    static int[] sizesOf(String spec) {
        for (String option : spec.split("\\|", -1)[3].split(";"))
            if (option.startsWith("sizes=")) return Arrays.stream(option.substring(6).split(",")).mapToInt(Integer::parseInt).toArray();
        return SIZES;
    }
    static boolean sample(String spec, int[] sizes, Setup setup, Call call) {
        System.arraycopy(sizes, 0, N, 0, sizes.length);
        try {
            for (int i = 0; i < 3; i++) call.run(setup.make(sizes));
            Object[] o = setup.make(sizes);
            String at = "";
            for (int n : sizes) at += (at.isEmpty() ? "" : ",") + n;
            begin(spec + "|" + (o[0] == null ? "" : o[0].getClass().getName()) + "|" + at);
            try { call.run(o); } finally { end(); }
            return true;
        } catch (Throwable e) {
            ERR.println("FAIL " + spec + ": " + e);
            return false;
        }
    }
    static Properties props(int n) { Properties p = new Properties(); for (int i = 0; i < n; i++) p.setProperty(K[i], K[i]); return p; }
    static Stack<String> stack(int n) { Stack<String> s = new Stack<>(); s.ensureCapacity(1000); s.addAll(al(n)); return s; }
    static Vector<String> vector(int n) { Vector<String> v = new Vector<>(1000); v.addAll(al(n)); return v; }
    static EnumSet<TimeUnit> units(int n) { EnumSet<TimeUnit> s = EnumSet.noneOf(TimeUnit.class); s.addAll(Arrays.asList(TimeUnit.values()).subList(0, n)); return s; }
    static EnumMap<TimeUnit, String> enumMap(int n) { EnumMap<TimeUnit, String> m = new EnumMap<>(TimeUnit.class); for (TimeUnit u : units(n)) m.put(u, "x"); return m; }
    static EnumMap<TimeUnit, String> enumMap() { EnumMap<TimeUnit, String> m = new EnumMap<>(TimeUnit.class); m.put(TimeUnit.DAYS, "d"); m.put(TimeUnit.SECONDS, "s"); return m; }
    static BitSet bits() { BitSet b = new BitSet(128); b.set(1); b.set(2); b.set(40); return b; }
    static Matcher found() { Matcher m = P.matcher("abc12 def34"); m.find(); return m; }
    /** A number of 16 digits, as computed ones have. */
    static final double V = 2345.678901234567;
    static final Pattern W = Pattern.compile("\\s+");
    /** A format of n conversions, and its arguments: the costliest first, then the usual ones in turn. */
    static String format(int n) { StringBuilder b = new StringBuilder(); for (int i = 0; i < n; i++) b.append(i % 3 == 0 ? "of %.2f" : i % 3 == 1 ? "of %s" : "of %d"); return b.toString(); }
    static Object[] formatted(int n) { Object[] a = new Object[n]; for (int i = 0; i < n; i++) a[i] = i % 3 == 0 ? V + i : i % 3 == 1 ? (Object) K[i] : (Object) (1000003 + i); return a; }
    public String shown = "";
    public int number;
    public long wide;
    public boolean flag;
    public double real;
    static InputStream serialized() throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) { o.writeInt(1); }
        return new ByteArrayInputStream(b.toByteArray());
    }
    public List<String> names;
    public String shown(String s) { return s; }
    static java.lang.reflect.Method method() throws Exception { return ProbesValues.class.getMethod("shown", String.class); }
    static java.lang.reflect.Field field() throws Exception { return ProbesValues.class.getField("shown"); }
    static java.lang.reflect.Constructor<?> constructor() throws Exception { return ProbesValues.class.getConstructor(); }
    static java.lang.reflect.ParameterizedType generic() throws Exception { return (java.lang.reflect.ParameterizedType) ProbesValues.class.getField("names").getGenericType(); }
    static ObjectOutputStream objectOutput() throws IOException { return new ObjectOutputStream(new ByteArrayOutputStream(2000)); }
    static ObjectInputStream objectInput() throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        ObjectOutputStream o = new ObjectOutputStream(b);
        o.write(new byte[200]);
        o.flush();
        return new ObjectInputStream(new ByteArrayInputStream(b.toByteArray()));
    }
    static ListIterator<String> itNext() { ListIterator<String> i = al(8).listIterator(); i.next(); return i; }
    static java.util.concurrent.locks.ReentrantLock locked() { java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock(); l.lock(); return l; }
    static java.util.concurrent.locks.Lock lockedRead() { java.util.concurrent.locks.Lock l = new java.util.concurrent.locks.ReentrantReadWriteLock().readLock(); l.lock(); return l; }
    static java.util.concurrent.locks.Lock lockedWrite() { java.util.concurrent.locks.Lock l = new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock(); l.lock(); return l; }
    /** A zone with daylight saving time: its rules have transitions, which UTC has not. */
    static final java.time.ZoneId ZONE = java.time.ZoneId.of("Europe/Stockholm");
    /** An hour before the clock is set to daylight saving time. */
    static java.time.ZonedDateTime zoned() { return java.time.ZonedDateTime.of(2024, 3, 31, 1, 14, 15, 123456789, ZONE); }
    static PriorityQueue<String> queue(int n) { PriorityQueue<String> q = new PriorityQueue<>(1000); q.addAll(al(n)); return q; }
    /** Collections of keys that equal those of al and hm, and are others. */
    static ArrayList<String> fal(int n) { return new ArrayList<>(Arrays.asList(fresh(n))); }
    static HashMap<String, String> fhm(int n) { HashMap<String, String> m = new HashMap<>(); for (int i = 0; i < n; i++) m.put(key(i), key(i)); return m; }
    /** A list that has no element of al. */
    static ArrayList<String> other(int n) { ArrayList<String> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(new String(("other" + i).toCharArray())); return l; }
    /** A list that has the last of n elements k times. */
    static ArrayList<String> last(int n, int k) { ArrayList<String> l = new ArrayList<>(); for (int i = 0; i < k; i++) l.add(key(n - 1)); return l; }
    static Optional<Object> some() { return Optional.of(K[2]); }
    static CompletableFuture[] futures(int n) { CompletableFuture[] a = new CompletableFuture[n]; for (int i = 0; i < n; i++) a[i] = CompletableFuture.completedFuture(K[i]); return a; }
    static CompletableFuture[] pending(int n) { CompletableFuture[] a = new CompletableFuture[n]; for (int i = 0; i < n; i++) a[i] = new CompletableFuture<String>(); return a; }
    static String umlauts(int n) { return words(n).replace(' ', '\u00e4'); }
    static String encoded(int n) { StringBuilder b = new StringBuilder(); while (b.length() < n) b.append("abc%20"); return b.substring(0, n - n % 6) + "x".repeat(n % 6); }
    /** A logger of which all levels are on, with a handler like the console's that writes into memory. */
    static java.util.logging.Logger logger() {
        java.util.logging.Logger l = java.util.logging.Logger.getLogger("probes.on");
        for (java.util.logging.Handler h : l.getHandlers()) l.removeHandler(h);
        l.setUseParentHandlers(false);
        l.setLevel(java.util.logging.Level.ALL);
        java.util.logging.Handler h = new java.util.logging.StreamHandler(new ByteArrayOutputStream(100_000), new java.util.logging.SimpleFormatter()) {
            @Override public void publish(java.util.logging.LogRecord r) { super.publish(r); flush(); }
        };
        h.setLevel(java.util.logging.Level.ALL);
        l.addHandler(h);
        return l;
    }
    static CompletableFuture<Object> done() { return CompletableFuture.completedFuture(K[1]); }
    static CompletableFuture<Object> failed() { CompletableFuture<Object> f = new CompletableFuture<>(); f.completeExceptionally(new RuntimeException("x")); return f; }
    static CompletableFuture<Object> waiting() { CompletableFuture<Object> f = new CompletableFuture<>(); f.thenApply(x -> x); return f; }
    static Scanner scanner(String token) { Scanner s = new Scanner((token + " ").repeat(16)); s.next(); return s; }
    static int[] ints(int n) { int[] a = new int[n]; for (int i = 0; i < n; i++) a[i] = i * 7919 % 99991 - 40000; return a; }
    static long[] longs(int n) { long[] a = new long[n]; for (int i = 0; i < n; i++) a[i] = ints(n)[i]; return a; }
    static double[] doubles(int n) { double[] a = new double[n]; for (int i = 0; i < n; i++) a[i] = ints(n)[i] + V; return a; }
    static float[] floats(int n) { float[] a = new float[n]; for (int i = 0; i < n; i++) a[i] = (float) doubles(n)[i]; return a; }
    static byte[] bytes(int n) { byte[] a = new byte[n]; for (int i = 0; i < n; i++) a[i] = (byte) ints(n)[i]; return a; }
    static char[] chars(int n) { char[] a = new char[n]; for (int i = 0; i < n; i++) a[i] = (char) ints(n)[i]; return a; }
    static short[] shorts(int n) { short[] a = new short[n]; for (int i = 0; i < n; i++) a[i] = (short) ints(n)[i]; return a; }
    static final ThreadFactory DAEMON = r -> { Thread t = new Thread(r); t.setDaemon(true); return t; };
    static ThreadPoolExecutor pool() { return (ThreadPoolExecutor) Executors.newFixedThreadPool(2, DAEMON); }
    static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(DAEMON);
    static Object[] sorted(int n) { Object[] a = al(n).toArray(); Arrays.sort(a); return a; }
    static Matcher named() { Matcher m = Pattern.compile("(?<word>[a-z]+)").matcher("abc"); m.find(); return m; }
    static RandomAccessFile randomAccess() throws IOException { return new RandomAccessFile(FILE, "rw"); }
    static Map.Entry<String, String>[] entries(int n) { Map.Entry<String, String>[] e = new Map.Entry[n]; for (int i = 0; i < n; i++) e[i] = Map.entry(key(i), K[i]); return e; }
    /** A generator that has its seed: the first numbers cost it. */
    static java.security.SecureRandom secure() { java.security.SecureRandom r = new java.security.SecureRandom(); r.nextInt(); return r; }
    static javax.crypto.SecretKey aes() { return new javax.crypto.spec.SecretKeySpec(new byte[16], "AES"); }
    static javax.crypto.Cipher cipher() throws Exception {
        javax.crypto.Cipher c = javax.crypto.Cipher.getInstance("AES/GCM/NoPadding");
        c.init(javax.crypto.Cipher.ENCRYPT_MODE, aes());
        return c;
    }
    static javax.crypto.Mac mac() throws Exception {
        javax.crypto.Mac m = javax.crypto.Mac.getInstance("HmacSHA256");
        m.init(new javax.crypto.spec.SecretKeySpec(new byte[32], "HmacSHA256"));
        return m;
    }
    static InputStream zipped() throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (OutputStream o = new java.util.zip.GZIPOutputStream(b)) { o.write(new byte[200]); }
        return new ByteArrayInputStream(b.toByteArray());
    }
    static java.awt.image.BufferedImage image() { return new java.awt.image.BufferedImage(20, 20, java.awt.image.BufferedImage.TYPE_INT_RGB); }
    static Object parked() { java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread()); return K; }
    /** A list that need not grow. */
    static ArrayList<String> roomy(int n) { ArrayList<String> l = new ArrayList<>(1000); l.addAll(al(n)); return l; }
    static java.util.concurrent.ArrayBlockingQueue<String> arrayQueue(int n) { return new java.util.concurrent.ArrayBlockingQueue<>(1000, false, al(n)); }
    static java.util.concurrent.PriorityBlockingQueue<String> heapQueue(int n) { java.util.concurrent.PriorityBlockingQueue<String> q = new java.util.concurrent.PriorityBlockingQueue<>(1000); q.addAll(al(n)); return q; }
    static java.util.concurrent.locks.StampedLock lockedStamped() { java.util.concurrent.locks.StampedLock l = new java.util.concurrent.locks.StampedLock(); l.writeLock(); return l; }
    static java.util.concurrent.locks.StampedLock readStamped() { java.util.concurrent.locks.StampedLock l = new java.util.concurrent.locks.StampedLock(); l.readLock(); return l; }
    static TimerTask timerTask() { return new TimerTask() { @Override public void run() { } }; }
    static java.util.concurrent.locks.Condition heldCondition() { return locked().newCondition(); }
    /** A directory with n files. */
    static Path directory(int n) throws IOException {
        Path d = java.nio.file.Files.createTempDirectory("probes");
        d.toFile().deleteOnExit();
        for (int i = 0; i < n; i++) java.nio.file.Files.createFile(d.resolve("file" + i)).toFile().deleteOnExit();
        return d;
    }
    static File imageFile() throws IOException { File f = temporary(); javax.imageio.ImageIO.write(image(), "png", f); f.deleteOnExit(); return f; }
    static File temporary() throws IOException { return File.createTempFile("probes", ".tmp"); }
    /** A prime of 100 digits. */
    static final java.math.BigInteger PRIME = new java.math.BigInteger("7654321987".repeat(10)).nextProbablePrime();
    static Path absentPath() throws IOException { File f = temporary(); f.delete(); return f.toPath(); }
    /** Resources that nobody has to find, in the cache of bundles. */
    public static class Texts extends ListResourceBundle { protected Object[][] getContents() { return new Object[][]{{"one", "1"}, {"two", "2"}, {"three", "3"}}; } }
    /** An Iterable that is no collection. */
    static Iterable<String> plain(int n) { return al(n)::iterator; }
    static ArrayList<String> ascending(int n) { ArrayList<String> l = al(n); Collections.sort(l); return l; }
    static ArrayList<String> descending(int n) { ArrayList<String> l = al(n); l.sort(Comparator.reverseOrder()); return l; }
    static List<Integer> boxes(int n) { List<Integer> l = new ArrayList<>(); for (int i : ints(n)) l.add(i); return l; }
    /** Numbers of ten digits. */
    static List<Integer> wideBoxes(int n) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(1_000_000_003 + i * 7919); return l; }
    static List<Long> longBoxes(int n) { List<Long> l = new ArrayList<>(); for (long i : longs(n)) l.add(i); return l; }
    static List<Double> doubleBoxes(int n) { List<Double> l = new ArrayList<>(); for (double i : doubles(n)) l.add(i); return l; }
    static List<Float> floatBoxes(int n) { List<Float> l = new ArrayList<>(); for (float f : floats(n)) l.add(f); return l; }
    public ProbesValues() { }
}
