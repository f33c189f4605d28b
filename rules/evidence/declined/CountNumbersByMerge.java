package declined;

import java.util.Map;

/**
 * Counting numbers, each of which occurs four times, in a HashMap: getOrDefault and put, against merge.
 *
 * @peers IntelliJ Java8MapApi
 * @decision compiled code gains nothing: two look-ups of a number cost no more than a call of the function that adds
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class CountNumbersByMerge {
    private static Integer[] numbers;

    static void prepare(int n) {
        numbers = new Integer[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i % ((n + 3) / 4);
        }
    }

    static long asWritten(int n) {
        Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.put(numbers[i], counts.getOrDefault(numbers[i], 0) + 1);
        }
        return counts.hashCode();
    }

    static long repaired(int n) {
        Map<Integer, Integer> counts = new java.util.HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.merge(numbers[i], 1, Integer::sum);
        }
        return counts.hashCode();
    }
}
