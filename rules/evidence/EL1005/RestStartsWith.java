package EL1005;

/**
 * Counting lines whose text goes on in a way after six characters: startsWith of a substring, against startsWith at an index.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RestStartsWith {
    private static String[] lines;

    static void prepare(int n) {
        lines = new String[n];
        for (int i = 0; i < n; i++) {
            lines[i] = "      " + (i % 2 == 0 ? "-- a comment" : "some statement");
        }
    }

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (lines[i].substring(6).startsWith("--")) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (lines[i].startsWith("--", 6)) {
                found++;
            }
        }
        return found;
    }
}
