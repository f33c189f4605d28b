/** The knapsack problem with whole weights, in one row of a table. */
final class Knapsack extends Program {
    @Override
    int run(int n) {
        short[] weight = new short[n];
        short[] value = new short[n];
        Noise noise = new Noise(n);
        for (int i = 0; i < n; i++) {
            weight[i] = (short) (1 + (noise.next() & 15));
            value[i] = (short) (noise.next() & 255);
        }
        int capacity = 4 * n;
        int[] best = new int[capacity + 1];
        for (int i = 0; i < n; i++) {
            for (int c = capacity; c >= weight[i]; c--) {
                int taken = best[c - weight[i]] + value[i];
                if (taken > best[c]) {
                    best[c] = taken;
                }
            }
        }
        return best[capacity];
    }
}
