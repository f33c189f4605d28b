package heldout;

import java.util.HashMap;
import java.util.Map;

/**
 * The stock of articles that run low, by the keys of a HashMap with numbers as keys, against its entries.
 *
 * @case EL2001/HashMapOfNumbers
 * @unit iteration
 * @sizes 10 50 500
 */
public final class StockLevels {
    private static Map<Integer, Long> stock;

    static void prepare(int n) {
        stock = new HashMap<>();
        for (int i = 0; i < n; i++) {
            stock.put(17 * i, (long) i % 40);
        }
    }

    static long asWritten(int n) {
        long low = 0;
        for (Integer article : stock.keySet()) {
            if (stock.get(article) < 10) {
                low += article;
            }
        }
        return low;
    }

    static long repaired(int n) {
        long low = 0;
        for (Map.Entry<Integer, Long> e : stock.entrySet()) {
            if (e.getValue() < 10) {
                low += e.getKey();
            }
        }
        return low;
    }
}
