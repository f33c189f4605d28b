package EL2010;

import java.util.HashMap;
import java.util.Map;

/**
 * Filling a HashMap of known size: without a capacity, against with it.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FilledHashMap {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < n; i++) {
            map.put(words[i], words[i]);
        }
        return map.size();
    }

    static long repaired(int n) {
        Map<String, String> map = new HashMap<>(n * 4 / 3 + 1);
        for (int i = 0; i < n; i++) {
            map.put(words[i], words[i]);
        }
        return map.size();
    }
}
