package com.example.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Orders in the database. */
public class OrderRepository {
    private final Connection connection;

    public OrderRepository(Connection connection) {
        this.connection = connection;
    }

    /** The order with a number. */
    public Order find(long id) throws SQLException {
        Order order = new Order(id);
        try (PreparedStatement query = connection.prepareStatement("select article, quantity, cents from item where order_id = ?")) {
            query.setLong(1, id);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    order.add(new Item(rows.getString(1), rows.getInt(2), rows.getInt(3)));
                }
            }
        }
        return order;
    }

    /** The numbers of the orders that are not paid. */
    public List<Long> unpaid() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement("select id from orders where paid is null");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    public void markPaid(long id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update orders set paid = true where id = ?")) {
            update.setLong(1, id);
            update.executeUpdate();
        }
    }
}
