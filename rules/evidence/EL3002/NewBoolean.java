package EL3002;

/**
 * Storing booleans as objects: new Boolean, against Boolean.valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
@SuppressWarnings("removal")
public final class NewBoolean {
    private static String[] words;
    private static Object[] boxes;

    static void prepare(int n) {
        words = new String[n];
        boxes = new Object[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word".substring(i % 4);
        }
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Boolean(words[i].length() > 2);
        }
        return boxes[n - 1].equals(true) ? n : 0;
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Boolean.valueOf(words[i].length() > 2);
        }
        return boxes[n - 1].equals(true) ? n : 0;
    }
}
