package heldout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Numbers that both of two lists have: retainAll of a list, against retainAll of a HashSet of it.
 *
 * @case EL2006/RetainAllOfNumbers
 * @unit element
 * @sizes 10 50 500
 * @terms 1 n n*n
 */
public final class KeepKnown {
    private static List<Integer> left;
    private static List<Integer> right;

    static void prepare(int n) {
        left = new ArrayList<>();
        right = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            left.add(500 + i);
            right.add(500 + 3 * i);
        }
    }

    static int asWritten(int n) {
        List<Integer> both = new ArrayList<>(left);
        both.retainAll(right);
        return both.size();
    }

    static int repaired(int n) {
        List<Integer> both = new ArrayList<>(left);
        both.retainAll(new HashSet<>(right));
        return both.size();
    }
}
