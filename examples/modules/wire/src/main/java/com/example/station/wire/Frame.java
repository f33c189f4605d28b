package com.example.station.wire;

/** A frame of a sensor bus. */
public final class Frame {
    private Frame() {}

    /** The checksum of a frame of at most 64 bytes. */
    //@ energy 50 uJ;
    public static int checksum(byte[] frame) {
        int sum = 0;
        for (int i = 0; i < frame.length && i < 64; i++) {
            sum += frame[i] & 0xff;
        }
        return sum;
    }
}
