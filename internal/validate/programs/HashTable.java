/** A hash table of ints with linear probing that grows. */
final class HashTable extends Program {
    private int[] keys;
    private int[] values;
    private int count;

    @Override
    int run(int n) {
        keys = new int[16];
        values = new int[16];
        count = 0;
        Noise noise = new Noise(7);
        for (int i = 0; i < n; i++) {
            int key = noise.next() % 1000 + 1;
            put(key, get(key) + i);
        }
        int sum = 0;
        for (int key = 1; key <= 1000; key++) {
            sum ^= get(key);
        }
        return sum;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int i = key * 0x9E3779B9 >>> 7 & mask;
        while (keys[i] != 0 && keys[i] != key) {
            i = i + 1 & mask;
        }
        return i;
    }

    private int get(int key) {
        return values[slot(key)];
    }

    private void put(int key, int value) {
        int i = slot(key);
        if (keys[i] == 0) {
            if (2 * ++count > keys.length) {
                grow();
                i = slot(key);
            }
            keys[i] = key;
        }
        values[i] = value;
    }

    private void grow() {
        int[] oldKeys = keys;
        int[] oldValues = values;
        keys = new int[2 * oldKeys.length];
        values = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int k = slot(oldKeys[i]);
                keys[k] = oldKeys[i];
                values[k] = oldValues[i];
            }
        }
    }
}
