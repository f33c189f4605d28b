package EL4008;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reading a block from a stream over an array: byte by byte, against one copy.
 *
 * @unit byte
 * @sizes 8 64 512 4096
 */
public final class ArrayRead {
    private static byte[] block;
    private static OfArray one;
    private static OfArray many;

    private static class OfArray extends InputStream {
        final byte[] bytes;
        int at;

        OfArray(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xff : -1;
        }
    }

    private static final class OfBlocks extends OfArray {
        OfBlocks(byte[] bytes) {
            super(bytes);
        }

        @Override
        public int read(byte[] to, int from, int length) {
            if (at == bytes.length) {
                return -1;
            }
            int n = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, to, from, n);
            at += n;
            return n;
        }
    }

    static void prepare(int n) {
        block = new byte[n];
        byte[] source = new byte[n];
        one = new OfArray(source);
        many = new OfBlocks(source);
    }

    static long asWritten(int n) throws IOException {
        one.at = 0;
        return one.read(block, 0, n) + block[n - 1];
    }

    static long repaired(int n) throws IOException {
        many.at = 0;
        return many.read(block, 0, n) + block[n - 1];
    }
}
