package heldout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asking an ArrayList of numbers in each of 100 iterations whether it allows one, against a HashSet.
 *
 * @case EL2002/ArrayListOfNumbers
 * @unit element of the list
 * @sizes 10 50 500
 * @repeat 100
 */
public final class AllowedNumbers {
    private static List<Integer> allowed;
    private static int[] asked;

    static void prepare(int n) {
        allowed = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            allowed.add(1000 + i);
        }
        asked = new int[100];
        for (int i = 0; i < asked.length; i++) {
            asked[i] = 1000 + i * 13 % (2 * n);
        }
    }

    static int asWritten(int n) {
        int refused = 0;
        for (int x : asked) {
            if (!allowed.contains(x)) {
                refused++;
            }
        }
        return refused;
    }

    static int repaired(int n) {
        Set<Integer> set = new HashSet<>(allowed);
        int refused = 0;
        for (int x : asked) {
            if (!set.contains(x)) {
                refused++;
            }
        }
        return refused;
    }
}
