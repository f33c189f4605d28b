package EL4005;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading a file of n KB: through 1 KB at a time, against 8 KB.
 *
 * @unit iteration
 * @sizes 8 64 512
 */
public final class SmallBuffer {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.write(file, new byte[1024 * n]);
    }

    static long asWritten(int n) throws IOException {
        long sum = 0;
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] buffer = new byte[1024];
            int read;
            while ((read = in.read(buffer)) > 0) {
                sum += read;
            }
        }
        return sum;
    }

    static long repaired(int n) throws IOException {
        long sum = 0;
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] buffer = new byte[8192];
            int read;
            while ((read = in.read(buffer)) > 0) {
                sum += read;
            }
        }
        return sum;
    }
}
