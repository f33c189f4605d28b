package EL2010;

import java.util.HashSet;
import java.util.Set;

/**
 * Filling a HashSet of known size: without a capacity, against with it.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FilledHashSet {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        Set<String> set = new HashSet<>();
        for (int i = 0; i < n; i++) {
            set.add(words[i]);
        }
        return set.size();
    }

    static long repaired(int n) {
        Set<String> set = new HashSet<>(n * 4 / 3 + 1);
        for (int i = 0; i < n; i++) {
            set.add(words[i]);
        }
        return set.size();
    }
}
