package EL4002;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writing a RandomAccessFile byte by byte, against a block.
 *
 * @unit iteration
 * @sizes 10 100 1000
 */
public final class RandomAccessWrite {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            for (int i = 0; i < n; i++) {
                out.write(i);
            }
            return out.length();
        }
    }

    static long repaired(int n) throws IOException {
        byte[] block = new byte[n];
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            for (int i = 0; i < n; i++) {
                block[i] = (byte) i;
            }
            out.write(block);
            return out.length();
        }
    }
}
