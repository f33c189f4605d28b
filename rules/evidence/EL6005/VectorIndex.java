package EL6005;

import java.util.Vector;

/**
 * Going over a Vector that others have by size and elementAt, against an array of its elements.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @typical 20
 */
public final class VectorIndex {
    private static Vector<String> words;

    static void prepare(int n) {
        words = new Vector<>();
        for (int i = 0; i < n; i++) {
            words.add("word " + i);
        }
    }

    static long asWritten(int n) {
        Vector<String> all = words;
        long sum = 0;
        for (int i = 0; i < all.size(); i++) {
            sum += all.elementAt(i).length();
        }
        return sum;
    }

    static long repaired(int n) {
        Object[] all = words.toArray();
        long sum = 0;
        for (int i = 0; i < all.length; i++) {
            sum += ((String) all[i]).length();
        }
        return sum;
    }
}
