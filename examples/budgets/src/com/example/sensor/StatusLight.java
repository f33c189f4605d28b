package com.example.sensor;

import com.example.energy.EnergyBudget;

/** Blinks by hand, on a board without a timer. */
final class StatusLight {
    private static final int HALF_PERIOD = 2_000;

    private boolean on;

    /** Burns its time in a counting loop. No call of it can keep the budget: violated. */
    @EnergyBudget("10 uJ")
    void blink() {
        on = true;
        for (int i = 0; i < HALF_PERIOD; i++) {
            on = (i & 1) == 0;
        }
        on = false;
    }
}
