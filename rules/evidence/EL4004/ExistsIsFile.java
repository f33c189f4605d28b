package EL4004;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Asking whether a file exists and is one, against the latter alone.
 *
 * @unit iteration
 * @sizes 5 20 100
 */
public final class ExistsIsFile {
    private static File file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            Path p = Files.createTempFile("energylint", null);
            file = p.toFile();
            file.deleteOnExit();
            Files.write(p, new byte[100]);
        }
    }

    static int asWritten(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (file.exists() && file.isFile()) {
                sum += i;
            }
        }
        return sum;
    }

    static int repaired(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (file.isFile()) {
                sum += i;
            }
        }
        return sum;
    }
}
