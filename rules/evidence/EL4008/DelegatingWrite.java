package EL4008;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writing a block to a stream that counts and passes on: byte by byte, against the block, to a BufferedOutputStream.
 *
 * @unit byte
 * @sizes 8 64 512 4096
 */
public final class DelegatingWrite {
    private static byte[] block;
    private static final OutputStream TARGET = new BufferedOutputStream(OutputStream.nullOutputStream());
    private static final Counting ONE = new Counting(TARGET);
    private static final Counting MANY = new CountingBlocks(TARGET);

    private static class Counting extends FilterOutputStream {
        long count;

        Counting(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            count++;
        }
    }

    private static final class CountingBlocks extends Counting {
        CountingBlocks(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] from, int at, int length) throws IOException {
            out.write(from, at, length);
            count += length;
        }
    }

    static void prepare(int n) {
        block = new byte[n];
        for (int i = 0; i < n; i++) {
            block[i] = (byte) i;
        }
    }

    static long asWritten(int n) throws IOException {
        ONE.count = 0;
        ONE.write(block, 0, n);
        return ONE.count;
    }

    static long repaired(int n) throws IOException {
        MANY.count = 0;
        MANY.write(block, 0, n);
        return MANY.count;
    }
}
