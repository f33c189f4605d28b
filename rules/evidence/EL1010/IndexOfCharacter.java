package EL1010;

/**
 * Searching words for a string of one character, against the character.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class IndexOfCharacter {
    private static String[] words;

    static void prepare(int n) {
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += words[i].indexOf("1");
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += words[i].indexOf('1');
        }
        return sum;
    }
}
