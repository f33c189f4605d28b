package EL5002;

/**
 * Copying an array of double in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyDouble {
    private static double[] from;
    private static double[] to;

    static void prepare(int n) {
        from = new double[n];
        to = new double[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
    }

    static double[] asWritten(int n) {
        double[] a = from;
        double[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static double[] repaired(int n) {
        double[] a = from;
        double[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
