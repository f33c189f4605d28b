package EL5001;

/**
 * String.replace of a constant in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class StringReplaceConstant {
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
            sum += " Some Text of Thirty Characters ".replace('e', 'a').length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        String value = " Some Text of Thirty Characters ".replace('e', 'a');
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
