package EL5001;

/**
 * String.endsWith of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringEndsWith {
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
            sum += (x.endsWith("Characters ") ? number : 1);
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        boolean value = x.endsWith("Characters ");
        long sum = 0;
        for (int number : numbers) {
            sum += (value ? number : 1);
        }
        return sum;
    }
}
