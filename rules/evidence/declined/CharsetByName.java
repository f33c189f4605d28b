package declined;

import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * getBytes with the name of a character set, against the constant.
 *
 * @peers PMD (quickstart), IntelliJ CharsetObjectCanBeUsed, SonarJava S4719, fb-contrib CSI_CHAR_SET_ISSUES_USE_STANDARD_CHARSET
 * @decision the name is looked up in a cache of two; use the constant since it throws nothing, not for energy
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CharsetByName {
    private static String[] words;

    static void prepare(int n) throws UnsupportedEncodingException {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "some words " + i;
        }
    }

    static int asWritten(int n) throws UnsupportedEncodingException {
        int length = 0;
        for (String word : words) {
            length += word.getBytes("UTF-8").length;
        }
        return length;
    }

    static int repaired(int n) throws UnsupportedEncodingException {
        int length = 0;
        for (String word : words) {
            length += word.getBytes(StandardCharsets.UTF_8).length;
        }
        return length;
    }
}
