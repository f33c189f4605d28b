package EL6005;

import java.util.Vector;

/**
 * Adding to a Vector that others have, against adding while the loop holds its lock.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @typical 20
 */
public final class VectorAdd {
    private static Vector<String> all;
    private static String[] words;

    static void prepare(int n) {
        all = new Vector<>(n);
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        Vector<String> out = all;
        out.clear();
        for (String word : words) {
            out.addElement(word);
        }
        return out.size();
    }

    static long repaired(int n) {
        Vector<String> out = all;
        out.clear();
        synchronized (out) {
            for (String word : words) {
                out.addElement(word);
            }
        }
        return out.size();
    }
}
