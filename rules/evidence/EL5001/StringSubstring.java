package EL5001;

/**
 * String.substring of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringSubstring {
    private static String argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = " Some Text of Thirty Characters ";
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        String x = argument;
        long sum = 0;
        for (int number : numbers) {
            sum += x.substring(3).length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        String value = x.substring(3);
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
