package com.example.shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer buys at once. */
public final class Order {
    private final long id;
    private final List<Item> items = new ArrayList<>();
    private int discountPercent;

    public Order(long id) {
        this.id = id;
    }

    public long id() {
        return id;
    }

    public void add(Item item) {
        items.add(item);
    }

    public int size() {
        return items.size();
    }

    public void discount(int percent) {
        discountPercent = percent;
    }

    /** What the order costs, in cents. */
    public int total() {
        int sum = 0;
        for (int i = 0; i < items.size(); i++) {
            sum += items.get(i).total();
        }
        return sum - sum * discountPercent / 100;
    }

    /** The item that costs most, or null where there is none. */
    public Item dearest() {
        Item dearest = null;
        for (Item item : items) {
            if (dearest == null || item.total() > dearest.total()) {
                dearest = item;
            }
        }
        return dearest;
    }
}
