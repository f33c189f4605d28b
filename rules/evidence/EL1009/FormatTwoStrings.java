package EL1009;

/**
 * A text of two strings and constants between: String.format, against concatenation.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class FormatTwoStrings {
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
            length += String.format("%s=%s;", words[i], words[n - 1 - i]).length();
        }
        return length;
    }

    static long repaired(int n) {
        long length = 0;
        for (int i = 0; i < n; i++) {
            length += (words[i] + "=" + words[n - 1 - i] + ";").length();
        }
        return length;
    }
}
