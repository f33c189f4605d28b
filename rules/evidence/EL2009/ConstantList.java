package EL2009;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether a word is one of twenty: a constant list, against a constant set.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ConstantList {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    private static final List<String> LIST = IntStream.range(0, 20).mapToObj(i -> "word" + i * 3).collect(Collectors.toUnmodifiableList());
    private static final Set<String> SET = Set.copyOf(LIST);

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (LIST.contains(words[i])) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (SET.contains(words[i])) {
                found++;
            }
        }
        return found;
    }
}
