package EL1013;

/**
 * Appending parts of eighty characters: a substring, against the range of the word.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendLongPart {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = ("word" + i).repeat(20);
        }
    }

    static long asWritten(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(words[i].substring(1, 81));
        }
        return out.length();
    }

    static long repaired(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(words[i], 1, 81);
        }
        return out.length();
    }
}
