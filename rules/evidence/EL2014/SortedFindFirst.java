package EL2014;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The least of words: sorting a stream for its first, against min.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class SortedFindFirst {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i * 7919 % 1009;
        }
    }

    static long asWritten(int n) {
        return Arrays.stream(words).sorted().findFirst().get().hashCode();
    }

    static long repaired(int n) {
        return Arrays.stream(words).min(Comparator.naturalOrder()).get().hashCode();
    }
}
