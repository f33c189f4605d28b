package EL4002;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writing a file byte by byte without a buffer, against a BufferedOutputStream.
 *
 * @unit byte
 * @sizes 10 100 1000 10000
 */
public final class Write {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (OutputStream out = new FileOutputStream(file.toFile())) {
            for (int i = 0; i < n; i++) {
                out.write(i);
            }
        }
        return file.toFile().length();
    }

    static long repaired(int n) throws IOException {
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.write(i);
            }
        }
        return file.toFile().length();
    }
}
