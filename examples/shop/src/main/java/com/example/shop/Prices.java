package com.example.shop;

/** The prices of the catalogue: article numbers in ascending order, and what a piece costs. */
public final class Prices {
    private final int[] articles;
    private final int[] cents;

    public Prices(int[] articles, int[] cents) {
        this.articles = articles;
        this.cents = cents;
    }

    /** What a piece of an article costs, or -1 where it is not in the catalogue. */
    public int of(int article) {
        int low = 0;
        int high = articles.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (articles[middle] == article) {
                return cents[middle];
            }
            if (articles[middle] < article) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
