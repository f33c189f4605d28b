package EL7001;

import java.util.regex.Pattern;

/**
 * String.replaceFirst of a short expression in a loop, against a Pattern that is compiled once.
 *
 * @unit iteration
 * @sizes 5 20 100 500
 */
public final class ReplaceFirstShort {
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
            out += text.replaceFirst("\\d+", "id").length();
        }
        return out;
    }

    static int repaired(int n) {
        int out = 0;
        for (String text : texts) {
            out += PATTERN.matcher(text).replaceFirst("id").length();
        }
        return out;
    }
}
