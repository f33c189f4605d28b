package EL4007;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reading n texts from a file: an ObjectInputStream on it, against one with a buffer between them.
 *
 * @unit object
 * @sizes 20 100 1000
 */
public final class ObjectInput {
    private static Path file;

    static void prepare(int n) throws IOException {
        if (file == null) {
            file = Files.createTempFile("energylint", null);
            file.toFile().deleteOnExit();
        }
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < n; i++) {
                out.writeObject("text " + i);
            }
        }
    }

    static int asWritten(int n) throws IOException, ClassNotFoundException {
        int sum = 0;
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(file.toFile()))) {
            for (int i = 0; i < n; i++) {
                sum += ((String) in.readObject()).length();
            }
        }
        return sum;
    }

    static int repaired(int n) throws IOException, ClassNotFoundException {
        int sum = 0;
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(new FileInputStream(file.toFile())))) {
            for (int i = 0; i < n; i++) {
                sum += ((String) in.readObject()).length();
            }
        }
        return sum;
    }
}
