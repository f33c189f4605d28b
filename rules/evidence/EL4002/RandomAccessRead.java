package EL4002;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading a RandomAccessFile byte by byte, against blocks.
 *
 * @unit iteration
 * @sizes 10 100 1000
 */
public final class RandomAccessRead {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.write(file, new byte[n]);
    }

    static int asWritten(int n) throws IOException {
        int sum = 0;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                sum += b + 1;
            }
        }
        return sum;
    }

    static int repaired(int n) throws IOException {
        int sum = 0;
        byte[] block = new byte[8192];
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            for (int length = in.read(block); length >= 0; length = in.read(block)) {
                for (int i = 0; i < length; i++) {
                    sum += (block[i] & 0xff) + 1;
                }
            }
        }
        return sum;
    }
}
