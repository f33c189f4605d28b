package EL5005;

import java.util.Optional;

/**
 * Optional values that are there: the default computed each time, against orElseGet.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Call {
    private static Optional<String> value;

    static void prepare(int n) {
        value = Optional.of("value");
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += value.orElse(other(i)).length();
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int k = i;
            sum += value.orElseGet(() -> other(k)).length();
        }
        return sum;
    }

    private static String other(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            out.append((char) ('a' + (n + i) % 26));
        }
        return out.toString();
    }
}
