package heldout;

import java.util.HashSet;
import java.util.Set;

/**
 * Distinct numbers: contains and add on a HashSet, against add.
 *
 * @case EL2004/ContainsAddOfNumbers
 * @unit iteration
 * @sizes 10 50 500
 */
public final class SeenNumbers {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % (n / 2 + 1);
        }
    }

    static int asWritten(int n) {
        Set<Integer> seen = new HashSet<>();
        for (Integer x : numbers) {
            if (!seen.contains(x)) {
                seen.add(x);
            }
        }
        return seen.size();
    }

    static int repaired(int n) {
        Set<Integer> seen = new HashSet<>();
        for (Integer x : numbers) {
            seen.add(x);
        }
        return seen.size();
    }
}
