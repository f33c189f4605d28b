package EL3001;

/**
 * Float.valueOf of a text whose number alone is used, against Float.parseFloat.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ParsedFloat {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = String.valueOf(1000 + i);
        }
    }

    static float asWritten(int n) {
        float sum = 0.0f;
        for (String text : texts) {
            sum += Float.valueOf(text);
        }
        return sum;
    }

    static float repaired(int n) {
        float sum = 0.0f;
        for (String text : texts) {
            sum += Float.parseFloat(text);
        }
        return sum;
    }
}
