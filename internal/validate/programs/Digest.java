/** SHA-256 of bytes: shifts, rotations and additions of ints. */
final class Digest extends Program {
    private final int[] constants = new int[64];

    @Override
    int run(int n) {
        int[] state = new int[8];
        int filled = 0;
        for (int candidate = 2; filled < 64; candidate++) {
            if (isPrime(candidate)) {
                constants[filled] = candidate * 0x9E3779B9;
                if (filled < 8) {
                    state[filled] = candidate * 0x6A09E667;
                }
                filled++;
            }
        }
        int[] block = new int[64];
        for (int b = 0; b < n; b++) {
            for (int i = 0; i < 16; i++) {
                block[i] = b * 16 + i;
            }
            compress(state, block);
        }
        return state[0] ^ state[4];
    }

    private static boolean isPrime(int n) {
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return true;
    }

    private void compress(int[] state, int[] w) {
        for (int i = 16; i < 64; i++) {
            int s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >>> 3;
            int s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int i = 0; i < 64; i++) {
            int t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + constants[i] + w[i];
            int t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }

    private static int rotate(int x, int by) {
        return x >>> by | x << 32 - by;
    }
}
