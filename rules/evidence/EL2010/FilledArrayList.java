package EL2010;

import java.util.ArrayList;
import java.util.List;

/**
 * Filling an ArrayList of known size: without a capacity, against with it.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FilledArrayList {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(words[i]);
        }
        return list.size();
    }

    static long repaired(int n) {
        List<String> list = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            list.add(words[i]);
        }
        return list.size();
    }
}
