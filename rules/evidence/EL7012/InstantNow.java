package EL7012;

import java.time.Instant;

/**
 * The current time by an instant, against the clock.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class InstantNow {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Instant.now().toEpochMilli() > 0 ? i : 1;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += System.currentTimeMillis() > 0 ? i : 1;
        }
        return sum;
    }
}
