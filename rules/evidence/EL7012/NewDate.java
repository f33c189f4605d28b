package EL7012;

import java.util.Date;

/**
 * The current time by a date, against the clock.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewDate {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new Date().getTime() > 0 ? i : 1;
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
