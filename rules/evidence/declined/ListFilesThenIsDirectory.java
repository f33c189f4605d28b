package declined;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Counting directories: listFiles and isDirectory, against a walk that brings the attributes.
 *
 * @peers guidance for Files.walkFileTree, which has the attributes of each file
 * @decision on Linux a walk asks for the attributes of each file as well, and makes more objects
 * @unit file
 * @sizes 5 20 100
 */
public final class ListFilesThenIsDirectory {
    private static Path dir;

    static void prepare(int n) throws IOException {
        dir = Files.createTempDirectory("energylint");
        dir.toFile().deleteOnExit(); // after what is made in it: files are deleted in the reverse order
        for (int i = 0; i < n; i++) {
            Files.createFile(dir.resolve("f" + i)).toFile().deleteOnExit();
        }
    }

    static int asWritten(int n) throws IOException {
        int sum = 0;
        for (File f : dir.toFile().listFiles()) {
            sum += f.isDirectory() ? 1 : 2;
        }
        return sum;
    }

    static int repaired(int n) throws IOException {
        int[] sum = new int[1];
        Files.walkFileTree(dir, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.isDirectory() ? 1 : 2;
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }
}
