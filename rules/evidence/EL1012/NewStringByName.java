package EL1012;

import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strings of bytes by the name of the charset, against the charset.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewStringByName {
    private static byte[][] bytes;

    static void prepare(int n) {
        bytes = new byte[n][];
        for (int i = 0; i < n; i++) {
            bytes[i] = ("word" + i).getBytes(StandardCharsets.UTF_8);
        }
    }

    static long asWritten(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            try {
                length += new String(bytes[i], "UTF-8").length();
            } catch (UnsupportedEncodingException e) {
                throw new IllegalStateException(e);
            }
        }
        return length;
    }

    static long repaired(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += new String(bytes[i], StandardCharsets.UTF_8).length();
        }
        return length;
    }
}
