package EL3009;

import java.math.BigDecimal;

/**
 * Multiplying by a constant: parsed for each product, against once.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class BigDecimalOfText {
    private static final BigDecimal RATE = new BigDecimal("0.19");

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
            sum += amounts[i].multiply(new BigDecimal("0.19")).signum();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += amounts[i].multiply(RATE).signum();
        }
        return sum;
    }
}
