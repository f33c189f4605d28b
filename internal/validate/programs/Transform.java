/** A number-theoretic transform: long remainders in three nested loops. */
final class Transform extends Program {
    private static final long MODULUS = 998244353L;

    @Override
    int run(int n) {
        long[] a = new long[n];
        for (int i = 0; i < n; i++) {
            a[i] = i * 31L % MODULUS;
        }
        for (int half = 1; half < n; half *= 2) {
            long root = power(3, (MODULUS - 1) / (2L * half));
            for (int start = 0; start + 2 * half <= n; start += 2 * half) {
                long w = 1;
                for (int k = 0; k < half; k++) {
                    long u = a[start + k];
                    long v = a[start + k + half] * w % MODULUS;
                    a[start + k] = u + v < MODULUS ? u + v : u + v - MODULUS;
                    a[start + k + half] = u - v >= 0 ? u - v : u - v + MODULUS;
                    w = w * root % MODULUS;
                }
            }
        }
        long hash = 0;
        for (int i = 0; i < n; i++) {
            hash = (hash * 131 + a[i]) % MODULUS;
        }
        return (int) hash;
    }

    private static long power(long base, long exponent) {
        long result = 1;
        while (exponent > 0) {
            if ((exponent & 1) == 1) {
                result = result * base % MODULUS;
            }
            base = base * base % MODULUS;
            exponent >>= 1;
        }
        return result;
    }
}
