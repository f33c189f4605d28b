package EL1012;

import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of words by the name of the charset, against the charset.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class GetBytesByName {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            try {
                length += words[i].getBytes("UTF-8").length;
            } catch (UnsupportedEncodingException e) {
                throw new IllegalStateException(e);
            }
        }
        return length;
    }

    static long repaired(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += words[i].getBytes(StandardCharsets.UTF_8).length;
        }
        return length;
    }
}
