package EL5001;

/**
 * Math.acos of the same in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class MathAcos {
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
            sum += Math.acos(x) + number;
        }
        return sum;
    }

    static double repaired(int n) {
        double x = argument;
        double value = Math.acos(x);
        double sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
