package EL5002;

/**
 * Copying an array of short in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyShort {
    private static short[] from;
    private static short[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new short[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new short[n];
        for (int i = 0; i < n; i++) {
            from[i] = (short) i;
        }
    }

    static short[] asWritten(int n) {
        short[] a = from;
        short[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static short[] repaired(int n) {
        short[] a = from;
        short[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
