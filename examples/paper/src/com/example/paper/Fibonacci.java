package com.example.paper;

/**
 * The iterative Fibonacci sequence, as Nyholm, Mostowski and Reichenbach 2025 measure it (section 5, figure 6): local
 * variables only. The paper measures long; the other types are here for comparison.
 */
public final class Fibonacci {
    /** How many steps the methods of constant size take. */
    public static final int STEPS = 80;

    private Fibonacci() {
    }

    /** The int after STEPS steps from 0 and 1. */
    public static int intConstant() {
        int previous = 0;
        int current = 1;
        for (int i = 0; i < STEPS; i++) {
            int next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The int after n steps from 0 and 1. */
    public static int intParametric(int n) {
        int previous = 0;
        int current = 1;
        for (int i = 0; i < n; i++) {
            int next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The long after STEPS steps from 0 and 1. */
    public static long longConstant() {
        long previous = 0L;
        long current = 1L;
        for (int i = 0; i < STEPS; i++) {
            long next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The long after n steps from 0 and 1. */
    public static long longParametric(int n) {
        long previous = 0L;
        long current = 1L;
        for (int i = 0; i < n; i++) {
            long next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The float after STEPS steps from 0 and 1. */
    public static float floatConstant() {
        float previous = 0.0f;
        float current = 1.0f;
        for (int i = 0; i < STEPS; i++) {
            float next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The float after n steps from 0 and 1. */
    public static float floatParametric(int n) {
        float previous = 0.0f;
        float current = 1.0f;
        for (int i = 0; i < n; i++) {
            float next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The double after STEPS steps from 0 and 1. */
    public static double doubleConstant() {
        double previous = 0.0;
        double current = 1.0;
        for (int i = 0; i < STEPS; i++) {
            double next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }

    /** The double after n steps from 0 and 1. */
    public static double doubleParametric(int n) {
        double previous = 0.0;
        double current = 1.0;
        for (int i = 0; i < n; i++) {
            double next = previous + current;
            previous = current;
            current = next;
        }
        return previous;
    }
}
