package EL4007;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Unpacking a file of n KB: by the 512 bytes that GZIPInputStream reads at a time, against 8 KB.
 *
 * @unit KB
 * @sizes 8 64 512
 */
public final class GzipBuffer {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        byte[] data = new byte[1024 * n];
        Random random = new Random(1);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) ("etaoin shrdlu".charAt(random.nextInt(13)));
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(data);
        }
    }

    static int asWritten(int n) throws IOException {
        try (InputStream in = new GZIPInputStream(new FileInputStream(file.toFile()))) {
            return in.readAllBytes().length;
        }
    }

    static int repaired(int n) throws IOException {
        try (InputStream in = new GZIPInputStream(new FileInputStream(file.toFile()), 8192)) {
            return in.readAllBytes().length;
        }
    }
}
