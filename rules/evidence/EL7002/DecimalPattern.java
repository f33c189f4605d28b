package EL7002;

import java.text.DecimalFormat;

/**
 * Formatting numbers: a DecimalFormat for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class DecimalPattern {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += new DecimalFormat("#,##0.00").format(i * 12.25).hashCode();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        DecimalFormat format = new DecimalFormat("#,##0.00");
        for (int i = 0; i < n; i++) {
            sum += format.format(i * 12.25).hashCode();
        }
        return sum;
    }
}
