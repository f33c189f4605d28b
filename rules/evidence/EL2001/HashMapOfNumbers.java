package EL2001;

import java.util.Map;

/**
 * The values of a HashMap by its keys, which are numbers, against its entries.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class HashMapOfNumbers {
    private static Map<Long, Integer> map;

    static void prepare(int n) {
        map = new java.util.HashMap<>();
        for (int i = 0; i < n; i++) {
            map.put(1000L + i * 7L, i);
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (Long key : map.keySet()) {
            Integer value = map.get(key);
            if (key != null) {
                sum += value;
            }
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (Map.Entry<Long, Integer> entry : map.entrySet()) {
            Long key = entry.getKey();
            Integer value = entry.getValue();
            if (key != null) {
                sum += value;
            }
        }
        return sum;
    }
}
