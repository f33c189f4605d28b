package EL3006;

/**
 * Cubes: Math.pow, against products.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Cube {
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
            sum += Math.pow(numbers[i], 3);
        }
        return (long) (sum * 1e-3);
    }

    static long repaired(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += numbers[i] * numbers[i] * numbers[i];
        }
        return (long) (sum * 1e-3);
    }
}
