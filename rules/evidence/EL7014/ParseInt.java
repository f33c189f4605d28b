package EL7014;

/**
 * Counting the numbers among texts, half of which are none: by the exception of parseInt, against a look at the characters.
 *
 * @unit text
 * @sizes 10 100 1000
 */
public final class ParseInt {
    private static String[] texts;

    static void prepare(int n) {
        texts = new String[n];
        for (int i = 0; i < n; i++) {
            texts[i] = i % 2 == 0 ? Integer.toString(i) : "word" + i;
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                Integer.parseInt(texts[i]);
                sum++;
            } catch (NumberFormatException e) {
                sum += 2;
            }
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += isNumber(texts[i]) ? 1 : 2;
        }
        return sum;
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isDigit(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
