package EL5002;

/**
 * Copying an array of boolean in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyBoolean {
    private static boolean[] from;
    private static boolean[] to;

    static void prepare(int n) {
        from = new boolean[n];
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
