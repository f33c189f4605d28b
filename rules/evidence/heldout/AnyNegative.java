package heldout;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a list has a negative number, in its last third: count, against anyMatch.
 *
 * @case EL2007/CountAboveZero
 * @unit element
 * @sizes 10 50 500
 */
public final class AnyNegative {
    private static List<Integer> numbers;

    static void prepare(int n) {
        numbers = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            numbers.add(i == 2 * n / 3 ? -1 : i);
        }
    }

    static boolean asWritten(int n) {
        return numbers.stream().filter(x -> x < 0).count() != 0;
    }

    static boolean repaired(int n) {
        return numbers.stream().anyMatch(x -> x < 0);
    }
}
