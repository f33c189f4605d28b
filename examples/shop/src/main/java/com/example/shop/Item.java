package com.example.shop;

/** One line of an order. */
public final class Item {
    private final String article;
    private final int quantity;
    private final int cents; // for one piece

    public Item(String article, int quantity, int cents) {
        this.article = article;
        this.quantity = quantity;
        this.cents = cents;
    }

    public String article() {
        return article;
    }

    public int quantity() {
        return quantity;
    }

    public int cents() {
        return cents;
    }

    public int total() {
        return quantity * cents;
    }
}
