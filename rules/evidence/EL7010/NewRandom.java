package EL7010;

import java.util.Random;

/**
 * Random numbers: a generator for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewRandom {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new Random().nextInt(6) >>> 31;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        Random random = new Random();
        for (int i = 0; i < n; i++) {
            sum += random.nextInt(6) >>> 31;
        }
        return sum;
    }
}
