package EL3006;

/**
 * Square roots: Math.pow, against Math.sqrt.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SquareRoot {
    private static double[] numbers;

    static void prepare(int n) {
        numbers = new double[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 0.7919;
        }
    }

    static long asWritten(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.pow(numbers[i], 0.5);
        }
        return (long) (sum * 1e-3);
    }

    static long repaired(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.sqrt(numbers[i]);
        }
        return (long) (sum * 1e-3);
    }
}
