package EL3003;

/**
 * Hash codes of numbers: hashCode of a box, against Double.hashCode.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class HashCode {
    private static double[] numbers;

    static void prepare(int n) {
        numbers = new double[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 0.7919;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Double.valueOf(numbers[i]).hashCode();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Double.hashCode(numbers[i]);
        }
        return sum;
    }
}
