package heldout;

import java.util.regex.Pattern;

/**
 * Runs of spaces that become one: String.replaceAll, against a Pattern that is compiled once.
 *
 * @case EL7001/ReplaceAllShort
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Spaces {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = "some   words  " + i;
        }
    }

    static int asWritten(int n) {
        int length = 0;
        for (String text : texts) {
            length += text.replaceAll("\\s+", " ").length();
        }
        return length;
    }

    static int repaired(int n) {
        int length = 0;
        for (String text : texts) {
            length += SPACES.matcher(text).replaceAll(" ").length();
        }
        return length;
    }
}
