package EL1004;

/**
 * Counting a word in any case among words with a capital: toLowerCase and equals, against equalsIgnoreCase.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LowerCaseEquals {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = i % 2 == 0 ? new String("Content-Type") : "Word number " + i % 10;
        }
    }

    static long asWritten(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (words[i].toLowerCase().equals("content-type")) {
                found++;
            }
        }
        return found;
    }

    static long repaired(int n) {
        long found = 0;
        for (int i = 0; i < n; i++) {
            if (words[i].equalsIgnoreCase("content-type")) {
                found++;
            }
        }
        return found;
    }
}
