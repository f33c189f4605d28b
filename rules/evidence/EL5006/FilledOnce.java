package EL5006;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists of one element that are never read, one in each iteration, against none.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FilledOnce {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = "Text " + i;
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            List<String> seen = new ArrayList<>();
            seen.add(texts[i]);
            sum += texts[i].length();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += texts[i].length();
        }
        return sum;
    }
}
