package heldout;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counting the lines of a file, character by character, against a BufferedReader.
 *
 * @case EL4002/ReadCharacter
 * @unit character
 * @sizes 50 500 5000
 */
public final class LineCount {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        Files.writeString(file, "some line\n".repeat(n / 10));
    }

    static int asWritten(int n) throws IOException {
        int lines = 0;
        try (Reader in = new FileReader(file.toFile())) {
            for (int c = in.read(); c != -1; c = in.read()) {
                if (c == '\n') {
                    lines++;
                }
            }
        }
        return lines;
    }

    static int repaired(int n) throws IOException {
        int lines = 0;
        try (Reader in = new BufferedReader(new FileReader(file.toFile()))) {
            for (int c = in.read(); c != -1; c = in.read()) {
                if (c == '\n') {
                    lines++;
                }
            }
        }
        return lines;
    }
}
