/** Run-length encoding of bytes and decoding it again. */
final class RunLengths extends Program {
    @Override
    int run(int n) {
        byte[] data = new byte[n];
        Noise noise = new Noise(n);
        byte last = 0;
        for (int i = 0; i < n; i++) {
            if ((noise.next() & 7) == 0) {
                last = (byte) noise.next();
            }
            data[i] = last;
        }
        byte[] packed = new byte[2 * n];
        int length = 0;
        int i = 0;
        while (i < n) {
            int from = i;
            while (i < n && data[i] == data[from] && i - from < 127) {
                i++;
            }
            packed[length++] = (byte) (i - from);
            packed[length++] = data[from];
        }
        byte[] again = new byte[n];
        int o = 0;
        for (int p = 0; p < length; p += 2) {
            for (int k = 0; k < packed[p]; k++) {
                again[o++] = packed[p + 1];
            }
        }
        int hash = length;
        for (byte b : again) {
            hash = 31 * hash + b;
        }
        return hash;
    }
}
