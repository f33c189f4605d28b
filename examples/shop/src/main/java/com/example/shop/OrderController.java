package com.example.shop;

import com.example.shop.web.GetMapping;
import java.sql.SQLException;

/** Answers requests about orders. */
public class OrderController {
    private final OrderService service;
    private final OrderRepository repository;
    private final Prices prices;

    public OrderController(OrderService service, OrderRepository repository, Prices prices) {
        this.service = service;
        this.repository = repository;
        this.prices = prices;
    }

    @GetMapping("/orders/{id}/price")
    public int price(long id) throws SQLException {
        return service.price(id);
    }

    @GetMapping("/orders/{id}/size")
    public int size(long id) throws SQLException {
        return repository.find(id).size();
    }

    @GetMapping("/articles/{article}/price")
    public int articlePrice(int article) {
        return prices.of(article);
    }

    @GetMapping("/accounts/{iban}")
    public boolean account(String iban) {
        return Iban.valid(iban);
    }
}
