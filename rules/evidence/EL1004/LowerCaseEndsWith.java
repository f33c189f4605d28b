package EL1004;

/**
 * Counting files by their extension in any case: toLowerCase and endsWith, against regionMatches.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LowerCaseEndsWith {
    private static String[] files;

    static void prepare(int n) {
        files = new String[n];
        for (int i = 0; i < n; i++) {
            files[i] = "Image" + i + (i % 2 == 0 ? ".PNG" : ".txt");
        }
    }

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (files[i].toLowerCase().endsWith(".png")) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (files[i].regionMatches(true, files[i].length() - 4, ".png", 0, 4)) {
                found++;
            }
        }
        return found;
    }
}
