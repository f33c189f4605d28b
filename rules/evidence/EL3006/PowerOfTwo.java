package EL3006;

/**
 * Powers of two: Math.pow, against shifting 1.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class PowerOfTwo {
    private static int[] exponents;

    static void prepare(int n) {
        exponents = new int[n];
        for (int i = 0; i < n; i++) {
            exponents[i] = i * 7 % 40;
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += (long) Math.pow(2, exponents[i]);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 1L << exponents[i];
        }
        return sum;
    }
}
