package EL1007;

/**
 * Counting blank lines among indented ones: trim and isEmpty, against isBlank.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class TrimIsEmpty {
    private static String[] lines;

    static void prepare(int n) {
        lines = new String[n];
        for (int i = 0; i < n; i++) {
            lines[i] = i % 4 == 0 ? "    " : "    statement number " + i;
        }
    }

    static long asWritten(int n) {
        long blank = 0;
        for (int i = 0; i < n; i++) {
            if (lines[i].trim().isEmpty()) {
                blank++;
            }
        }
        return blank;
    }

    static long repaired(int n) {
        long blank = 0;
        for (int i = 0; i < n; i++) {
            if (lines[i].isBlank()) {
                blank++;
            }
        }
        return blank;
    }
}
