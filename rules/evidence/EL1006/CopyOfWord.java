package EL1006;

/**
 * Keeping words: copies, against the words themselves.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CopyOfWord {
    private static String[] words;
    private static String[] kept;

    static void prepare(int n) {
        words = new String[n];
        kept = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            kept[i] = new String(words[i]);
        }
        return kept[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            kept[i] = words[i];
        }
        return kept[n - 1].hashCode();
    }
}
