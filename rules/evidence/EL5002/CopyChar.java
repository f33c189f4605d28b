package EL5002;

/**
 * Copying an array of char in a loop, against System.arraycopy.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CopyChar {
    private static char[] from;
    private static char[] to;

    static void prepare(int n) {
        from = new char[n];
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
