package EL1004;

/**
 * Counting a short word in any case among others, a third of which are in lower case: toLowerCase and equals, against equalsIgnoreCase.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LowerCaseEqualsShort {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = i % 3 == 0 ? "UTF-8" : i % 3 == 1 ? "Latin" + i % 10 : "utf-8";
        }
    }

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (words[i].toLowerCase().equals("utf-8")) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (words[i].equalsIgnoreCase("utf-8")) {
                found++;
            }
        }
        return found;
    }
}
