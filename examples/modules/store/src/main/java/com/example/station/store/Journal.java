package com.example.station.store;

import com.example.station.wire.Frame;
import org.apache.commons.lang3.CharUtils;

/** A journal of frames: it calls another module and a library. */
public final class Journal {
    private final int[] sums = new int[16];

    //@ energy 60 uJ;
    public void add(byte[] frame, char kind) {
        int slot = CharUtils.isAsciiNumeric(kind) ? kind - '0' : 15;
        sums[slot & 15] = Frame.checksum(frame);
    }
}
