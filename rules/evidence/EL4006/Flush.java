package EL4006;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writing lines to a file: flushed after each, against once.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class Flush {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (BufferedWriter out = new BufferedWriter(new FileWriter(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.write("a line of text\n");
                out.flush();
            }
        }
        return Files.size(file);
    }

    static long repaired(int n) throws IOException {
        try (BufferedWriter out = new BufferedWriter(new FileWriter(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.write("a line of text\n");
            }
        }
        return Files.size(file);
    }
}
