package EL2015;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A set of constants of an enum that is asked for each of many: a HashSet, against an EnumSet.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class SetOfEnum {
    private static TimeUnit[] units;

    static void prepare(int n) {
        units = new TimeUnit[n];
        for (int i = 0; i < n; i++) {
            units[i] = TimeUnit.values()[i * 5 % 7];
        }
    }

    static long asWritten(int n) {
        Set<TimeUnit> set = new HashSet<>();
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (set.contains(units[i])) {
                sum++;
            }
            set.add(units[i]);
        }
        return sum;
    }

    static long repaired(int n) {
        Set<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (set.contains(units[i])) {
                sum++;
            }
            set.add(units[i]);
        }
        return sum;
    }
}
