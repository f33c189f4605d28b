package EL3007;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Random numbers below ten: Math.random, multiplied, against ThreadLocalRandom.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class MathRandom {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += (int) (Math.random() * 10) / 10;
        }
        return inside;
    }

    static long repaired(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += ThreadLocalRandom.current().nextInt(10) / 10;
        }
        return inside;
    }
}
