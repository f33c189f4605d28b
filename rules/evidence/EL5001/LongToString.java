package EL5001;

/**
 * Long.toString of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LongToString {
    private static long argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = 12345678901L;
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        long x = argument;
        long sum = 0;
        for (int number : numbers) {
            sum += Long.toString(x).length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        long x = argument;
        String value = Long.toString(x);
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
