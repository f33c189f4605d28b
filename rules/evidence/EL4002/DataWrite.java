package EL4002;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writing numbers by a DataOutputStream over a file, against one with a BufferedOutputStream in between.
 *
 * @unit iteration
 * @sizes 10 100 1000
 */
public final class DataWrite {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.writeInt(i);
            }
        }
        return file.toFile().length();
    }

    static long repaired(int n) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file.toFile())))) {
            for (int i = 0; i < n; i++) {
                out.writeInt(i);
            }
        }
        return file.toFile().length();
    }
}
