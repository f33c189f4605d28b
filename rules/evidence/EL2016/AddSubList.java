package EL2016;

import java.util.ArrayList;
import java.util.List;

/**
 * Copying a list but its first element into another: add in a loop, against addAll of that part of it.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class AddSubList {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i <= n; i++) {
            words.add("word" + i);
        }
    }

    static long asWritten(int n) {
        List<String> copy = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            copy.add(words.get(i));
        }
        return copy.size();
    }

    static long repaired(int n) {
        List<String> copy = new ArrayList<>();
        copy.addAll(words.subList(1, words.size()));
        return copy.size();
    }
}
