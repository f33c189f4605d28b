package heldout;

/**
 * A mean that is summed in a Double, against double.
 *
 * @case EL3001/SumDouble
 * @unit iteration
 * @sizes 10 50 500
 */
public final class AverageDouble {
    private static double[] values;

    static void prepare(int n) {
        values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = i * 0.5;
        }
    }

    static double asWritten(int n) {
        Double sum = 0.0;
        for (double x : values) {
            sum = sum + x;
        }
        return sum / values.length;
    }

    static double repaired(int n) {
        double sum = 0.0;
        for (double x : values) {
            sum = sum + x;
        }
        return sum / values.length;
    }
}
