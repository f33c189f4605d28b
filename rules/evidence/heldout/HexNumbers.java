package heldout;

import java.util.regex.Pattern;

/**
 * Which texts are hexadecimal: String.matches, against a Pattern that is compiled once.
 *
 * @case EL7001/Matches
 * @unit iteration
 * @sizes 10 50 500
 */
public final class HexNumbers {
    private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]{1,8}");
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = (i % 3 == 0 ? "" : "0x") + Integer.toHexString(i * 7919);
        }
    }

    static int asWritten(int n) {
        int found = 0;
        for (String text : texts) {
            if (text.matches("0x[0-9a-fA-F]{1,8}")) {
                found++;
            }
        }
        return found;
    }

    static int repaired(int n) {
        int found = 0;
        for (String text : texts) {
            if (HEX.matcher(text).matches()) {
                found++;
            }
        }
        return found;
    }
}
