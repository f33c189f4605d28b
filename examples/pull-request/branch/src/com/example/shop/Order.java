package com.example.shop;

/** What a customer ordered. */
final class Order {
    final int customer;
    final long cents;

    Order(int customer, long cents) {
        this.customer = customer;
        this.cents = cents;
    }

    /** The check bit of the order's line in a file: the parity of the amount. */
    int check() {
        return Long.bitCount(cents) & 1;
    }
}
