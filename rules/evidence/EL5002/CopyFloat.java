package EL5002;

/**
 * Copying an array of float in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyFloat {
    private static float[] from;
    private static float[] to;

    static void prepare(int n) {
        from = new float[n];
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
