package EL7002;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * Formatting days: a DateTimeFormatter for each, against a constant.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class OfPattern {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("dd.MM.yyyy");

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += LocalDate.ofEpochDay(i).format(DateTimeFormatter.ofPattern("dd.MM.yyyy")).hashCode();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += LocalDate.ofEpochDay(i).format(DAY).hashCode();
        }
        return sum;
    }
}
