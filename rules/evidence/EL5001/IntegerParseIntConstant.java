package EL5001;

/**
 * Integer.parseInt of a constant in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class IntegerParseIntConstant {
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
            sum += Integer.parseInt("12345") + number;
        }
        return sum;
    }

    static long repaired(int n) {
        int value = Integer.parseInt("12345");
        long sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
