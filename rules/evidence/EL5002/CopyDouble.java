package EL5002;

/**
 * Copying an array of double in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyDouble {
    private static double[] from;
    private static double[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new double[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
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
