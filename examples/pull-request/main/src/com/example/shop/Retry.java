package com.example.shop;

/** How long to wait before a request is sent again. */
final class Retry {
    private Retry() {
    }

    /** The delay before attempt n in milliseconds, with its back-off. */
    //+ENERGY@ energy 5 uJ;
    static int delay(int n) {
        int delay = 1;
        for (int i = 0; i < 10; i++) {
            delay = delay + (delay >> 1) + n;
        }
        return delay;
    }
}
