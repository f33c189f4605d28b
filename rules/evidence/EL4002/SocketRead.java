package EL4002;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import support.Loopback;

/**
 * Reading what comes over a connection byte by byte, against a BufferedInputStream: the loopback, with the CPU time of its other end.
 *
 * @unit byte
 * @sizes 10 100 1000 10000
 * @elsewhere yes
 */
public final class SocketRead {
    private static Loopback loopback;

    static void prepare(int n) throws IOException {
        if (loopback == null) {
            loopback = new Loopback(true);
        }
    }

    static long elsewhere() {
        return loopback.elsewhere();
    }

    static int asWritten(int n) throws IOException {
        InputStream in = loopback.begin(n).getInputStream();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += in.read();
        }
        return sum;
    }

    static int repaired(int n) throws IOException {
        InputStream in = new BufferedInputStream(loopback.begin(n).getInputStream());
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += in.read();
        }
        return sum;
    }
}
