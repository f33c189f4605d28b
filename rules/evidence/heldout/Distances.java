package heldout;

/**
 * The square root of the same number in each iteration, against once.
 *
 * @case EL5001/MathSqrt
 * @unit iteration
 * @sizes 10 50 500
 */
public final class Distances {
    private static double[] xs;
    private static double area;

    static void prepare(int n) {
        xs = new double[n];
        for (int i = 0; i < n; i++) {
            xs[i] = i;
        }
        area = 12.5;
    }

    static double asWritten(int n) {
        double total = 0;
        double a = area;
        for (int i = 0; i < xs.length; i++) {
            total += xs[i] * Math.sqrt(a);
        }
        return total;
    }

    static double repaired(int n) {
        double total = 0;
        double a = area;
        double root = Math.sqrt(a);
        for (int i = 0; i < xs.length; i++) {
            total += xs[i] * root;
        }
        return total;
    }
}
