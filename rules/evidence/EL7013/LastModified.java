package EL7013;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Sorting files by their age: asked for in each comparison, against once for each file.
 *
 * @unit element
 * @sizes 10 100 1000
 */
public final class LastModified {
    private static File[] files;

    private record Aged(long age, File file) {}

    static void prepare(int n) throws IOException {
        files = new File[n];
        Path dir = Files.createTempDirectory("energylint");
        dir.toFile().deleteOnExit(); // after what is made in it: files are deleted in the reverse order
        for (int i = 0; i < n; i++) {
            files[i] = Files.createFile(dir.resolve("f" + i)).toFile();
            files[i].setLastModified(1_700_000_000_000L + i * 7919L % n * 1000);
            files[i].deleteOnExit();
        }
    }

    static int asWritten(int n) {
        File[] sorted = files.clone();
        Arrays.sort(sorted, Comparator.comparingLong(File::lastModified));
        return Arrays.hashCode(Arrays.stream(sorted).map(File::getName).toArray());
    }

    static int repaired(int n) {
        Aged[] aged = new Aged[n];
        for (int i = 0; i < n; i++) {
            aged[i] = new Aged(files[i].lastModified(), files[i]);
        }
        Arrays.sort(aged, Comparator.comparingLong(Aged::age));
        File[] sorted = new File[n];
        for (int i = 0; i < n; i++) {
            sorted[i] = aged[i].file();
        }
        return Arrays.hashCode(Arrays.stream(sorted).map(File::getName).toArray());
    }
}
