package com.example.sensor;

/** The frame that the node sends: 32 bytes, the last two of them the checksum. */
final class Telegram {
    static final int SIZE = 32;
    static final int PAYLOAD = SIZE - 2;

    private Telegram() {
    }

    /** CRC-16/CCITT over the payload. Its budget is in energylint.toml: proved. */
    static int checksum(byte[] frame) {
        int crc = 0xFFFF;
        for (int i = 0; i < PAYLOAD; i++) {
            crc ^= (frame[i] & 0xFF) << 8;
            for (int bit = 0; bit < 8; bit++) {
                if ((crc & 0x8000) != 0) {
                    crc = (crc << 1) ^ 0x1021;
                } else {
                    crc = crc << 1;
                }
            }
        }
        return crc & 0xFFFF;
    }

    /**
     * Copies n measured bytes into a frame and adds them up. The budget grows with n: proved for every n that
     * the precondition admits.
     */
    //@ requires 0 <= n && n <= PAYLOAD;
    //+ENERGY@ energy 2 uJ + 500 nJ * n;
    static int fill(byte[] frame, byte[] measured, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            frame[i] = measured[i];
            sum += measured[i];
        }
        return sum;
    }

    /**
     * Takes the run-length encoding off an acknowledgement: pairs of count and byte, closed by a count of zero.
     * Nothing says how soon the zero comes, so the budget is unknown, and the loop is reported.
     */
    static int expand(byte[] in, byte[] out) {
        int from = 0;
        int to = 0;
        int count = in[0];
        while (count != 0) {
            for (int k = 0; k < count; k++) {
                out[to++] = in[from + 1];
            }
            from += 2;
            count = in[from];
        }
        return to;
    }
}
