package EL5002;

/**
 * Copying an array of byte in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyByte {
    private static byte[] from;
    private static byte[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new byte[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new byte[n];
        for (int i = 0; i < n; i++) {
            from[i] = (byte) i;
        }
    }

    static byte[] asWritten(int n) {
        byte[] a = from;
        byte[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static byte[] repaired(int n) {
        byte[] a = from;
        byte[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
