package EL3001;

/**
 * Integer.valueOf of a text whose number alone is used, against Integer.parseInt.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ParsedInteger {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = String.valueOf(1000 + i);
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (String text : texts) {
            sum += Integer.valueOf(text);
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (String text : texts) {
            sum += Integer.parseInt(text);
        }
        return sum;
    }
}
