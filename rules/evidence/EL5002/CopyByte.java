package EL5002;

/**
 * Copying an array of byte in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyByte {
    private static byte[] from;
    private static byte[] to;

    static void prepare(int n) {
        from = new byte[n];
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
