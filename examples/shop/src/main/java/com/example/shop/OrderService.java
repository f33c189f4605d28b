package com.example.shop;

import java.sql.SQLException;
import java.util.List;

/** What can be done with orders. */
public class OrderService {
    private static final int LARGE = 100_00; // cents

    private final OrderRepository repository;

    public OrderService(OrderRepository repository) {
        this.repository = repository;
    }

    /** What an order costs, in cents, with the discount of large orders. */
    public int price(long id) throws SQLException {
        Order order = repository.find(id);
        if (order.total() > LARGE) {
            order.discount(3);
        }
        return order.total();
    }

    /** What several orders cost together, in cents. */
    public long sum(List<Order> orders) {
        long sum = 0;
        for (Order order : orders) {
            sum += order.total();
        }
        return sum;
    }

    /** What is not paid yet, in cents. */
    public long outstanding() throws SQLException {
        long sum = 0;
        for (long id : repository.unpaid()) {
            sum += repository.find(id).total();
        }
        return sum;
    }
}
