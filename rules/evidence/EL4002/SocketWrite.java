package EL4002;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import support.Loopback;

/**
 * Writing to a connection byte by byte, against a BufferedOutputStream: the loopback, with the CPU time of its other end.
 *
 * @unit byte
 * @sizes 10 100 1000 10000
 * @elsewhere yes
 */
public final class SocketWrite {
    private static Loopback loopback;

    static void prepare(int n) throws IOException {
        if (loopback == null) {
            loopback = new Loopback(false);
        }
    }

    static long elsewhere() {
        return loopback.elsewhere();
    }

    static int asWritten(int n) throws IOException {
        OutputStream out = loopback.begin(n).getOutputStream();
        for (int i = 0; i < n; i++) {
            out.write(i);
        }
        return loopback.end(out);
    }

    static int repaired(int n) throws IOException {
        OutputStream out = new BufferedOutputStream(loopback.begin(n).getOutputStream());
        for (int i = 0; i < n; i++) {
            out.write(i);
        }
        return loopback.end(out);
    }
}
