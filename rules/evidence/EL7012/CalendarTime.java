package EL7012;

import java.util.Calendar;

/**
 * The current time by a calendar, against the clock.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CalendarTime {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Calendar.getInstance().getTimeInMillis() > 0 ? i : 1;
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
