package EL7001;

import java.util.regex.Pattern;

/**
 * Pattern.matches of a short expression in a loop, against a Pattern that is compiled once.
 *
 * @unit iteration
 * @sizes 5 20 100 500
 */
public final class PatternMatchesShort {
    private static final Pattern PATTERN = Pattern.compile("\\d+");
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = i % 2 == 0 ? "order-" + 1000 + i : "Order " + i;
        }
    }

    static int asWritten(int n) {
        int out = 0;
        for (String text : texts) {
            out += (Pattern.matches("\\d+", text) ? 1 : 0);
        }
        return out;
    }

    static int repaired(int n) {
        int out = 0;
        for (String text : texts) {
            out += (PATTERN.matcher(text).matches() ? 1 : 0);
        }
        return out;
    }
}
