package EL2016;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Copying a list into a HashSet: add in a loop, against addAll.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class AddToHashSet {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word" + i);
        }
    }

    static long asWritten(int n) {
        Set<String> copy = new HashSet<>();
        for (String w : words) {
            copy.add(w);
        }
        return copy.size();
    }

    static long repaired(int n) {
        Set<String> copy = new HashSet<>();
        copy.addAll(words);
        return copy.size();
    }
}
