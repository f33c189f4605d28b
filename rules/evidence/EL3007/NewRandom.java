package EL3007;

import java.util.Random;

/**
 * Random numbers: a new generator for each, against one.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewRandom {
    private static final Random RANDOM = new Random();

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += new Random().nextInt(10) / 10;
        }
        return inside;
    }

    static long repaired(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += RANDOM.nextInt(10) / 10;
        }
        return inside;
    }
}
