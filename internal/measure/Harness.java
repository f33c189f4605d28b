package energylint;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs one side of a pair as it is told on standard input. Requests: "check N", "warm N NANOS LEAST", "measure N REPS".
 */
public final class Harness {
    /** A pair; its classes are generated, so that calls of the two methods are direct. */
    public interface Pair {
        void prepare(int n) throws Exception;

        void written(int n, int reps) throws Exception;

        void repaired(int n, int reps) throws Exception;

        Object writtenOnce(int n) throws Exception;

        Object repairedOnce(int n) throws Exception;

        /** CPU time of another process for this pair, in nanoseconds. */
        long elsewhere() throws Exception;
    }

    /** Results go here, so that no compiler leaves the work out. */
    public static volatile Object sinkObject;
    public static volatile long sinkLong;
    public static volatile double sinkDouble;

    public static void consume(Object o) { sinkObject = o; }

    public static void consume(long x) { sinkLong = x; }

    public static void consume(double x) { sinkDouble = x; }

    public static void consume(boolean x) { sinkLong = x ? 1 : 0; }

    private static final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private static final Path collector = collectorThread();

    public static void main(String[] args) throws Exception {
        if (args[0].equals("check")) {
            checkAll(args);
            return;
        }
        Pair pair = (Pair) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        boolean repaired = args[1].equals("repaired");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int prepared = -1;
        boolean measuring = false;
        for (String line; (line = in.readLine()) != null; ) {
            String[] request = line.split(" ");
            int n = Integer.parseInt(request[1]);
            if (n != prepared) {
                pair.prepare(n);
                prepared = n;
            }
            switch (request[0]) {
                case "check" -> say("result " + digest(repaired ? pair.repairedOnce(n) : pair.writtenOnce(n)));
                case "warm" -> say("reps " + warm(pair, repaired, n, Long.parseLong(request[2]), Long.parseLong(request[3])));
                case "measure" -> {
                    if (!measuring) {
                        System.err.println("energylint: measuring");
                        measuring = true;
                    }
                    say("ready");
                    in.readLine();
                    long begin = cpu(pair);
                    run(pair, repaired, n, Integer.parseInt(request[2]));
                    long end = cpu(pair);
                    say("done");
                    say("cpu " + (end - begin));
                }
                default -> throw new IllegalArgumentException(line);
            }
        }
        System.err.println("energylint: measured");
    }

    /** Runs both sides of pairs for their sizes: "check", then a class and its sizes, separated by commas, each. */
    private static void checkAll(String[] args) throws Exception {
        for (int i = 1; i < args.length; i += 2) {
            Pair pair = (Pair) Class.forName(args[i]).getDeclaredConstructor().newInstance();
            for (String size : args[i + 1].split(",")) {
                int n = Integer.parseInt(size);
                pair.prepare(n);
                String written = digest(pair.writtenOnce(n));
                pair.prepare(n);
                String repaired = digest(pair.repairedOnce(n));
                say(args[i] + " " + n + " " + written + " " + repaired);
            }
        }
    }

    private static void say(String text) {
        System.out.println(text);
        System.out.flush();
    }

    private static void run(Pair pair, boolean repaired, int n, int reps) throws Exception {
        if (repaired) {
            pair.repaired(n, reps);
        } else {
            pair.written(n, reps);
        }
    }

    /** A round of code that waits takes at most so many times the CPU time of one that does not. */
    private static final long WAITING = 20;

    /**
     * Warms up for at least so many nanoseconds of CPU time and until the last batches differ by less than a tenth, or for
     * three times as long. Returns the repetitions that take the nanoseconds of a round.
     */
    private static int warm(Pair pair, boolean repaired, int n, long round, long least) throws Exception {
        int reps = 1;
        double[] last = new double[5];
        double each = round;
        long begin = cpu(pair);
        for (int i = 0; ; i++) {
            long start = cpu(pair), startTime = System.nanoTime();
            run(pair, repaired, n, reps);
            long took = Math.max(cpu(pair) - start, (System.nanoTime() - startTime) / WAITING + 1);
            each = (double) took / reps;
            last[i % last.length] = each;
            long spent = cpu(pair) - begin;
            double min = Arrays.stream(last).min().getAsDouble(), max = Arrays.stream(last).max().getAsDouble();
            if (i >= 2 * last.length && spent >= least && (max < 1.1 * min || spent >= 3 * least)) {
                break;
            }
            reps = (int) Math.max(1, Math.min(1 << 26, Math.min(4.0 * reps, round / 4 / each)));
        }
        return (int) Math.max(1, Math.min(1 << 28, round / each));
    }

    /** CPU time of this thread, of the thread that collects garbage and of what the pair uses elsewhere, in nanoseconds, user and system. */
    private static long cpu(Pair pair) throws Exception {
        long time = threads.getCurrentThreadCpuTime() + pair.elsewhere();
        if (collector != null) {
            String text = Files.readString(collector);
            time += Long.parseLong(text.substring(0, text.indexOf(' ')));
        }
        return time;
    }

    /** On Linux, where the time of the virtual machine's own thread can be read; the serial collector works in it. */
    private static Path collectorThread() {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm")).startsWith("VM Thread")) {
                    Path time = task.resolve("schedstat");
                    return Files.isReadable(time) ? time : null;
                }
            }
        } catch (IOException e) {
            return null; // another operating system: the time of collections is left out
        }
        return null;
    }

    private static String digest(Object o) {
        if (o instanceof Object[] a) {
            return "array:" + Arrays.deepToString(a).hashCode();
        }
        String text = o instanceof int[] a ? Arrays.toString(a) : o instanceof long[] b ? Arrays.toString(b)
            : o instanceof byte[] c ? Arrays.toString(c) : o instanceof char[] d ? Arrays.toString(d)
            : o instanceof double[] e ? Arrays.toString(e) : o instanceof float[] f ? Arrays.toString(f)
            : o instanceof short[] g ? Arrays.toString(g) : o instanceof boolean[] h ? Arrays.toString(h) : String.valueOf(o);
        return text.length() + ":" + text.hashCode();
    }
}
