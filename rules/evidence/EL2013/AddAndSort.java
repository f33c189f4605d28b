package EL2013;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeping a list in order while it grows: sorting after each element, against sorting once.
 *
 * @unit iteration
 * @sizes 5 20 100 300
 * @terms 1 n n*n
 */
public final class AddAndSort {
    private static int[] numbers;

    static void prepare(int n) {
        numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = i * 7919 % 1009;
        }
    }

    static long asWritten(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(numbers[i]);
            Collections.sort(list);
        }
        return list.get(n / 2);
    }

    static long repaired(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            list.add(numbers[i]);
        }
        Collections.sort(list);
        return list.get(n / 2);
    }
}
