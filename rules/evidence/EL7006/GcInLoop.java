package EL7006;

/**
 * Asking for a collection in every iteration, with a small heap, against leaving it to the virtual machine.
 *
 * @unit iteration
 * @sizes 2 4 8
 * @rare yes
 */
public final class GcInLoop {
    private static byte[][] blocks;

    static void prepare(int n) {
        blocks = new byte[n][];
    }

    static long asWritten(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            blocks[i] = new byte[1000 + i];
            System.gc();
            sum += blocks[i].length;
        }
        return sum;
    }

    static long repaired(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            blocks[i] = new byte[1000 + i];
            sum += blocks[i].length;
        }
        return sum;
    }
}
