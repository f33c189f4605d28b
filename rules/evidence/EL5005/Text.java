package EL5005;

import java.util.Objects;

/**
 * Checking values that are there: the text of the failure put together each time, against a lambda.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Text {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = Integer.toString(i);
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Objects.requireNonNull(texts[i], "no text " + i).length();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int k = i;
            sum += Objects.requireNonNull(texts[i], () -> "no text " + k).length();
        }
        return sum;
    }
}
