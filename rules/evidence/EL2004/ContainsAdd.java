package EL2004;

import java.util.HashSet;
import java.util.Set;

/**
 * Counting different words: contains and add, against the result of add.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ContainsAdd {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "key " + i / 2;
        }
    }

    static long asWritten(int n) {
        Set<String> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            if (!seen.contains(words[i])) {
                seen.add(words[i]);
                different++;
            }
        }
        return different;
    }

    static long repaired(int n) {
        Set<String> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            if (seen.add(words[i])) {
                different++;
            }
        }
        return different;
    }
}
