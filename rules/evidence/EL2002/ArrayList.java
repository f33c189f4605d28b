package EL2002;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Asking a ArrayList in each of 100 iterations whether it contains a string, against a HashSet that is made before.
 *
 * @unit element of the list
 * @sizes 5 20 100 1000
 * @repeat 100
 */
public final class ArrayList {
    private static final int SEARCHES = 100;
    private static List<String> list;
    private static String[] sought;

    static void prepare(int n) {
        list = new java.util.ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add("element " + i);
        }
        sought = new String[SEARCHES];
        for (int i = 0; i < SEARCHES; i++) {
            sought[i] = new String("element " + i * 7919 % (2 * n));
        }
    }

    static int asWritten(int n) {
        int found = 0;
        for (String s : sought) {
            if (list.contains(s)) {
                found++;
            }
        }
        return found;
    }

    static int repaired(int n) {
        Set<String> set = new HashSet<>(list);
        int found = 0;
        for (String s : sought) {
            if (set.contains(s)) {
                found++;
            }
        }
        return found;
    }
}
