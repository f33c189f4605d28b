package EL3001;

/**
 * A Double that is made for each number and unboxed again, against double.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class RoundTripDouble {
    private static double[] numbers;

    static void prepare(int n) {
        numbers = new double[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
        }
    }

    static double asWritten(int n) {
        double sum = 0.0;
        for (double x : numbers) {
            Double boxed = x;
            sum += boxed;
        }
        return sum;
    }

    static double repaired(int n) {
        double sum = 0.0;
        for (double x : numbers) {
            sum += x;
        }
        return sum;
    }
}
