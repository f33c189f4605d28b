package com.example.uplink;

import java.io.IOException;
import java.io.OutputStream;

/** Sends what a node has measured, and keeps a journal of it on flash memory. */
final class Uplink {
    private static final int RECORD = 16;

    private final Radio radio;
    private final OutputStream journal;

    Uplink(Radio radio, OutputStream journal) {
        this.radio = radio;
        this.journal = journal;
    }

    /** One frame of a fixed size. */
    boolean alarm(byte code) {
        byte[] frame = new byte[RECORD];
        frame[0] = code;
        radio.transmit(frame);
        return radio.listen(3);
    }

    //@ requires 0 <= n && n <= 60;
    /** A frame for every record: the radio wakes up each time. */
    void sendEach(int n) {
        for (int i = 0; i < n; i++) {
            byte[] frame = new byte[RECORD];
            frame[0] = (byte) i;
            radio.transmit(frame);
        }
    }

    //@ requires 0 <= n && n <= 60;
    /** The same records in one frame. */
    void sendTogether(int n) {
        byte[] frame = new byte[n * RECORD];
        for (int i = 0; i < n; i++) {
            frame[i * RECORD] = (byte) i;
        }
        radio.transmit(frame);
    }

    /** A record is written and flushed, a page of flash memory each. */
    void log(byte[] record) throws IOException {
        journal.write(record);
        journal.flush();
    }
}
