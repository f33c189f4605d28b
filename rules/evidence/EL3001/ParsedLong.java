package EL3001;

/**
 * Long.valueOf of a text whose number alone is used, against Long.parseLong.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ParsedLong {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = String.valueOf(1000 + i);
        }
    }

    static long asWritten(int n) {
        long sum = 0L;
        for (String text : texts) {
            sum += Long.valueOf(text);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0L;
        for (String text : texts) {
            sum += Long.parseLong(text);
        }
        return sum;
    }
}
