import java.io.*;
import java.util.jar.*;

/**
 * Writes the classes of a jar into a directory without the flag ACC_SYNTHETIC of their methods, so that javac finds Kotlin's functions for
 * default arguments (joinToString$default). Only the compilation of ProbesListed.java takes these classes: Visible JAR DIRECTORY NAME...
 */
public class Visible {
    static final int SYNTHETIC = 0x1000;

    public static void main(String[] args) throws IOException {
        try (JarFile jar = new JarFile(args[0])) {
            for (int i = 2; i < args.length; i++) {
                File to = new File(args[1], args[i] + ".class");
                to.getParentFile().mkdirs();
                try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(args[i] + ".class"))); DataOutputStream out = new DataOutputStream(new FileOutputStream(to))) { copy(in, out); }
            }
        }
    }

    static void copy(DataInputStream in, DataOutputStream out) throws IOException {
        bytes(in, out, 8);
        int n = u2(in, out, -1);
        for (int i = 1; i < n; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1: bytes(in, out, u2(in, out, -1)); break;
                case 5: case 6: bytes(in, out, 8); i++; break;
                case 7: case 8: case 16: case 19: case 20: bytes(in, out, 2); break;
                case 15: bytes(in, out, 3); break;
                default: bytes(in, out, 4);
            }
        }
        bytes(in, out, 6);
        bytes(in, out, 2 * u2(in, out, -1));
        members(in, out, -1);
        members(in, out, ~SYNTHETIC);
        in.transferTo(out);
    }

    static void members(DataInputStream in, DataOutputStream out, int mask) throws IOException {
        for (int n = u2(in, out, -1); n > 0; n--) {
            u2(in, out, mask);
            bytes(in, out, 4);
            for (int a = u2(in, out, -1); a > 0; a--) {
                bytes(in, out, 2);
                int length = in.readInt();
                out.writeInt(length);
                bytes(in, out, length);
            }
        }
    }

    static int u2(DataInputStream in, DataOutputStream out, int mask) throws IOException {
        int n = in.readUnsignedShort() & mask;
        out.writeShort(n);
        return n;
    }

    static void bytes(DataInputStream in, DataOutputStream out, int n) throws IOException {
        byte[] b = new byte[n];
        in.readFully(b);
        out.write(b);
    }
}
