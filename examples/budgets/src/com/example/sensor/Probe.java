package com.example.sensor;

import com.example.energy.EnergyBudget;

/** The soil moisture probe: sixteen samples a measurement, some of them outliers. */
final class Probe {
    static final int SAMPLES = 16;

    private int clipped;

    /**
     * The mean of the samples, where outliers are replaced and counted. All sixteen can be outliers, and then the
     * replacement costs more than the budget leaves: exceeded, on the path through the branch.
     */
    @EnergyBudget("6 uJ")
    int mean(int[] samples, int low, int high) {
        int sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            int sample = samples[i];
            if (sample < low || sample > high) {
                samples[i] = (low + high) / 2;
                sample = samples[i];
                clipped++;
            }
            sum += sample;
        }
        return sum / SAMPLES;
    }

    /**
     * Moves the samples to the calibrated scale, with one gain and one offset. The critical path stays within the
     * budget at the confidence asked for, the sound bound does not: inconclusive.
     */
    @EnergyBudget("6 uJ")
    void calibrate(int[] samples, int gain, int offset) {
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = (samples[i] * gain >> 8) + offset;
        }
    }

    int clipped() {
        return clipped;
    }
}
