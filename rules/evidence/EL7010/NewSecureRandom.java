package EL7010;

import java.security.SecureRandom;

/**
 * Secure random numbers: a generator for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class NewSecureRandom {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new SecureRandom().nextInt(6) >>> 31;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < n; i++) {
            sum += random.nextInt(6) >>> 31;
        }
        return sum;
    }
}
