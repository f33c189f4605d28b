package EL5002;

/**
 * Copying an array of boolean in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyBoolean {
    private static boolean[] from;
    private static boolean[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new boolean[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new boolean[n];
        for (int i = 0; i < n; i++) {
            from[i] = i % 3 == 0;
        }
    }

    static boolean[] asWritten(int n) {
        boolean[] a = from;
        boolean[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static boolean[] repaired(int n) {
        boolean[] a = from;
        boolean[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
