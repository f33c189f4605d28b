package EL5001;

/**
 * Integer.toHexString of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class IntegerToHexString {
    private static int argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = 12345;
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        int x = argument;
        long sum = 0;
        for (int number : numbers) {
            sum += Integer.toHexString(x).length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        int x = argument;
        String value = Integer.toHexString(x);
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
