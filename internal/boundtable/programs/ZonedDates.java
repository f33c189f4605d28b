import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Computes with dates and times in a zone, over changes of its offset. */
final class ZonedDates extends Program {
    private final ZoneId zone = ZoneId.of("America/New_York");
    private final ZonedDateTime start = LocalDateTime.of(2023, 10, 30, 1, 30).atZone(zone);

    @Override
    int run(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            ZonedDateTime later = start.plusDays(i % 20).minusHours(7);
            sum += later.isBefore(start) ? 1 : later.getHour();
        }
        return sum;
    }
}
