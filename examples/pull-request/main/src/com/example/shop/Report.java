package com.example.shop;

import java.util.List;

/** The figures that the shop shows. */
final class Report {
    private static final int CUSTOMERS = 512;

    private Report() {
    }

    /** The sum of each customer's orders. */
    static long[] perCustomer(List<Order> orders) {
        long[] sums = new long[CUSTOMERS];
        for (Order order : orders) {
            sums[order.customer] += order.cents;
        }
        return sums;
    }

    /** The largest sum of a customer. */
    static long best(List<Order> orders) {
        long best = 0;
        for (long sum : perCustomer(orders)) {
            best = Math.max(best, sum);
        }
        return best;
    }
}
