package EL5001;

/**
 * String.toLowerCase of the same word in each iteration, which others are compared with, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringToLowerCaseWord {
    private static String argument;
    private static String[] words;

    static void prepare(int n) {
        argument = "Header";
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = i % 2 == 0 ? "header" : "word " + i;
        }
    }

    static long asWritten(int n) {
        String x = argument;
        long sum = 0;
        for (String word : words) {
            sum += word.equals(x.toLowerCase()) ? 1 : 0;
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        String value = x.toLowerCase();
        long sum = 0;
        for (String word : words) {
            sum += word.equals(value) ? 1 : 0;
        }
        return sum;
    }
}
