package EL1005;

/**
 * The years of dates: parseInt of a substring, against parseInt of the part.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ParsePart {
    private static String[] dates;

    static void prepare(int n) {
        dates = new String[n];
        for (int i = 0; i < n; i++) {
            dates[i] = 1900 + i % 100 + "-11-22";
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Integer.parseInt(dates[i].substring(0, 4));
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Integer.parseInt(dates[i], 0, 4, 10);
        }
        return sum;
    }
}
