package com.example.sensor;

/** The measurements since the last telegram. */
final class Journal {
    private final int[] entries;

    Journal(int capacity) {
        entries = new int[capacity];
    }

    /**
     * The largest entry. The capacity is the configuration's business, so the budget holds under an assumption in
     * energylint.toml that the report names: proved-assuming.
     */
    //+ENERGY@ energy 200 uJ;
    int largest() {
        int[] all = entries;
        int largest = Integer.MIN_VALUE;
        for (int i = 0; i < all.length; i++) {
            if (all[i] > largest) {
                largest = all[i];
            }
        }
        return largest;
    }

    /** Puts an entry in its slot. */
    void put(int slot, int value) {
        entries[slot] = value;
    }
}
