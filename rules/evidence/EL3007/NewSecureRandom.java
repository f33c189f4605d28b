package EL3007;

import java.security.SecureRandom;

/**
 * Random numbers: a new SecureRandom for each, against one.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewSecureRandom {
    private static final SecureRandom RANDOM = new SecureRandom();

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long inside = 0;
        for (int i = 0; i < n; i++) {
            inside += new SecureRandom().nextInt(10) / 10;
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
