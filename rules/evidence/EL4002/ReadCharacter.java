package EL4002;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Decoding a file character by character by a FileReader, against a BufferedReader.
 *
 * @unit character
 * @sizes 10 100 1000 10000
 * @typical 1000
 */
public final class ReadCharacter {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.writeString(file, "x".repeat(n));
    }

    static int asWritten(int n) throws IOException {
        int read = 0;
        try (Reader in = new FileReader(file.toFile())) {
            while (in.read() >= 0) {
                read++;
            }
        }
        return read;
    }

    static int repaired(int n) throws IOException {
        int read = 0;
        try (Reader in = new BufferedReader(new FileReader(file.toFile()))) {
            while (in.read() >= 0) {
                read++;
            }
        }
        return read;
    }
}
