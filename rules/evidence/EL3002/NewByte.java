package EL3002;

/**
 * Small numbers in boxes: the constructor, against valueOf.
 *
 * @unit iteration
 * @sizes 5 20 100 1000
 */
public final class NewByte {
    private static Byte[] boxes;

    static void prepare(int n) {
        boxes = new Byte[n];
    }

    static long asWritten(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = new Byte((byte) (i % 100));
        }
        return boxes[n - 1].hashCode();
    }

    static long repaired(int n) {
        for (int i = 0; i < n; i++) {
            boxes[i] = Byte.valueOf((byte) (i % 100));
        }
        return boxes[n - 1].hashCode();
    }
}
