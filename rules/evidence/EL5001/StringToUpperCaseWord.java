package EL5001;

/**
 * String.toUpperCase of the same word in each iteration, which others are compared with, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringToUpperCaseWord {
    private static String argument;
    private static String[] words;

    static void prepare(int n) {
        argument = "Header";
        words = new String[n];
        for (int i = 0; i < n; i++) {
            words[i] = i % 2 == 0 ? "HEADER" : "word " + i;
        }
    }

    static long asWritten(int n) {
        String x = argument;
        long sum = 0;
        for (String word : words) {
            sum += word.equals(x.toUpperCase()) ? 1 : 0;
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        String value = x.toUpperCase();
        long sum = 0;
        for (String word : words) {
            sum += word.equals(value) ? 1 : 0;
        }
        return sum;
    }
}
