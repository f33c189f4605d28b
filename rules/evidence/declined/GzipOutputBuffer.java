package declined;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Packing n KB into a file: through the 512 bytes that GZIPOutputStream writes at a time, against 8 KB.
 *
 * @peers PMD-jPinpoint BufferFilesNewStream
 * @decision compressing takes so long that the system calls do not matter; reading is another matter, see EL4007
 * @unit KB
 * @sizes 8 64 512
 */
public final class GzipOutputBuffer {
    private static Path file;

    private static byte[] data;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        data = new byte[1024 * n];
        Random random = new Random(1);
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) ("etaoin shrdlu".charAt(random.nextInt(13)));
        }
    }

    static long asWritten(int n) throws IOException {
        try (OutputStream out = new GZIPOutputStream(new FileOutputStream(file.toFile()))) {
            out.write(data);
        }
        return Files.size(file);
    }

    static long repaired(int n) throws IOException {
        try (OutputStream out = new GZIPOutputStream(new FileOutputStream(file.toFile()), 8192)) {
            out.write(data);
        }
        return Files.size(file);
    }
}
