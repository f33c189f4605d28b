package heldout;

/**
 * The same power in each iteration, against once.
 *
 * @case EL5001/MathPow
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Growth {
    private static double[] xs;
    private static double rate;

    static void prepare(int n) {
        xs = new double[n];
        for (int i = 0; i < n; i++) {
            xs[i] = 100 + i;
        }
        rate = 1.035;
    }

    static double asWritten(int n) {
        double total = 0;
        double r = rate;
        for (double x : xs) {
            total += x * Math.pow(r, 9.5);
        }
        return total;
    }

    static double repaired(int n) {
        double total = 0;
        double r = rate;
        double factor = Math.pow(r, 9.5);
        for (double x : xs) {
            total += x * factor;
        }
        return total;
    }
}
