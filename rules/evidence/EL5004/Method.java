package EL5004;

/**
 * The number of digits of the same number, counted in each iteration, against once.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Method {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i * digits(n);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        int digits = digits(n);
        for (int i = 0; i < n; i++) {
            sum += i * digits;
        }
        return sum;
    }

    private static int digits(int n) {
        int digits = 0;
        for (int rest = n; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
