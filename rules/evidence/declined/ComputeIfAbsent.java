package declined;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Grouping numbers by words, each of which occurs four times: get, a test for null and put, against computeIfAbsent.
 *
 * @peers SonarJava S3824 and IntelliJ Java8MapApi
 * @decision compiled code takes 7 to 21% longer: only keys that are missing are looked up twice
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ComputeIfAbsent {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "key " + i % ((n + 3) / 4);
        }
    }

    static long asWritten(int n) {
        Map<String, List<Integer>> groups = new HashMap<>();
        for (int i = 0; i < n; i++) {
            List<Integer> group = groups.get(words[i]);
            if (group == null) {
                group = new ArrayList<>();
                groups.put(words[i], group);
            }
            group.add(i);
        }
        return groups.hashCode();
    }

    static long repaired(int n) {
        Map<String, List<Integer>> groups = new HashMap<>();
        for (int i = 0; i < n; i++) {
            groups.computeIfAbsent(words[i], w -> new ArrayList<>()).add(i);
        }
        return groups.hashCode();
    }
}
