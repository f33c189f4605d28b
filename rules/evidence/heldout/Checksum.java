package heldout;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The sum of the bytes of a file without a buffer, against a BufferedInputStream.
 *
 * @case EL4002/Read
 * @unit byte
 * @sizes 50 500 5000
 */
public final class Checksum {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        byte[] bytes = new byte[n];
        for (int i = 0; i < n; i++) {
            bytes[i] = (byte) (31 * i);
        }
        Files.write(file, bytes);
    }

    static long asWritten(int n) throws IOException {
        long sum = 0;
        try (InputStream in = new FileInputStream(file.toFile())) {
            int b;
            while ((b = in.read()) != -1) {
                sum = 31 * sum + b;
            }
        }
        return sum;
    }

    static long repaired(int n) throws IOException {
        long sum = 0;
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
            int b;
            while ((b = in.read()) != -1) {
                sum = 31 * sum + b;
            }
        }
        return sum;
    }
}
