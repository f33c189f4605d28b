/** Bit tricks on ints and longs. */
final class Bits extends Program {
    @Override
    int run(int n) {
        int sum = 0;
        long mix = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < n; i++) {
            sum += population(i * 0x01010101) ^ reverse(i);
            mix ^= mix << 13;
            mix ^= mix >>> 7;
            mix ^= mix << 17;
        }
        return sum + (int) (mix >> 32);
    }

    private static int population(int x) {
        x = x - (x >>> 1 & 0x55555555);
        x = (x & 0x33333333) + (x >>> 2 & 0x33333333);
        x = x + (x >>> 4) & 0x0f0f0f0f;
        return x * 0x01010101 >>> 24;
    }

    private static int reverse(int x) {
        x = (x & 0x55555555) << 1 | x >>> 1 & 0x55555555;
        x = (x & 0x33333333) << 2 | x >>> 2 & 0x33333333;
        x = (x & 0x0f0f0f0f) << 4 | x >>> 4 & 0x0f0f0f0f;
        return x << 24 | (x & 0xff00) << 8 | x >>> 8 & 0xff00 | x >>> 24;
    }
}
