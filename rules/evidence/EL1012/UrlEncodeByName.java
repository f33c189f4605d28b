package EL1012;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Parameters of an address: encode by the name of the charset, against the charset.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class UrlEncodeByName {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "two words " + i;
        }
    }

    static long asWritten(int n) throws UnsupportedEncodingException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += URLEncoder.encode(words[i], "UTF-8").length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += URLEncoder.encode(words[i], StandardCharsets.UTF_8).length();
        }
        return sum;
    }
}
