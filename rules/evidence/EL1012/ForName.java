package EL1012;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Words of bytes: the charset by its name, against the constant.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ForName {
    private static byte[][] texts;

    static void prepare(int n) {
        texts = new byte[n][];
        for (int i = 0; i < n; i++) {
            texts[i] = ("word" + i).getBytes(StandardCharsets.UTF_8);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new String(texts[i], Charset.forName("UTF-8")).length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new String(texts[i], StandardCharsets.UTF_8).length();
        }
        return sum;
    }
}
