package EL2009;

import java.util.List;
import java.util.Set;

/**
 * Whether a word is one of four: List.of for each word, against a constant set.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ListOfPerCall {
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
            if (List.of("word1", "word2", "word3", "word4").contains(words[i])) {
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
