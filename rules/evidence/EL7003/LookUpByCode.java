package EL7003;

/**
 * Looking up constants of an enum by a code: in values(), against a kept array.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class LookUpByCode {
    enum Unit {
        NANO, MICRO, MILLI, SECOND, MINUTE, HOUR, DAY, WEEK;

        private static final Unit[] ALL = values();

        static Unit of(int code) {
            for (Unit u : values()) {
                if (u.ordinal() == code) {
                    return u;
                }
            }
            return null;
        }

        static Unit ofKept(int code) {
            for (Unit u : ALL) {
                if (u.ordinal() == code) {
                    return u;
                }
            }
            return null;
        }
    }

    static void prepare(int n) {
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Unit.of(i & 7).name().length();
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Unit.ofKept(i & 7).name().length();
        }
        return sum;
    }
}
