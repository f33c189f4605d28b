package EL2017;

import java.util.List;

/**
 * Whether one of five words begins a text: a stream for each text, against a loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AnyMatchOfFew {
    private static String[] texts;
    private static List<String> beginnings;

    static void prepare(int n) {
        beginnings = List.of("a", "b", "c", "d", "w");
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        long found = 0;
        for (String text : texts) {
            if (beginnings.stream().anyMatch(b -> text.startsWith(b))) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (String text : texts) {
            for (String b : beginnings) {
                if (text.startsWith(b)) {
                    found++;
                    break;
                }
            }
        }
        return found;
    }
}
