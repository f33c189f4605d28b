package heldout;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/**
 * Formatting times: a DateTimeFormatter for each, against a constant.
 *
 * @case EL7002/OfPattern
 * @unit iteration
 * @sizes 10 50
 */
public final class TimesOfDay {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    static void prepare(int n) {
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += LocalTime.ofSecondOfDay(i).format(DateTimeFormatter.ofPattern("HH:mm:ss")).length();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += LocalTime.ofSecondOfDay(i).format(TIME).length();
        }
        return sum;
    }
}
