package EL2004;

import java.util.HashSet;
import java.util.Set;

/**
 * Counting different numbers: contains and add, against the result of add.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ContainsAddOfNumbers {
    private static Integer[] numbers;

    static void prepare(int n) {
        numbers = new Integer[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i / 2;
        }
    }

    static long asWritten(int n) {
        Set<Integer> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            if (!seen.contains(numbers[i])) {
                seen.add(numbers[i]);
                different++;
            }
        }
        return different;
    }

    static long repaired(int n) {
        Set<Integer> seen = new HashSet<>();
        long different = 0;
        for (int i = 0; i < n; i++) {
            if (seen.add(numbers[i])) {
                different++;
            }
        }
        return different;
    }
}
