package EL7002;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;

/**
 * Formatting days: a SimpleDateFormat for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class DatePattern {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
            sum += format.format(new Date(i * 86400000L)).hashCode();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        for (int i = 0; i < n; i++) {
            sum += format.format(new Date(i * 86400000L)).hashCode();
        }
        return sum;
    }
}
