package EL2004;

import java.util.Map;

/**
 * Looking up words, half of which a HashMap has: containsKey and get, against get and a test for null.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ContainsKeyGet {
    private static Map<String, Integer> map;
    private static String[] words;

    static void prepare(int n) {
        map = new java.util.HashMap<>();
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "key " + i;
            if (i % 2 == 0) {
                map.put(words[i], i);
            }
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (map.containsKey(words[i])) {
                sum += map.get(words[i]);
            }
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Integer value = map.get(words[i]);
            if (value != null) {
                sum += value;
            }
        }
        return sum;
    }
}
