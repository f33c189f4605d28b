package EL6005;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/**
 * Reading a BufferedInputStream byte by byte, against blocks of 1,024.
 *
 * @unit byte
 * @sizes 20 100 1000 10000
 * @typical 1000
 */
public final class ReadPerByte {
    private static BufferedInputStream stream;
    private static byte[] data;

    static void prepare(int n) {
        data = new byte[n];
        for (int i = 0; i < n; i++) {
            data[i] = (byte) (i % 100);
        }
    }

    static long asWritten(int n) throws IOException {
        stream = new BufferedInputStream(new ByteArrayInputStream(data));
        BufferedInputStream in = stream;
        long sum = 0;
        int b;
        while ((b = in.read()) != -1) {
            if (b != 13) {
                sum += b;
            }
        }
        return sum;
    }

    static long repaired(int n) throws IOException {
        stream = new BufferedInputStream(new ByteArrayInputStream(data));
        BufferedInputStream in = stream;
        long sum = 0;
        byte[] block = new byte[1024];
        int length;
        while ((length = in.read(block)) != -1) {
            for (int i = 0; i < length; i++) {
                int b = block[i] & 0xff;
                if (b != 13) {
                    sum += b;
                }
            }
        }
        return sum;
    }
}
