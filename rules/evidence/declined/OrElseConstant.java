package declined;

import java.util.Optional;

/**
 * Optional.orElse with a constant, against orElseGet.
 *
 * @peers creedengo GCI94
 * @decision a lambda for a constant saves nothing; a call or a new object as the default is EagerDefault
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class OrElseConstant {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i += 2) {
            words[i] = "word";
        }
    }

    static int asWritten(int n) {
        int length = 0;
        for (String word : words) {
            length += Optional.ofNullable(word).orElse("none").length();
        }
        return length;
    }

    static int repaired(int n) {
        int length = 0;
        for (String word : words) {
            length += Optional.ofNullable(word).orElseGet(() -> "none").length();
        }
        return length;
    }
}
