package EL1005;

/**
 * Wrapping words into lines: the length of a builder's text, against that of the builder.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class TextOfBuilder {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i % 100;
        }
    }

    static long asWritten(int n) {
        long lines = 0;
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < n; i++) {
            line.append(words[i]).append(' ');
            if (line.toString().length() > 60) {
                line.setLength(0);
                lines++;
            }
        }
        return lines;
    }

    static long repaired(int n) {
        long lines = 0;
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < n; i++) {
            line.append(words[i]).append(' ');
            if (line.length() > 60) {
                line.setLength(0);
                lines++;
            }
        }
        return lines;
    }
}
