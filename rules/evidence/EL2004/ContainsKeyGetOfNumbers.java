package EL2004;

import java.util.Map;

/**
 * Looking up numbers, half of which a HashMap has: containsKey and get, against get and a test for null.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class ContainsKeyGetOfNumbers {
    private static Map<Integer, Integer> map;
    private static Integer[] numbers;

    static void prepare(int n) {
        map = new java.util.HashMap<>();
        numbers = new Integer[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = 1000 + i;
            if (i % 2 == 0) {
                map.put(1000 + i, i);
            }
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (map.containsKey(numbers[i])) {
                sum += map.get(numbers[i]);
            }
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            Integer value = map.get(numbers[i]);
            if (value != null) {
                sum += value;
            }
        }
        return sum;
    }
}
