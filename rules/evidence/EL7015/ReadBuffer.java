package EL7015;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading the first bytes of files: a buffer for each, against one for all.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class ReadBuffer {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
            Files.write(file, new byte[100]);
        }
    }

    static int asWritten(int n) throws IOException {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try (InputStream in = new FileInputStream(file.toFile())) {
                byte[] buffer = new byte[8192];
                sum += in.read(buffer);
            }
        }
        return sum;
    }

    static int repaired(int n) throws IOException {
        int sum = 0;
        byte[] buffer = new byte[8192];
        for (int i = 0; i < n; i++) {
            try (InputStream in = new FileInputStream(file.toFile())) {
                sum += in.read(buffer);
            }
        }
        return sum;
    }
}
