package EL5002;

/**
 * Copying an array of long in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyLong {
    private static long[] from;
    private static long[] to;

    static void prepare(int n) {
        from = new long[n];
        to = new long[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
    }

    static long[] asWritten(int n) {
        long[] a = from;
        long[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static long[] repaired(int n) {
        long[] a = from;
        long[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
