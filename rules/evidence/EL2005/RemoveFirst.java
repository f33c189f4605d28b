package EL2005;

import java.util.ArrayDeque;
import java.util.ArrayList;

/**
 * Emptying a queue from the front: an ArrayList against an ArrayDeque.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @terms 1 n n*n
 */
public final class RemoveFirst {
    static void prepare(int n) {
    }

    static long asWritten(int n) {
        ArrayList<Integer> queue = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            queue.add(i);
        }
        long sum = 0;
        while (!queue.isEmpty()) {
            sum = 31 * sum + queue.remove(0);
        }
        return sum;
    }

    static long repaired(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            queue.add(i);
        }
        long sum = 0;
        while (!queue.isEmpty()) {
            sum = 31 * sum + queue.removeFirst();
        }
        return sum;
    }
}
