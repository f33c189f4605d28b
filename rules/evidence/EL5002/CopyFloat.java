package EL5002;

/**
 * Copying an array of float in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyFloat {
    private static float[] from;
    private static float[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new float[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new float[n];
        for (int i = 0; i < n; i++) {
            from[i] = i;
        }
    }

    static float[] asWritten(int n) {
        float[] a = from;
        float[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static float[] repaired(int n) {
        float[] a = from;
        float[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
