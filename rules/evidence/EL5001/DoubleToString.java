package EL5001;

/**
 * Double.toString of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class DoubleToString {
    private static double argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = 123.45;
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static long asWritten(int n) {
        double x = argument;
        long sum = 0;
        for (int number : numbers) {
            sum += Double.toString(x).length() + number;
        }
        return sum;
    }

    static long repaired(int n) {
        double x = argument;
        String value = Double.toString(x);
        long sum = 0;
        for (int number : numbers) {
            sum += value.length() + number;
        }
        return sum;
    }
}
