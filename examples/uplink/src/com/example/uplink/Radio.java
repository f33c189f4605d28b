package com.example.uplink;

/** The radio's driver, native code that no analysis sees: what its calls cost, node.toml says. */
final class Radio {
    /** Wakes the radio, sends the frame with a header of 12 bytes, and lets the radio sleep again. */
    native void transmit(byte[] frame);

    /** Waits for an acknowledgement, at most the given number of slots. */
    native boolean listen(int slots);
}
