package EL2006;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Keeping half of the numbers of a list: retainAll of a list, against retainAll of a HashSet of it.
 *
 * @unit element
 * @sizes 5 10 20 50 100 300 1000
 * @terms 1 n n*n
 */
public final class RetainAllOfNumbers {
    private static List<Integer> numbers;
    private static List<Integer> known;

    static void prepare(int n) {
        numbers = new ArrayList<>();
        known = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            numbers.add(1000 + i);
            known.add(1000 + 2 * i);
        }
    }

    static long asWritten(int n) {
        List<Integer> left = new ArrayList<>(numbers);
        left.retainAll(known);
        return left.size();
    }

    static long repaired(int n) {
        List<Integer> left = new ArrayList<>(numbers);
        left.retainAll(new HashSet<>(known));
        return left.size();
    }
}
