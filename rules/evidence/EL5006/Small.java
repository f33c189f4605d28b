package EL5006;

import java.util.Optional;

/**
 * Small objects that nothing uses, against none.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Small {
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
            Optional.ofNullable(texts[i]);
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
