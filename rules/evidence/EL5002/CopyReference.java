package EL5002;

/**
 * Copying an array of references in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyReference {
    private static String[] from;
    private static String[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new String[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new String[n];
        for (int i = 0; i < n; i++) {
            from[i] = "element " + i;
        }
    }

    static String[] asWritten(int n) {
        String[] a = from;
        String[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static String[] repaired(int n) {
        String[] a = from;
        String[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
