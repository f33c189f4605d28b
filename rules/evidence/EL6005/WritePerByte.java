package EL6005;

import java.io.ByteArrayOutputStream;

/**
 * Writing a ByteArrayOutputStream that others have byte by byte, against an array.
 *
 * @unit byte
 * @sizes 5 20 100 1000
 */
public final class WritePerByte {
    private static ByteArrayOutputStream stream;
    private static byte[] data;

    static void prepare(int n) {
        stream = new ByteArrayOutputStream(n + 16);
        data = new byte[n];
        for (int i = 0; i < n; i++) {
            data[i] = (byte) (i % 100);
        }
    }

    static long asWritten(int n) {
        ByteArrayOutputStream out = stream;
        out.reset();
        for (byte b : data) {
            out.write(b == ' ' ? '+' : b);
        }
        return out.size();
    }

    static long repaired(int n) {
        ByteArrayOutputStream out = stream;
        out.reset();
        byte[] block = new byte[data.length];
        int length = 0;
        for (byte b : data) {
            block[length++] = b == ' ' ? (byte) '+' : b;
        }
        out.write(block, 0, length);
        return out.size();
    }
}
