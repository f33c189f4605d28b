package com.example.shop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many pieces of each article there are. */
public final class Stock {
    private final Map<String, Integer> pieces = new HashMap<>();

    public void deliver(String article, int quantity) {
        pieces.merge(article, quantity, Integer::sum);
    }

    /** Whether there is enough of everything. */
    public boolean covers(List<Item> items) {
        for (Item item : items) {
            if (pieces.getOrDefault(item.article(), 0) < item.quantity()) {
                return false;
            }
        }
        return true;
    }

    /** The articles of which fewer pieces are left than a minimum. */
    public int below(int minimum) {
        int count = 0;
        for (String article : pieces.keySet()) {
            if (pieces.get(article) < minimum) {
                count++;
            }
        }
        return count;
    }
}
