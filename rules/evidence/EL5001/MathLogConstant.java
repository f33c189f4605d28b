package EL5001;

/**
 * Math.log of a constant in each iteration, against once before the loop.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class MathLogConstant {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i;
        }
    }

    static double asWritten(int n) {
        double sum = 0;
        for (int number : numbers) {
            sum += Math.log(0.7) + number;
        }
        return sum;
    }

    static double repaired(int n) {
        double value = Math.log(0.7);
        double sum = 0;
        for (int number : numbers) {
            sum += value + number;
        }
        return sum;
    }
}
