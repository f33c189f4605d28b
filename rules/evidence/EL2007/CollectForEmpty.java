package EL2007;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The words of a list that begin with a letter, which every second does: collected in a list that is asked whether it is empty, against noneMatch.
 *
 * @unit element
 * @sizes 5 20 100 1000
 */
public final class CollectForEmpty {
    private static List<String> words;

    static void prepare(int n) {
        words = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words.add((i % 2 == 0 ? "b" : "a") + i);
        }
    }

    static long asWritten(int n) {
        return words.stream().filter(w -> w.charAt(0) == 'a').collect(Collectors.toList()).isEmpty() ? 1 : 0;
    }

    static long repaired(int n) {
        return words.stream().noneMatch(w -> w.charAt(0) == 'a') ? 1 : 0;
    }
}
