package EL4007;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writing n texts to a file: an ObjectOutputStream on it, against one with a buffer between them.
 *
 * @unit object
 * @sizes 20 100 1000
 */
public final class ObjectOutput {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.writeObject("text " + i);
            }
        }
        return Files.size(file);
    }

    static long repaired(int n) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file.toFile())))) {
            for (int i = 0; i < n; i++) {
                out.writeObject("text " + i);
            }
        }
        return Files.size(file);
    }
}
