package com.example.meter;

/** Counts the pulses of an electricity meter. */
public final class Pulse {
    private static final int WINDOW = 60;

    private Pulse() {
    }

    /** The pulses of the last minute. */
    //+ENERGY@ energy 50 uJ;
    public static int perMinute(int[] seconds) {
        int pulses = 0;
        for (int i = 0; i < WINDOW; i++) {
            pulses += seconds[i];
        }
        return pulses;
    }
}
