package EL1002;

/**
 * Appending two words and two constants: as one string, against one after the other.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendFourParts {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n + 1];
        for (int i = 0; i <= n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append("from " + words[i] + " to " + words[i + 1]);
        }
        return out.toString().hashCode();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append("from ").append(words[i]).append(" to ").append(words[i + 1]);
        }
        return out.toString().hashCode();
    }
}
