package EL2016;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Copying an array but its first element into a list: add in a loop, against addAll of a copy of that part.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class AddPart {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n + 1];
        for (int i = 0; i <= n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        List<String> copy = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            copy.add(words[i]);
        }
        return copy.size();
    }

    static long repaired(int n) {
        List<String> copy = new ArrayList<>();
        copy.addAll(Arrays.asList(Arrays.copyOfRange(words, 1, words.length)));
        return copy.size();
    }
}
