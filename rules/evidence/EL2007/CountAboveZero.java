package EL2007;

import java.util.ArrayList;
import java.util.List;

/**
 * Asking whether a list has a word that the middle of it has: count above 0, against anyMatch.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CountAboveZero {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word " + (i == n / 2 ? "" : i));
        }
    }

    static long asWritten(int n) {
        return words.stream().filter(w -> w.length() == 5).count() > 0 ? 1 : 0;
    }

    static long repaired(int n) {
        return words.stream().anyMatch(w -> w.length() == 5) ? 1 : 0;
    }
}
