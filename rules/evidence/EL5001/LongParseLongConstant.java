package EL5001;

/**
 * Long.parseLong of a constant in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LongParseLongConstant {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int number : numbers) {
            sum += Long.parseLong("12345") + number;
        }
        return sum;
    }

    static long repaired(int n) {
        long value = Long.parseLong("12345");
        long sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
