package com.example.shop;

import com.example.shop.web.Scheduled;
import java.sql.SQLException;

/** Reminds customers of what they have not paid. */
public class Reminders {
    private final OrderRepository repository;
    private final Stock stock;

    public Reminders(OrderRepository repository, Stock stock) {
        this.repository = repository;
        this.stock = stock;
    }

    /** The text of the reminder of one order. */
    static String text(Order order) {
        String text = "Order " + order.id() + ":";
        for (int i = 0; i < order.size(); i++) {
            text += " .";
        }
        return text;
    }

    @Scheduled(cron = "0 6 * * *")
    public int remind() throws SQLException {
        int count = 0;
        for (long id : repository.unpaid()) {
            if (text(repository.find(id)).length() > 20) {
                count++;
            }
        }
        return count;
    }

    @Scheduled(cron = "0 7 * * *")
    public boolean reorder() {
        return stock.below(10) > 0;
    }
}
