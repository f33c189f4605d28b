import java.time.LocalDate;
import java.time.Period;

/** Computes with local dates. */
final class Dates extends Program {
    private final LocalDate start = LocalDate.of(1999, 12, 31);
    private final Period term = Period.of(0, 11, 25);

    @Override
    int run(int n) {
        int late = 0;
        for (int i = 0; i < n; i++) {
            LocalDate due = start.plusDays(i * 17L).plus(term);
            if (due.isAfter(start)) {
                late += LocalDate.parse("2011-11-30").getDayOfMonth();
            }
        }
        return late;
    }
}
