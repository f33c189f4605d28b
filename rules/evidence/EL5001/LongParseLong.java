package EL5001;

/**
 * Long.parseLong of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LongParseLong {
    private static String argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = "12345";
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        String x = argument;
        long sum = 0;
        for (int number : numbers) {
            sum += Long.parseLong(x) + number;
        }
        return sum;
    }

    static long repaired(int n) {
        String x = argument;
        long value = Long.parseLong(x);
        long sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
