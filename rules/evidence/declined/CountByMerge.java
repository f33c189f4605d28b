package declined;

import java.util.Map;

/**
 * Counting words, each of which occurs four times, in a HashMap: getOrDefault and put, against merge.
 *
 * @peers IntelliJ Java8MapApi
 * @decision in compiled code it saves at most a fifth, and not significantly: merge calls the function that adds
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CountByMerge {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "key " + i % ((n + 3) / 4);
        }
    }

    static long asWritten(int n) {
        Map<String, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.put(words[i], counts.getOrDefault(words[i], 0) + 1);
        }
        return counts.hashCode();
    }

    static long repaired(int n) {
        Map<String, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.merge(words[i], 1, Integer::sum);
        }
        return counts.hashCode();
    }
}
