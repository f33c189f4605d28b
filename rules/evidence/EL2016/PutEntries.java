package EL2016;

import java.util.HashMap;
import java.util.Map;

/**
 * Copying a map into another: put in a loop, against putAll.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class PutEntries {
    private static Map<String, String> words;

    static void prepare(int n) {
        words = new HashMap<>();
        for (int i = 0; i < n; i++) {
            words.put("word" + i, "x");
        }
    }

    static long asWritten(int n) {
        Map<String, String> copy = new HashMap<>();
        for (Map.Entry<String, String> e : words.entrySet()) {
            copy.put(e.getKey(), e.getValue());
        }
        return copy.size();
    }

    static long repaired(int n) {
        Map<String, String> copy = new HashMap<>();
        copy.putAll(words);
        return copy.size();
    }
}
