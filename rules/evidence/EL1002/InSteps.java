package EL1002;

/**
 * A text that is put together in two steps, of which the first makes a string that only the second takes: against one concatenation.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class InSteps {
    private static String[] words;
    private static String[] texts;

    static void prepare(int n) {
        words = new String[n];
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word " + i;
        }
    }

    static int asWritten(int n) {
        for (int i = 0; i < n; i++) {
            String text = "[" + words[i];
            text += ", " + words[n - 1 - i];
            texts[i] = text;
        }
        return texts[n / 2].length();
    }

    static int repaired(int n) {
        for (int i = 0; i < n; i++) {
            texts[i] = "[" + words[i] + ", " + words[n - 1 - i];
        }
        return texts[n / 2].length();
    }
}
