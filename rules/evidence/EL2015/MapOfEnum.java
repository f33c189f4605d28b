package EL2015;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counting by the constants of an enum: a HashMap, against an EnumMap.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class MapOfEnum {
    private static TimeUnit[] units;

    static void prepare(int n) {
        units = new TimeUnit[n];
        for (int i = 0; i < n; i++) {
            units[i] = TimeUnit.values()[i * 5 % 7];
        }
    }

    static long asWritten(int n) {
        Map<TimeUnit, String> map = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < n; i++) {
            map.put(units[i], "x");
            String s = map.get(units[n - 1 - i]);
            sum += s == null ? 0 : s.length();
        }
        return sum;
    }

    static long repaired(int n) {
        Map<TimeUnit, String> map = new EnumMap<>(TimeUnit.class);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            map.put(units[i], "x");
            String s = map.get(units[n - 1 - i]);
            sum += s == null ? 0 : s.length();
        }
        return sum;
    }
}
