package EL5002;

/**
 * Copying an array of int in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyInt {
    private static int[] from;
    private static int[] to;

    static void prepare(int n) {
        from = new int[n];
        to = new int[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
    }

    static int[] asWritten(int n) {
        int[] a = from;
        int[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static int[] repaired(int n) {
        int[] a = from;
        int[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
