package EL5002;

/**
 * Copying an array of char in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 500 2000 10000
 */
public final class CopyChar {
    private static char[] from;
    private static char[] to;
    private static byte[] between;
    private static int distance;

    static void prepare(int n) {
        from = new char[n];
        // Another distance between the arrays each time: what loads and stores cost depends on it.
        distance = (distance + 328) % 4096;
        between = new byte[distance];
        to = new char[n];
        for (int i = 0; i < n; i++) {
            from[i] = (char) i;
        }
    }

    static char[] asWritten(int n) {
        char[] a = from;
        char[] b = to;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }

    static char[] repaired(int n) {
        char[] a = from;
        char[] b = to;
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }
}
