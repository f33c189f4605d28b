package EL2009;

import java.util.Arrays;
import java.util.Set;

/**
 * Whether a word is one of four: a list made for each word, against a constant set.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ListPerCall {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    private static final Set<String> WANTED = Set.of("word1", "word2", "word3", "word4");

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (Arrays.asList("word1", "word2", "word3", "word4").contains(words[i])) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (WANTED.contains(words[i])) {
                found++;
            }
        }
        return found;
    }
}
