package EL3009;

import java.math.BigInteger;

/**
 * Adding one: parsed for each sum, against the constant.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class BigIntegerOfText {
    private static BigInteger[] amounts;

    static void prepare(int n) {
        amounts = new BigInteger[n];
        for (int i = 0; i < n; i++) {
            amounts[i] = BigInteger.valueOf(i * 7919);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += amounts[i].add(new BigInteger("1")).signum();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += amounts[i].add(BigInteger.ONE).signum();
        }
        return sum;
    }
}
