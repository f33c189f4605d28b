package EL4002;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading a file byte by byte without a buffer, against a BufferedInputStream.
 *
 * @unit byte
 * @sizes 10 100 1000 10000
 */
public final class Read {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.write(file, new byte[n]);
    }

    static int asWritten(int n) throws IOException {
        int read = 0;
        try (InputStream in = new FileInputStream(file.toFile())) {
            while (in.read() >= 0) {
                read++;
            }
        }
        return read;
    }

    static int repaired(int n) throws IOException {
        int read = 0;
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
            while (in.read() >= 0) {
                read++;
            }
        }
        return read;
    }
}
