package EL3009;

import java.math.BigDecimal;

/**
 * Adding a small whole number: an object of it for each sum, against a constant.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class BigDecimalOfInt {
    private static final BigDecimal TEN = BigDecimal.TEN;

    private static BigDecimal[] amounts;

    static void prepare(int n) {
        amounts = new BigDecimal[n];
        for (int i = 0; i < n; i++) {
            amounts[i] = BigDecimal.valueOf(i * 7919, 2);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += amounts[i].add(new BigDecimal(10)).signum();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += amounts[i].add(TEN).signum();
        }
        return sum;
    }
}
