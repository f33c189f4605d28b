package EL2016;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copying an array into a list: add in a loop, against Collections.addAll.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class AddArray {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
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
        copy.addAll(Arrays.asList(words));
        return copy.size();
    }
}
