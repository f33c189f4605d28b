package com.example.station.app;

import com.example.station.store.Journal;

/** A station: it calls a module that calls another. */
public final class Station {
    private final Journal journal = new Journal();

    //@ energy 120 uJ;
    public void receive(byte[] frame) {
        journal.add(frame, 'x');
        journal.add(frame, '7');
    }
}
