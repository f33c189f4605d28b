package EL4004;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Asking for the kind and the size of a file one by one, against both at once.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class Attributes {
    private static File file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            Path p = Files.createTempFile("energylint", null);
            file = p.toFile();
            file.deleteOnExit();
            Files.write(p, new byte[100]);
        }
    }

    static long asWritten(int n) throws IOException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (file.isFile()) {
                sum += file.length();
            }
        }
        return sum;
    }

    static long repaired(int n) throws IOException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            BasicFileAttributes attributes = Files.readAttributes(file.toPath(), BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                sum += attributes.size();
            }
        }
        return sum;
    }
}
