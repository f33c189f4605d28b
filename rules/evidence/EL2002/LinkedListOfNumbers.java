package EL2002;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asking a LinkedList in each of 100 iterations whether it contains a number, against a HashSet that is made before.
 *
 * @unit element of the list
 * @sizes 5 20 100 1000
 * @repeat 100
 */
public final class LinkedListOfNumbers {
    private static final int SEARCHES = 100;
    private static List<Integer> list;
    private static int[] sought;

    static void prepare(int n) {
        list = new java.util.LinkedList<>();
        for (int i = 0; i < n; i++) {
            list.add(2000 + i);
        }
        sought = new int[SEARCHES];
        for (int i = 0; i < SEARCHES; i++) {
            sought[i] = 2000 + i * 7919 % (2 * n);
        }
    }

    static int asWritten(int n) {
        int found = 0;
        for (int s : sought) {
            if (list.contains(s)) {
                found++;
            }
        }
        return found;
    }

    static int repaired(int n) {
        Set<Integer> set = new HashSet<>(list);
        int found = 0;
        for (int s : sought) {
            if (set.contains(s)) {
                found++;
            }
        }
        return found;
    }
}
