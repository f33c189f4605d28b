package EL4002;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading numbers by a DataInputStream over a file, against one with a BufferedInputStream in between.
 *
 * @unit iteration
 * @sizes 10 100 1000
 */
public final class DataRead {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.write(file, new byte[4 * n]);
    }

    static int asWritten(int n) throws IOException {
        int sum = 0;
        try (DataInputStream in = new DataInputStream(new FileInputStream(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                sum += in.readInt();
            }
        }
        return sum;
    }

    static int repaired(int n) throws IOException {
        int sum = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file.toFile())))) {
            for (int i = 0; i < n; i++) {
                sum += in.readInt();
            }
        }
        return sum;
    }
}
