package EL2014;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The least of words: sorting a copy for its first, against Collections.min.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class SortedGetFirst {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i * 7919 % 1009;
        }
    }

    static long asWritten(int n) {
        List<String> sorted = new ArrayList<>(Arrays.asList(words));
        Collections.sort(sorted);
        return sorted.get(0).hashCode();
    }

    static long repaired(int n) {
        return Collections.min(Arrays.asList(words)).hashCode();
    }
}
