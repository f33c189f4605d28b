package EL3007;

import java.util.Random;

/**
 * Random numbers below ten: nextDouble, multiplied, against nextInt.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NextDouble {
    private static Random random;

    static void prepare(int n) {
        random = new Random(7);
    }

    static long asWritten(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += (int) (random.nextDouble() * 10) / 10;
        }
        return inside;
    }

    static long repaired(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += random.nextInt(10) / 10;
        }
        return inside;
    }
}
