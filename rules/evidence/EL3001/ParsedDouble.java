package EL3001;

/**
 * Double.valueOf of a text whose number alone is used, against Double.parseDouble.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ParsedDouble {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = String.valueOf(1000 + i);
        }
    }

    static double asWritten(int n) {
        double sum = 0.0;
        for (String text : texts) {
            sum += Double.valueOf(text);
        }
        return sum;
    }

    static double repaired(int n) {
        double sum = 0.0;
        for (String text : texts) {
            sum += Double.parseDouble(text);
        }
        return sum;
    }
}
