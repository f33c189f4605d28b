package EL4008;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reading a block from a stream that counts and passes on: byte by byte, against the block, from a ByteArrayInputStream.
 *
 * @unit byte
 * @sizes 8 64 512 4096
 */
public final class DelegatingRead {
    private static byte[] block;
    private static ByteArrayInputStream source;
    private static Counting one;
    private static Counting many;

    private static class Counting extends InputStream {
        final InputStream in;
        long count;

        Counting(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            if (b >= 0) {
                count++;
            }
            return b;
        }
    }

    private static final class CountingBlocks extends Counting {
        CountingBlocks(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] to, int at, int length) throws IOException {
            int n = in.read(to, at, length);
            if (n > 0) {
                count += n;
            }
            return n;
        }
    }

    static void prepare(int n) {
        block = new byte[n];
        source = new ByteArrayInputStream(new byte[n]);
        one = new Counting(source);
        many = new CountingBlocks(source);
    }

    static long asWritten(int n) throws IOException {
        source.reset();
        one.count = 0;
        return one.read(block, 0, n) + one.count;
    }

    static long repaired(int n) throws IOException {
        source.reset();
        many.count = 0;
        return many.read(block, 0, n) + many.count;
    }
}
