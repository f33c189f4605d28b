package EL1002;

/**
 * Appending a word and a separator: as one string, against one after the other.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendPlus {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(words[i] + ", ");
        }
        return out.toString().hashCode();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(words[i]).append(", ");
        }
        return out.toString().hashCode();
    }
}
