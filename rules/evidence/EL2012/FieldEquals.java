package EL2012;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finding for each word the item with its name: a loop over all items, against a map of them.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 * @terms 1 n n*n
 */
public final class FieldEquals {
    private record Item(String name, int price) {
    }

    private static String[] words;
    private static List<Item> items;

    static void prepare(int n) {
        words = new String[n];
        items = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            words[i] = "word" + i * 7 % n;
            items.add(new Item("word" + i, i));
        }
    }

    static long asWritten(int n) {
        long sum = 0;
        for (String w : words) {
            for (Item item : items) {
                if (item.name().equals(w)) {
                    sum += item.price();
                    break;
                }
            }
        }
        return sum;
    }

    static long repaired(int n) {
        Map<String, Item> byName = new HashMap<>();
        for (Item item : items) {
            byName.putIfAbsent(item.name(), item);
        }
        long sum = 0;
        for (String w : words) {
            Item item = byName.get(w);
            if (item != null) {
                sum += item.price();
            }
        }
        return sum;
    }
}
