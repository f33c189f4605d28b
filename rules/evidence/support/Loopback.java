package support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A connection over the loopback. A thread at its other end does what it is told in four bytes: it sends so many, or reads so many. */
public final class Loopback implements Runnable {
    private final Socket here;
    private final Socket there;
    private final boolean sends;
    private final Thread other = new Thread(this);

    public Loopback(boolean sends) throws IOException {
        this.sends = sends;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            here = new Socket(server.getInetAddress(), server.getLocalPort());
            there = server.accept();
        }
        here.setTcpNoDelay(true);
        other.setDaemon(true);
        other.start();
    }

    /** Starts an exchange of so many bytes. */
    public Socket begin(int bytes) throws IOException {
        OutputStream out = here.getOutputStream();
        out.write(new byte[] {(byte) (bytes >> 24), (byte) (bytes >> 16), (byte) (bytes >> 8), (byte) bytes});
        return here;
    }

    /** Writes what a stream still holds, and waits until the other end has read everything. */
    public int end(OutputStream out) throws IOException {
        out.flush();
        return here.getInputStream().read();
    }

    /** CPU time of the other end, in nanoseconds. */
    public long elsewhere() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(other.getId());
    }

    @Override
    public void run() {
        byte[] block = new byte[8192];
        try (there) {
            InputStream in = there.getInputStream();
            OutputStream out = there.getOutputStream();
            while (in.readNBytes(block, 0, 4) == 4) {
                int left = (block[0] & 255) << 24 | (block[1] & 255) << 16 | (block[2] & 255) << 8 | block[3] & 255;
                while (left > 0) {
                    int some = Math.min(left, block.length);
                    if (sends) {
                        out.write(block, 0, some);
                    } else {
                        some = in.read(block, 0, some);
                    }
                    left -= some;
                }
                if (!sends) {
                    out.write(1);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
