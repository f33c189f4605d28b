package EL4002;

import java.io.BufferedWriter;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Encoding a file character by character by a FileWriter, against a BufferedWriter.
 *
 * @unit character
 * @sizes 10 100 1000 10000
 * @typical 1000
 */
public final class WriteCharacter {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
    }

    static long asWritten(int n) throws IOException {
        try (Writer out = new FileWriter(file.toFile())) {
            for (int i = 0; i < n; i++) {
                out.write('x');
            }
        }
        return file.toFile().length();
    }

    static long repaired(int n) throws IOException {
        try (Writer out = new BufferedWriter(new FileWriter(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                out.write('x');
            }
        }
        return file.toFile().length();
    }
}
