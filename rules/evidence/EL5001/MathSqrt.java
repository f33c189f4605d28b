package EL5001;

/**
 * Math.sqrt of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class MathSqrt {
    private static double argument;
    private static int[] numbers;

    static void prepare(int n) {
        argument = 0.7;
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static double asWritten(int n) {
        double x = argument;
        double sum = 0;
        for (int number : numbers) {
            sum += Math.sqrt(x) + number;
        }
        return sum;
    }

    static double repaired(int n) {
        double x = argument;
        double value = Math.sqrt(x);
        double sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
