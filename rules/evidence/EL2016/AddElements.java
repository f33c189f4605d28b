package EL2016;

import java.util.ArrayList;
import java.util.List;

/**
 * Copying a list into another: add in a loop, against addAll.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class AddElements {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add("word" + i);
        }
    }

    static long asWritten(int n) {
        List<String> copy = new ArrayList<>();
        for (String w : words) {
            copy.add(w);
        }
        return copy.size();
    }

    static long repaired(int n) {
        List<String> copy = new ArrayList<>();
        copy.addAll(words);
        return copy.size();
    }
}
