package heldout;

/**
 * Copying strings to a longer array, against System.arraycopy.
 *
 * @case EL5002/CopyReference
 * @unit element
 * @sizes 10 50 500
 */
public final class GrownNames {
    private static String[] names;
    private static String[] grown;

    static void prepare(int n) {
        names = new String[n];
        grown = new String[2 * n];
        for (int i = 0; i < n; i++) {
            names[i] = "name";
        }
    }

    static String[] asWritten(int n) {
        String[] from = names;
        String[] to = grown;
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static String[] repaired(int n) {
        String[] from = names;
        String[] to = grown;
        System.arraycopy(from, 0, to, 0, from.length);
        return to;
    }
}
