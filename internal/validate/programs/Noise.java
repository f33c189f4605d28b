/** Pseudo-random numbers: a linear congruential generator. */
final class Noise {
    private int state;

    Noise(int seed) {
        state = seed;
    }

    int next() {
        state = state * 1103515245 + 12345;
        return state >>> 16 & 0x7fff;
    }

    static int[] array(int n) {
        Noise noise = new Noise(n);
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = noise.next();
        }
        return a;
    }
}
