package heldout;

import java.util.Map;
import java.util.TreeMap;

/**
 * Prices by the keys of a TreeMap with numbers as keys, against its entries.
 *
 * @case EL2001/TreeMapOfNumbers
 * @unit iteration
 * @sizes 10 50 500
 */
public final class SortedPrices {
    private static Map<Integer, Double> prices;

    static void prepare(int n) {
        prices = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            prices.put(i * 31 % 1009 * 1000 + i, i * 0.25);
        }
    }

    static double asWritten(int n) {
        double total = 0;
        for (int article : prices.keySet()) {
            total += prices.get(article);
        }
        return total;
    }

    static double repaired(int n) {
        double total = 0;
        for (Map.Entry<Integer, Double> e : prices.entrySet()) {
            total += e.getValue();
        }
        return total;
    }
}
