package EL5001;

/**
 * String.replace of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringReplace {
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
            sum += x.replace('e', 'a').length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        String value = x.replace('e', 'a');
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
