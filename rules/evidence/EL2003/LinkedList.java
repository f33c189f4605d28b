package EL2003;

import java.util.List;

/**
 * Reading a LinkedList by index, against its iterator.
 *
 * @unit iteration
 * @sizes 5 10 20 50 100 300 1000
 * @terms 1 n n*n
 */
public final class LinkedList {
    private static List<Integer> list;

    static void prepare(int n) {
        list = new java.util.LinkedList<>();
        for (int i = 0; i < n; i++) {
            list.add(i);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < list.size(); i++) {
            sum += list.get(i);
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (Integer x : list) {
            sum += x;
        }
        return sum;
    }
}
