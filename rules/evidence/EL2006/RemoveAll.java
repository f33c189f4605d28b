package EL2006;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Removing half of the words of a list: removeAll of a list, against removeAll of a HashSet of it.
 *
 * @unit element
 * @sizes 5 10 20 50 100 300 1000
 * @terms 1 n n*n
 */
public final class RemoveAll {
    private static List<String> words;
    private static List<String> known;

    static void prepare(int n) {
        words = new ArrayList<>();
        known = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word " + i);
            known.add("word " + 2 * i);
        }
    }

    static long asWritten(int n) {
        List<String> left = new ArrayList<>(words);
        left.removeAll(known);
        return left.size();
    }

    static long repaired(int n) {
        List<String> left = new ArrayList<>(words);
        left.removeAll(new HashSet<>(known));
        return left.size();
    }
}
