package EL1002;

/**
 * Appending two words and two constants to a StringBuffer, whose methods lock it: as one string, against one after the other.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class AppendToBuffer {
    private static final StringBuffer OUT = new StringBuffer();

    private static String[] words;

    static void prepare(int n) {
        words = new String[n + 1];
        for (int i = 0; i <= n; i++) {
            words[i] = "word " + i;
        }
    }

    static long asWritten(int n) {
        OUT.setLength(0);
        for (int i = 0; i < n; i++) {
            OUT.append("from " + words[i] + " to " + words[i + 1]);
        }
        return OUT.length();
    }

    static long repaired(int n) {
        OUT.setLength(0);
        for (int i = 0; i < n; i++) {
            OUT.append("from ").append(words[i]).append(" to ").append(words[i + 1]);
        }
        return OUT.length();
    }
}
